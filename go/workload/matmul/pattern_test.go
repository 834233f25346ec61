package matmul

import (
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// ways are the patterns with each grain that they have.
var ways = []struct {
	pattern Pattern
	grain   Grain
}{
	{Fan, ByCell}, {Fan, ByRow}, {Coordinator, ByCell}, {Coordinator, ByRow}, {Pure, ByCell}, {Sequential, ByCell},
}

// A bubble of synctest fails at once, without a clock, if its goroutines block one another for ever or outlive the test.
func inBubble(t *testing.T, name string, test func(*testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

func TestMultiply(t *testing.T) {
	for _, way := range ways {
		for _, example := range examples {
			for _, workers := range []int{1, 2, 8} {
				inBubble(t, fmt.Sprintf("%s/%s/%s/workers=%d", way.pattern, way.grain, example.name, workers), func(t *testing.T) {
					f := factors(t, example.a, example.b, Transposed)
					if got := multiply(way.pattern, f, workers, 1, way.grain); !got.Equal(example.product) {
						t.Errorf("product %v, want %v", got, example.product)
					}
				})
			}
		}
	}
}

// More workers than a channel has room for, and more workers than cells, are where a coordinator can wait for ever.
func TestEveryNumberOfWorkersAndEveryCapacity(t *testing.T) {
	for _, way := range ways {
		for _, kernel := range kernels {
			for _, n := range []int{1, 11} {
				for _, workers := range []int{1, 2, 8, 64, 65, 100, 128} {
					for _, capacity := range []int{0, 1, 64, n * n} {
						config := Config{way.pattern, n, workers, capacity, kernel, way.grain, 1}
						if kernel == IKJ && way.grain != ByRow && way.pattern != Sequential || way.pattern == Sequential && workers > 1 {
							continue // refused
						}
						inBubble(t, fmt.Sprintf("%+v", config), func(t *testing.T) {
							w, err := New(config)
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
func TestTasksPerPart(t *testing.T) {
	const workers, capacity = 5, 3
	f := factors(t, NewMatrix(4, 6), NewMatrix(6, 7), Transposed)
	product := NewMatrix(4, 7)
	const cells = 28
	testTasks(t, product, 1, cells, f.Cell)
	testTasks(t, product, 7, 4, f.Row)

	made := 0
	pure(product, workers, capacity, func(p CellPointer) ProductUnit { made++; return f.Unit(p) })
	if made != cells {
		t.Errorf("pure: %d units made, want %d", made, cells)
	}
}

func testTasks[P part](t *testing.T, product Matrix, grain, parts int, compute func(CellPointer) P) {
	const workers, capacity = 5, 3
	var made int
	var received atomic.Int64
	coordinate(product, grain, workers, capacity,
		func(p CellPointer) CellPointer { made++; return p },
		Empty,
		func(p CellPointer) (part P, ok bool) {
			received.Add(1)
			if p == Empty {
				return part, false
			}
			return compute(p), true
		})
	if made != parts || received.Load() != int64(parts+workers) {
		t.Errorf("coordinator: %d pointers made and %d received, want %d and %d", made, received.Load(), parts, parts+workers)
	}

	received.Store(0)
	fan(product, grain, workers, capacity, func(p CellPointer) P { received.Add(1); return compute(p) })
	if received.Load() != int64(parts) {
		t.Errorf("fan: %d pointers received, want %d", received.Load(), parts)
	}
}
