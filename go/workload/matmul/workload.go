// Package matmul multiplies matrices by message passing, at least two messages a cell: the goroutine twin of Kotlin's
// cobench.workloads.matmul, file by file.
//
// In go a pattern (who talks to whom), sizes and a seed, out comes the product. It measures nothing, and refuses values out of
// range.
package matmul

import "fmt"

// A Config says what to multiply and how.
type Config struct {
	Pattern  Pattern
	N        int // rows and columns of each matrix
	Workers  int // goroutines that compute cells
	Capacity int // messages that each channel holds
	Kernel   Kernel
	Seed     int // decides the numbers from 1 to 9 in both matrices: the same in every language
}

// A Workload is C = A*B with everything prepared that is not measured: the factors and the expected product.
type Workload struct {
	config   Config
	factors  *Factors
	expected Matrix
}

// New refuses values out of range.
func New(c Config) (*Workload, error) {
	switch {
	case c.Pattern != Fan && c.Pattern != Coordinator && c.Pattern != Pure:
		return nil, fmt.Errorf("pattern=%s: want one of %s, %s, %s", c.Pattern, Fan, Coordinator, Pure)
	case c.N < 1:
		return nil, fmt.Errorf("n=%d: want 1 or more", c.N)
	case c.Workers < 1:
		return nil, fmt.Errorf("workers=%d: want 1 or more", c.Workers)
	case c.Capacity < 0:
		return nil, fmt.Errorf("capacity=%d: want 0 or more", c.Capacity)
	}
	generator := &splitMix64{uint64(c.Seed)}
	a := randomMatrix(c.N, c.N, generator)
	b := randomMatrix(c.N, c.N, generator)
	factors, err := NewFactors(a, b, c.Kernel)
	if err != nil {
		return nil, err
	}
	return &Workload{c, factors, factors.Product()}, nil
}

// Run is one multiplication: what is measured.
func (w *Workload) Run() Matrix {
	return multiply(w.config.Pattern, w.factors, w.config.Workers, w.config.Capacity)
}

// Check refuses a product that differs from the sequential one, and names the first cell that does. It allocates nothing for a
// right one.
func (w *Workload) Check(product Matrix) error {
	if product.Equal(w.expected) {
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
