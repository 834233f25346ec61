package matmul

import (
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

var patterns = []Pattern{Fan, Coordinator, Pure}

// A bubble of synctest fails at once, without a clock, if its goroutines block one another for ever or outlive the test.
func inBubble(t *testing.T, name string, test func(*testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

func TestMultiply(t *testing.T) {
	for _, pattern := range patterns {
		for _, example := range examples {
			for _, workers := range []int{1, 2, 8} {
				inBubble(t, fmt.Sprintf("%s/%s/workers=%d", pattern, example.name, workers), func(t *testing.T) {
					f := factors(t, example.a, example.b, Transposed)
					if got := multiply(pattern, f, workers, 1); !got.Equal(example.product) {
						t.Errorf("product %v, want %v", got, example.product)
					}
				})
			}
		}
	}
}

// More workers than a channel has room for, and more workers than cells, are where a coordinator can wait for ever.
func TestEveryNumberOfWorkersAndEveryCapacity(t *testing.T) {
	for _, pattern := range patterns {
		for _, kernel := range kernels {
			for _, n := range []int{1, 11} {
				for _, workers := range []int{1, 2, 8, 64, 65, 100, 128} {
					for _, capacity := range []int{0, 1, 64, n * n} {
						name := fmt.Sprintf("%s/%s/n=%d/workers=%d/capacity=%d", pattern, kernel, n, workers, capacity)
						inBubble(t, name, func(t *testing.T) {
							w, err := New(Config{pattern, n, workers, capacity, kernel, 1})
							if err != nil {
								t.Fatal(err)
							}
							if err := w.Check(w.Run()); err != nil {
								t.Error(err)
							}
						})
					}
				}
			}
		}
	}
}

// Counted where tasks are made and where workers receive them: the other messages have no place of their own to be counted at.
func TestTasksPerCell(t *testing.T) {
	const workers, capacity = 5, 3
	f := factors(t, NewMatrix(4, 6), NewMatrix(6, 7), Transposed)
	product := NewMatrix(4, 7)
	const cells = 28

	var made int
	var received atomic.Int64
	coordinate(product, workers, capacity,
		func(p CellPointer) CellPointer { made++; return p },
		Empty,
		func(p CellPointer) (Cell, bool) {
			received.Add(1)
			if p == Empty {
				return Cell{}, false
			}
			return f.Cell(p), true
		})
	if made != cells || received.Load() != cells+workers {
		t.Errorf("coordinator: %d pointers made and %d received, want %d and %d", made, received.Load(), cells, cells+workers)
	}

	made = 0
	pure(product, workers, capacity, func(p CellPointer) ProductUnit { made++; return f.Unit(p) })
	if made != cells {
		t.Errorf("pure: %d units made, want %d", made, cells)
	}

	received.Store(0)
	fan(product, workers, capacity, func(p CellPointer) Cell { received.Add(1); return f.Cell(p) })
	if received.Load() != cells {
		t.Errorf("fan: %d pointers received, want %d", received.Load(), cells)
	}
}
