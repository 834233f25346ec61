package matmul

// A CellPointer says where a cell of the product is.
type CellPointer struct{ Row, Col int }

// Empty tells a worker that there is nothing left to do.
var Empty = CellPointer{-1, -1}

// A Cell is a cell of the product.
type Cell struct {
	Pointer CellPointer
	Value   int32
}

// A ProductUnit is all that is needed to compute a cell: copies of a row of A and a column of B, which nobody else sees.
type ProductUnit struct {
	Row, Col []int32
	Pointer  CellPointer
}

// cell returns the cell that the row and the column make.
func (u ProductUnit) cell() Cell { return Cell{u.Pointer, dot(u.Row, u.Col)} }
