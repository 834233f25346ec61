package matmul

// A Pattern says who talks to whom while a product is computed. Each has a file of its own.
type Pattern string

// The patterns.
const (
	Fan         Pattern = "fan"
	Coordinator Pattern = "coordinator"
	Pure        Pattern = "pure"
	Sequential  Pattern = "sequential"
)

// A Grain says what a task is.
type Grain string

const (
	// ByCell is a task for each cell of the product.
	ByCell Grain = "cell"
	// ByRow is a task for each row of the product: as many times fewer messages as a row has cells.
	ByRow Grain = "row"
)

// multiply returns the product of factors, computed by workers (1 or more) goroutines over channels that hold capacity (0 or more)
// messages each. It returns when the last worker has ended; a panic of a worker ends the process, as any goroutine's does.
func multiply(pattern Pattern, factors *Factors, workers, capacity int, grain Grain) Matrix {
	product := NewMatrix(factors.rows, factors.cols)
	switch byRow := grain == ByRow; {
	case pattern == Fan && byRow:
		fan(product, product.Cols, workers, capacity, factors.Row)
	case pattern == Fan:
		fan(product, 1, workers, capacity, factors.Cell)
	case pattern == Coordinator && byRow:
		coordinator(product, product.Cols, workers, capacity, factors.Row)
	case pattern == Coordinator:
		coordinator(product, 1, workers, capacity, factors.Cell)
	case pattern == Pure:
		pure(product, workers, capacity, factors.Unit)
	case pattern == Sequential:
		sequential(product, factors.fill)
	default:
		panic("unknown pattern " + pattern)
	}
	return product
}
