package matmul

// pure fills product as coordinator does, but shares nothing: a worker is sent copies of the row and the column with every pointer.
func pure(product Matrix, workers, capacity int, unit func(CellPointer) ProductUnit) int {
	return coordinate(product, 1, workers, capacity,
		unit,
		ProductUnit{Pointer: Empty},
		func(u ProductUnit) (Cell, bool) {
			if u.Pointer == Empty {
				return Cell{}, false
			}
			return u.cell(), true
		})
}
