package matmul

import (
	"fmt"
	"slices"
)

// A Kernel is a way to walk B for a cell.
type Kernel string

const (
	// Transposed walks B along a row: B was transposed beforehand, so that its columns lie in one piece.
	Transposed Kernel = "transposed"
	// IJK walks B down a column, one row of B further with each step, as the textbook does.
	IJK Kernel = "ijk"
)

// Factors are both factors of a product, B laid out as the kernel walks it.
type Factors struct {
	a, b       Matrix
	transposed bool
	rows, cols int // of the product
	inner      int
}

// NewFactors refuses an unknown kernel, and factors of which A has not as many columns as B has rows.
func NewFactors(a, b Matrix, kernel Kernel) (*Factors, error) {
	if a.Cols != b.Rows {
		return nil, fmt.Errorf("%d x %d times %d x %d: want as many columns as rows", a.Rows, a.Cols, b.Rows, b.Cols)
	}
	f := &Factors{a: a, b: b, rows: a.Rows, cols: b.Cols, inner: a.Cols}
	switch kernel {
	case Transposed:
		f.transposed = true
		f.b = b.Transposed()
	case IJK:
	default:
		return nil, fmt.Errorf("kernel=%s: want one of %s, %s", kernel, Transposed, IJK)
	}
	return f, nil
}

// Cell returns the cell of the product at p.
func (f *Factors) Cell(p CellPointer) Cell {
	row := f.row(p.Row)
	if f.transposed {
		return Cell{p, dot(row, f.column(p.Col))}
	}
	return Cell{p, dotDown(row, f.b.Cells[p.Col:], f.cols)}
}

// Unit returns copies of the row and the column that make the cell at p.
func (f *Factors) Unit(p CellPointer) ProductUnit {
	unit := ProductUnit{Row: slices.Clone(f.row(p.Row)), Pointer: p}
	if f.transposed {
		unit.Col = slices.Clone(f.column(p.Col))
		return unit
	}
	unit.Col = make([]int32, f.inner)
	for i := range unit.Col {
		unit.Col[i] = f.b.Cells[i*f.cols+p.Col]
	}
	return unit
}

// Product returns the product, computed cell after cell by the caller alone: what every pattern must return.
func (f *Factors) Product() Matrix {
	product := NewMatrix(f.rows, f.cols)
	for i := range product.Cells {
		product.store(f.Cell(product.pointer(i)))
	}
	return product
}

// row returns a row of A, without copying it.
func (f *Factors) row(row int) []int32 { return f.a.Cells[row*f.inner:][:f.inner] }

// column returns a column of a transposed B, without copying it.
func (f *Factors) column(col int) []int32 { return f.b.Cells[col*f.inner:][:f.inner] }

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
