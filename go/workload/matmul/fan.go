package matmul

import "sync"

// fan fills product: pointers fan out to the workers over one channel, cells come back over another. Two messages a cell.
//
// The pointers have a sender of their own, since a parent that sent them all before it received the first cell would need channels
// as large as the product.
func fan(product Matrix, workers, capacity int, compute func(CellPointer) Cell) {
	tasks := make(chan CellPointer, capacity)
	results := make(chan Cell, capacity)
	cells := len(product.Cells)

	var children sync.WaitGroup
	children.Go(func() {
		for index := range cells {
			tasks <- product.pointer(index)
		}
		close(tasks)
	})
	for range workers {
		children.Go(func() {
			for pointer := range tasks {
				results <- compute(pointer)
			}
		})
	}
	for range cells {
		product.store(<-results)
	}
	close(results)
	children.Wait() // as a coroutine's scope does
}
