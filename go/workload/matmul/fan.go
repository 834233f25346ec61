package matmul

import "sync"

// fan fills product and returns how many messages were received: pointers fan out to the workers over one channel, parts of grain cells come back over another. Two messages a part.
//
// The pointers have a sender of their own, since a parent that sent them all before it received the first part would need channels
// as large as the product.
func fan[P part](product Matrix, grain, workers, capacity int, compute func(CellPointer) P) int {
	tasks := make(chan CellPointer, capacity)
	results := make(chan P, capacity)
	parts := len(product.Cells) / grain

	var children sync.WaitGroup
	children.Go(func() {
		for index := range parts {
			tasks <- product.pointer(index * grain)
		}
		close(tasks)
	})
	received := make([]int, workers)
	for worker := range received {
		children.Go(func() {
			count := 0
			for pointer := range tasks {
				count++
				results <- compute(pointer)
			}
			received[worker] = count
		})
	}
	messages := 0
	for range parts {
		(<-results).storeIn(product)
		messages++
	}
	close(results)
	children.Wait() // as a coroutine's scope does
	for _, count := range received {
		messages += count
	}
	return messages
}
