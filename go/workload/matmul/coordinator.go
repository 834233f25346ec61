package matmul

// coordinator fills product: workers ask a coordinator for pointers and look up the numbers in the factors that all share.
func coordinator(product Matrix, workers, capacity int, compute func(CellPointer) Cell) {
	coordinate(product, workers, capacity,
		func(p CellPointer) CellPointer { return p },
		Empty,
		func(p CellPointer) (Cell, bool) {
			if p == Empty {
				return Cell{}, false
			}
			return compute(p), true
		})
}

// coordinate fills product: each worker asks for work, is sent a task over a channel of its own, returns the cell and asks again.
// Three messages a cell, and three a worker at the end: its last request, the answer empty and its acknowledgement.
//
// task makes what a worker is sent for a cell; compute is what a worker makes of it, and reports false for empty.
func coordinate[T any](
	product Matrix, workers, capacity int, task func(CellPointer) T, empty T, compute func(T) (Cell, bool),
) {
	requests := make(chan int, capacity)
	results := make(chan Cell, capacity)
	acks := make(chan struct{}, capacity)
	tasks := make([]chan T, workers)
	for id := range tasks {
		tasks[id] = make(chan T, capacity)
		go work(id, requests, tasks[id], results, acks, compute)
	}

	cells := len(product.Cells)
	for sent, stored := 0, 0; stored < cells; {
		open := requests
		if sent == cells {
			open = nil // never ready
		}
		// Where both are ready, select picks either with the same probability; Kotlin's takes the first clause. Each is what the
		// language offers under that name.
		select {
		case id := <-open:
			tasks[id] <- task(product.pointer(sent))
			sent++
		case cell := <-results:
			product.store(cell)
			stored++
		}
	}

	// Every worker has asked once more, or is about to. All of these requests must be received: a worker that waits for room in a
	// full channel would never see its answer.
	for range workers {
		tasks[<-requests] <- empty
	}
	for range workers {
		<-acks // the last thing a worker does, so there is nothing else to wait for
	}
	close(acks)
	close(results)
}

func work[T any](
	id int, requests chan<- int, tasks <-chan T, results chan<- Cell, acks chan<- struct{}, compute func(T) (Cell, bool),
) {
	requests <- id
	for {
		cell, ok := compute(<-tasks)
		if !ok {
			break
		}
		results <- cell
		requests <- id
	}
	acks <- struct{}{}
}
