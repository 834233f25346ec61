// Package pileibniz sums Leibniz's series for pi in many tasks. It matches Kotlin's cobench.workloads.pileibniz.
//
// It takes a method (how the partial sums are combined), the number of terms and the terms per task, and returns the sum. It measures
// nothing, and refuses values out of range.
package pileibniz

import (
	"fmt"
	"math"
	"sync"
)

// A Method is how the partial sums of the tasks meet.
type Method string

// The methods.
const (
	// Channel has each task send its partial sum to the parent, which adds them as they come.
	Channel Method = "channel"
	// Mutex has each task add its partial sum to a total that all share, under a mutex.
	Mutex Method = "mutex"
	// Reduce has each task return its partial sum, and the parent add them in the order of the terms.
	Reduce Method = "reduce"
)

// capacity is how many partial sums the channel holds.
const capacity = 64

// A Config says what to sum and how.
type Config struct {
	Method Method
	Terms  int
	Grain  int // terms of a task; the last may have fewer
}

// A Sum is a sum of so many terms.
type Sum struct {
	Value float64
	Terms int
}

func (s Sum) plus(other Sum) Sum { return Sum{s.Value + other.Value, s.Terms + other.Terms} }

// A Workload is the sum of 4(-1)^k/(2k+1) for k from 0, with everything prepared that is not measured.
type Workload struct {
	config     Config
	tasks      int
	parts      []Sum   // what tasks return
	sequential float64 // partial sum after partial sum
	series     float64
	rounding   float64
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case c.Method != Channel && c.Method != Mutex && c.Method != Reduce:
		return nil, fmt.Errorf("method=%s: want one of %s, %s, %s", c.Method, Channel, Mutex, Reduce)
	case c.Terms < 1:
		return nil, fmt.Errorf("terms=%d: want 1 or more", c.Terms)
	case c.Grain < 1:
		return nil, fmt.Errorf("grain=%d: want 1 or more", c.Grain)
	}
	w := &Workload{config: c, tasks: (c.Terms-1)/c.Grain + 1}
	if c.Method == Reduce {
		w.parts = make([]Sum, w.tasks)
	}
	w.sequential = sequential(c)
	n := float64(c.Terms)
	w.series = 4 / (2*n + 1)
	w.rounding = n * 0x1p-53 * (4 + 2*math.Log(2*n-1))
	return w, nil
}

// Run is one full sum, a task for each partial sum: what is measured.
func (w *Workload) Run() Sum {
	switch w.config.Method {
	case Channel:
		return w.channel()
	case Mutex:
		return w.mutex()
	default:
		return w.reduce()
	}
}

func (w *Workload) channel() Sum {
	sums := make(chan Sum, capacity)
	var children sync.WaitGroup
	for task := range w.tasks {
		children.Go(func() { sums <- w.partial(task) })
	}
	var total Sum
	for range w.tasks {
		total = total.plus(<-sums)
	}
	children.Wait() // as a coroutine's scope does
	return total
}

func (w *Workload) mutex() Sum {
	var mutex sync.Mutex
	var total Sum
	var children sync.WaitGroup
	for task := range w.tasks {
		children.Go(func() {
			sum := w.partial(task)
			mutex.Lock()
			total = total.plus(sum)
			mutex.Unlock()
		})
	}
	children.Wait()
	return total
}

// reduce has a slot for each task, where Kotlin's twin has async and await.
func (w *Workload) reduce() Sum {
	var children sync.WaitGroup
	for task := range w.tasks {
		children.Go(func() { w.parts[task] = w.partial(task) })
	}
	children.Wait()
	var total Sum
	for task, sum := range w.parts {
		total = total.plus(sum)
		w.parts[task] = Sum{} // so that no sum of this run is one of the next
	}
	return total
}

// partial returns the sum of a task's terms, from the first to the last.
func (w *Workload) partial(task int) Sum {
	var sum Sum
	first := task * w.config.Grain
	for k := first; k < min(first+w.config.Grain, w.config.Terms); k++ {
		term := 4 / float64(2*k+1)
		if k%2 == 1 {
			term = -term
		}
		sum = sum.plus(Sum{term, 1})
	}
	return sum
}

// sequential is what the tasks' sums make in the order of the terms. It shares no code with them, or both could leave out the same.
func sequential(c Config) float64 {
	var total, part float64
	sign := 4.0
	for k := range c.Terms {
		part += sign / float64(2*k+1)
		sign = -sign
		if (k+1)%c.Grain == 0 || k+1 == c.Terms {
			total += part
			part = 0
		}
	}
	return total
}

// Check refuses a sum of more or fewer terms; one that is not pi, within the bound of an alternating series and that of rounding; one
// that is off the sequential sum by more than the order of the terms can make it; and of [Reduce] every other than that. It allocates
// nothing for a right one.
//
// The series is off by less than its first term that was left out. Rounding is off by n·2^-53 times the terms' absolute sum in any
// order (Higham, "Accuracy and Stability of Numerical Algorithms", section 4.2, and one rounding for each division), which is less
// than 4 + 2·ln(2n-1).
func (w *Workload) Check(sum Sum) error {
	if sum.Terms != w.config.Terms {
		return fmt.Errorf("sum has %d terms: want %d", sum.Terms, w.config.Terms)
	}
	// A NaN is within no bound.
	if bound := w.series + w.rounding; !(math.Abs(sum.Value-math.Pi) <= bound) {
		return fmt.Errorf("sum is %v: want pi within %v", sum.Value, bound)
	}
	bound := 2 * w.rounding
	if w.config.Method == Reduce {
		bound = 0
	}
	if math.Abs(sum.Value-w.sequential) > bound {
		return fmt.Errorf("sum is %v: want %v within %v", sum.Value, w.sequential, bound)
	}
	return nil
}
