package matmul

// A CellPointer says where a cell of the product is, or the first cell of a row.
type CellPointer struct{ Row, Col int }

// Empty tells a worker that there is nothing left to do.
var Empty = CellPointer{-1, -1}

// A part of the product is what a worker makes of a task.
type part interface {
	storeIn(product Matrix)
}

// A Cell is a cell of the product.
type Cell struct {
	Pointer CellPointer
	Value   int32
}

func (c Cell) storeIn(product Matrix) {
	product.Cells[c.Pointer.Row*product.Cols+c.Pointer.Col] = c.Value
}

// A Row is a row of the product.
type Row struct {
	Pointer CellPointer
	Cells   []int32
}

func (r Row) storeIn(product Matrix) { copy(product.row(r.Pointer.Row), r.Cells) }

// A ProductUnit is all that is needed to compute a cell: copies of a row of A and a column of B, which nobody else sees.
type ProductUnit struct {
	Row, Col []int32
	Pointer  CellPointer
}

// cell returns the cell that the row and the column make.
func (u ProductUnit) cell() Cell { return Cell{u.Pointer, dot(u.Row, u.Col)} }
