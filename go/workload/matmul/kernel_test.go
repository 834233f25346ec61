package matmul

import (
	"fmt"
	"slices"
	"testing"
)

var kernels = []Kernel{Transposed, IJK, IKJ}

// examples are products that were worked out by hand.
var examples = []struct {
	name          string
	a, b, product Matrix
}{
	{
		"3x3",
		Matrix{3, 3, []int32{1, 2, 3, 4, 5, 6, 7, 8, 9}},
		Matrix{3, 3, []int32{9, 8, 7, 6, 5, 4, 3, 2, 1}},
		Matrix{3, 3, []int32{30, 24, 18, 84, 69, 54, 138, 114, 90}},
	},
	{
		"identity",
		Matrix{3, 3, []int32{1, 2, 3, 4, 5, 6, 7, 8, 9}},
		Matrix{3, 3, []int32{1, 0, 0, 0, 1, 0, 0, 0, 1}},
		Matrix{3, 3, []int32{1, 2, 3, 4, 5, 6, 7, 8, 9}},
	},
	{
		"zero",
		Matrix{2, 2, []int32{1, 2, 3, 4}},
		NewMatrix(2, 2),
		NewMatrix(2, 2),
	},
	{
		"2x3 times 3x2",
		Matrix{2, 3, []int32{1, 2, 3, 4, 5, 6}},
		Matrix{3, 2, []int32{7, 8, 9, 10, 11, 12}},
		Matrix{2, 2, []int32{58, 64, 139, 154}},
	},
	{
		"3x1 times 1x2",
		Matrix{3, 1, []int32{1, 2, 3}},
		Matrix{1, 2, []int32{4, 5}},
		Matrix{3, 2, []int32{4, 5, 8, 10, 12, 15}},
	},
}

func factors(t *testing.T, a, b Matrix, kernel Kernel) *Factors {
	t.Helper()
	f, err := NewFactors(a, b, kernel)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestProduct(t *testing.T) {
	for _, kernel := range kernels {
		for _, example := range examples {
			t.Run(fmt.Sprintf("%s/%s", kernel, example.name), func(t *testing.T) {
				f := factors(t, example.a, example.b, kernel)
				if got := f.Product(); !got.Equal(example.product) {
					t.Errorf("product %v, want %v", got, example.product)
				}
				for i := range example.product.Cells {
					p := example.product.pointer(i)
					if got, want := f.Cell(p).Value, example.product.At(p.Row, p.Col); got != want {
						t.Errorf("cell %v is %d, want %d", p, got, want)
					}
					if got, want := f.Row(p).Cells, example.product.row(p.Row); !slices.Equal(got, want) {
						t.Errorf("row of %v is %v, want %v", p, got, want)
					}
				}
			})
		}
	}
}

func TestUnitIsACopy(t *testing.T) {
	a := Matrix{2, 3, []int32{1, 2, 3, 4, 5, 6}}
	b := Matrix{3, 2, []int32{7, 8, 9, 10, 11, 12}}
	for _, kernel := range kernels {
		f := factors(t, a, b, kernel)
		unit := f.Unit(CellPointer{1, 0})
		if !slices.Equal(unit.Row, []int32{4, 5, 6}) || !slices.Equal(unit.Col, []int32{7, 9, 11}) {
			t.Errorf("%s: unit %v, want row [4 5 6] and column [7 9 11]", kernel, unit)
		}
		clear(unit.Row)
		clear(unit.Col)
		if got := f.Cell(CellPointer{1, 0}).Value; got != 139 {
			t.Errorf("%s: cell %d after its unit was overwritten, want 139", kernel, got)
		}
	}
}

func TestFactorsRefused(t *testing.T) {
	for _, test := range []struct {
		a, b   Matrix
		kernel Kernel
		want   string
	}{
		{NewMatrix(2, 3), NewMatrix(2, 3), IJK, "2 x 3 times 2 x 3: want as many columns as rows"},
		{NewMatrix(2, 3), NewMatrix(3, 2), "jki", "kernel=jki: want one of transposed, ijk, ikj"},
	} {
		if _, err := NewFactors(test.a, test.b, test.kernel); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}
