package matmul

// A Pattern says who talks to whom while a product is computed. Each has a file of its own.
type Pattern string

// The patterns.
const (
	Fan         Pattern = "fan"
	Coordinator Pattern = "coordinator"
	Pure        Pattern = "pure"
)

// multiply returns the product of factors, computed by workers (1 or more) goroutines over channels that hold capacity (0 or more)
// messages each. It returns when the last worker has ended; a panic of a worker ends the process, as any goroutine's does.
func multiply(pattern Pattern, factors *Factors, workers, capacity int) Matrix {
	product := NewMatrix(factors.rows, factors.cols)
	switch pattern {
	case Fan:
		fan(product, workers, capacity, factors.Cell)
	case Coordinator:
		coordinator(product, workers, capacity, factors.Cell)
	case Pure:
		pure(product, workers, capacity, factors.Unit)
	default:
		panic("unknown pattern " + pattern)
	}
	return product
}
