package matmul

import (
	"fmt"
	"slices"
)

// A Kernel is a way to walk B.
type Kernel string

const (
	// Transposed walks B along a row: B was transposed beforehand, so that its columns lie in one piece.
	Transposed Kernel = "transposed"
	// IJK walks B down a column, one row of B further with each step, as the textbook does.
	IJK Kernel = "ijk"
	// IKJ walks B row after row and adds to all cells of a row of the product in turn. A cell by itself has no such walk.
	IKJ Kernel = "ikj"
)

// Factors are both factors of a product, B laid out as the kernel walks it.
type Factors struct {
	a, b       Matrix
	kernel     Kernel
	transposed bool
	rows, cols int // of the product
	inner      int
}

// NewFactors refuses an unknown kernel, and factors of which A has not as many columns as B has rows.
func NewFactors(a, b Matrix, kernel Kernel) (*Factors, error) {
	if a.Cols != b.Rows {
		return nil, fmt.Errorf("%d x %d times %d x %d: want as many columns as rows", a.Rows, a.Cols, b.Rows, b.Cols)
	}
	f := &Factors{a: a, b: b, kernel: kernel, rows: a.Rows, cols: b.Cols, inner: a.Cols}
	switch kernel {
	case Transposed:
		f.transposed = true
		f.b = b.Transposed()
	case IJK, IKJ:
	default:
		return nil, fmt.Errorf("kernel=%s: want one of %s, %s, %s", kernel, Transposed, IJK, IKJ)
	}
	return f, nil
}

// Cell returns the cell of the product at p.
func (f *Factors) Cell(p CellPointer) Cell { return Cell{p, f.value(f.a.row(p.Row), p.Col)} }

// Row returns the row of the product that begins at p.
func (f *Factors) Row(p CellPointer) Row {
	cells := make([]int32, f.cols)
	f.fill(cells, p.Row)
	return Row{p, cells}
}

// fill computes a row of the product into cells, which are zero.
func (f *Factors) fill(cells []int32, row int) {
	factors := f.a.row(row)
	if f.kernel == IKJ {
		for k, factor := range factors {
			addMultiple(cells, f.b.row(k), factor)
		}
		return
	}
	for col := range cells {
		cells[col] = f.value(factors, col)
	}
}

// value returns a cell of the product, given its row of A.
func (f *Factors) value(row []int32, col int) int32 {
	if f.transposed {
		return dot(row, f.b.row(col))
	}
	return dotDown(row, f.b.Cells[col:], f.cols)
}

// Unit returns copies of the row and the column that make the cell at p.
func (f *Factors) Unit(p CellPointer) ProductUnit {
	unit := ProductUnit{Row: slices.Clone(f.a.row(p.Row)), Pointer: p}
	if f.transposed {
		unit.Col = slices.Clone(f.b.row(p.Col))
		return unit
	}
	unit.Col = make([]int32, f.inner)
	for i := range unit.Col {
		unit.Col[i] = f.b.Cells[i*f.cols+p.Col]
	}
	return unit
}

// Product returns the product, computed by the caller alone: what every pattern must return.
func (f *Factors) Product() Matrix {
	product := NewMatrix(f.rows, f.cols)
	sequential(product, f.fill)
	return product
}

// dot returns the sum of x[i]*y[i].
func dot(x, y []int32) int32 {
	y = y[:len(x)] // spares the loop its bounds checks
	var sum int32
	for i, value := range x {
		sum += value * y[i]
	}
	return sum
}

// dotDown returns the sum of x[i]*y[i*step].
func dotDown(x, y []int32, step int) int32 {
	var sum int32
	for i, value := range x {
		sum += value * y[i*step]
	}
	return sum
}

// addMultiple adds factor*y[i] to each x[i].
func addMultiple(x, y []int32, factor int32) {
	y = y[:len(x)] // spares the loop its bounds checks
	for i := range x {
		x[i] += factor * y[i]
	}
}
