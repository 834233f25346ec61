package matmul

// sequential fills product row after row, by the caller alone and without a message: the limit that the other patterns have with one
// worker. fill computes the cells of a row.
func sequential(product Matrix, fill func(cells []int32, row int)) {
	for row := range product.Rows {
		fill(product.row(row), row)
	}
}
