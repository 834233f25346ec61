package matmul

import (
	"slices"

	"github.com/cobench/cobench/go/workload/splitmix64"
)

// A Matrix holds 32-bit integers, row after row.
type Matrix struct {
	Rows, Cols int
	Cells      []int32 // Rows*Cols of them
}

// NewMatrix returns a matrix of zeros.
func NewMatrix(rows, cols int) Matrix {
	return Matrix{rows, cols, make([]int32, rows*cols)}
}

// A Product is a matrix, and how many messages were received to make it.
type Product struct {
	Matrix
	Messages int
}

// randomMatrix returns a matrix of numbers from 1 to 9, drawn row after row.
func randomMatrix(rows, cols int, generator *splitmix64.Generator) Matrix {
	m := NewMatrix(rows, cols)
	for i := range m.Cells {
		m.Cells[i] = int32(1 + generator.Below(9))
	}
	return m
}

// At returns the cell at row and col.
func (m Matrix) At(row, col int) int32 { return m.Cells[row*m.Cols+col] }

// pointer returns where the cell number index is, counted row after row.
func (m Matrix) pointer(index int) CellPointer { return CellPointer{index / m.Cols, index % m.Cols} }

// row returns a row, without copying it.
func (m Matrix) row(row int) []int32 { return m.Cells[row*m.Cols:][:m.Cols] }

// Transposed returns a copy with rows and columns exchanged.
func (m Matrix) Transposed() Matrix {
	t := NewMatrix(m.Cols, m.Rows)
	for i := range t.Cells {
		t.Cells[i] = m.At(i%t.Cols, i/t.Cols)
	}
	return t
}

// Equal reports whether other has the same shape and the same cells. It allocates nothing.
func (m Matrix) Equal(other Matrix) bool {
	return m.Rows == other.Rows && m.Cols == other.Cols && slices.Equal(m.Cells, other.Cells)
}
