package matmul

// coordinator fills product: workers ask a coordinator for pointers and look up the numbers in the factors that all share.
func coordinator[P part](product Matrix, grain, workers, capacity int, compute func(CellPointer) P) int {
	return coordinate(product, grain, workers, capacity,
		func(p CellPointer) CellPointer { return p },
		Empty,
		func(p CellPointer) (part P, ok bool) {
			if p == Empty {
				return part, false
			}
			return compute(p), true
		})
}

// coordinate fills product and returns how many messages were received: each worker asks for work, is sent a task over a channel of its own, returns a part of grain cells and
// asks again. Three messages a part, and three a worker at the end: its last request, the answer empty and its acknowledgement.
//
// task makes what a worker is sent for a part; compute is what a worker makes of it, and reports false for empty.
func coordinate[T any, P part](
	product Matrix, grain, workers, capacity int, task func(CellPointer) T, empty T, compute func(T) (P, bool),
) int {
	requests := make(chan int, capacity)
	results := make(chan P, capacity)
	acks := make(chan int, capacity)
	tasks := make([]chan T, workers)
	for id := range tasks {
		tasks[id] = make(chan T, capacity)
		go work(id, requests, tasks[id], results, acks, compute)
	}
	messages := 0

	parts := len(product.Cells) / grain
	for sent, stored := 0, 0; stored < parts; {
		open := requests
		if sent == parts {
			open = nil // never ready
		}
		// Where both are ready, select picks either with the same probability; Kotlin's takes the first clause. Each is what the
		// language offers under that name.
		select {
		case id := <-open:
			messages++
			tasks[id] <- task(product.pointer(sent * grain))
			sent++
		case part := <-results:
			messages++
			part.storeIn(product)
			stored++
		}
	}

	// Every worker has asked once more, or is about to. All of these requests must be received: a worker that waits for room in a
	// full channel would never see its answer.
	for range workers {
		tasks[<-requests] <- empty
		messages++
	}
	for range workers {
		messages += 1 + <-acks // the last thing a worker does, so there is nothing else to wait for
	}
	close(acks)
	close(results)
	return messages
}

// work acknowledges its end with how many tasks it was sent.
func work[T, P any](
	id int, requests chan<- int, tasks <-chan T, results chan<- P, acks chan<- int, compute func(T) (P, bool),
) {
	received := 0
	requests <- id
	for {
		part, ok := compute(<-tasks)
		received++
		if !ok {
			break
		}
		results <- part
		requests <- id
	}
	acks <- received
}
