// Package matmul multiplies matrices by message passing, with at least two messages per task, or without messages for comparison. It
// matches Kotlin's cobench.workloads.matmul.
//
// It takes a pattern (who talks to whom), sizes and a seed, and returns the product. It measures nothing, and refuses values out of
// range.
package matmul

import (
	"fmt"

	"github.com/cobench/cobench/go/workload/splitmix64"
)

// A Config says what to multiply and how.
type Config struct {
	Pattern  Pattern
	N        int // rows and columns of each matrix
	Workers  int // goroutines that compute
	Capacity int // messages that each channel holds
	Kernel   Kernel
	Grain    Grain
	Seed     int // decides the numbers from 1 to 9 in both matrices: the same in every language
}

// A Workload is C = A*B with everything prepared that is not measured: the factors and the expected product.
type Workload struct {
	config   Config
	factors  *Factors
	expected Matrix
}

// New refuses values out of range, and those that do not go together.
func New(c Config) (*Workload, error) {
	switch {
	case c.Pattern != Fan && c.Pattern != Coordinator && c.Pattern != Pure && c.Pattern != Sequential:
		return nil, fmt.Errorf("pattern=%s: want one of %s, %s, %s, %s", c.Pattern, Fan, Coordinator, Pure, Sequential)
	case c.N < 1:
		return nil, fmt.Errorf("n=%d: want 1 or more", c.N)
	case c.Workers < 1:
		return nil, fmt.Errorf("workers=%d: want 1 or more", c.Workers)
	case c.Capacity < 0:
		return nil, fmt.Errorf("capacity=%d: want 0 or more", c.Capacity)
	case c.Grain != ByCell && c.Grain != ByRow:
		return nil, fmt.Errorf("grain=%s: want one of %s, %s", c.Grain, ByCell, ByRow)
	case c.Pattern == Sequential && c.Workers != 1:
		return nil, fmt.Errorf("workers=%d: want 1 for pattern=%s", c.Workers, c.Pattern)
	case c.Grain == ByRow && c.Pattern != Fan && c.Pattern != Coordinator:
		return nil, fmt.Errorf("grain=%s: want grain=%s for pattern=%s", c.Grain, ByCell, c.Pattern)
	case c.Kernel == IKJ && c.Grain != ByRow && c.Pattern != Sequential:
		return nil, fmt.Errorf("kernel=%s: want grain=%s or pattern=%s", c.Kernel, ByRow, Sequential)
	}
	generator := splitmix64.New(c.Seed)
	a := randomMatrix(c.N, c.N, generator)
	b := randomMatrix(c.N, c.N, generator)
	factors, err := NewFactors(a, b, c.Kernel)
	if err != nil {
		return nil, err
	}
	// By another kernel, or what sequential computes would be compared with itself.
	other := IKJ
	if c.Kernel == IKJ {
		other = Transposed
	}
	oracle, err := NewFactors(a, b, other)
	if err != nil {
		return nil, err
	}
	return &Workload{c, factors, oracle.Product()}, nil
}

// Run is one multiplication: what is measured.
func (w *Workload) Run() Product {
	return multiply(w.config.Pattern, w.factors, w.config.Workers, w.config.Capacity, w.config.Grain)
}

// Check refuses a product that differs from the expected one, and names the first cell that does; and a right one that was made with
// more or fewer messages than the pattern has. It allocates nothing for a right one.
func (w *Workload) Check(product Product) error {
	if product.Equal(w.expected) {
		parts := len(product.Cells)
		if w.config.Grain == ByRow {
			parts = product.Rows
		}
		if want := w.config.Pattern.messages(parts, w.config.Workers); product.Messages != want {
			return fmt.Errorf("%d messages were received: want %d for pattern=%s", product.Messages, want, w.config.Pattern)
		}
		return nil
	}
	if product.Rows != w.expected.Rows || product.Cols != w.expected.Cols {
		return fmt.Errorf("product is %d x %d: want %d x %d", product.Rows, product.Cols, w.expected.Rows, w.expected.Cols)
	}
	for i, want := range w.expected.Cells {
		if got := product.Cells[i]; got != want {
			p := product.pointer(i)
			return fmt.Errorf("product[%d][%d] is %d: want %d", p.Row, p.Col, got, want)
		}
	}
	return fmt.Errorf("product has %d cells: want %d", len(product.Cells), len(w.expected.Cells))
}
