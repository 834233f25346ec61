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
func multiply(pattern Pattern, factors *Factors, workers, capacity int, grain Grain) Product {
	product := Product{Matrix: NewMatrix(factors.rows, factors.cols)}
	switch byRow := grain == ByRow; {
	case pattern == Fan && byRow:
		product.Messages = fan(product.Matrix, product.Cols, workers, capacity, factors.Row)
	case pattern == Fan:
		product.Messages = fan(product.Matrix, 1, workers, capacity, factors.Cell)
	case pattern == Coordinator && byRow:
		product.Messages = coordinator(product.Matrix, product.Cols, workers, capacity, factors.Row)
	case pattern == Coordinator:
		product.Messages = coordinator(product.Matrix, 1, workers, capacity, factors.Cell)
	case pattern == Pure:
		product.Messages = pure(product.Matrix, workers, capacity, factors.Unit)
	case pattern == Sequential:
		sequential(product.Matrix, factors.fill)
	default:
		panic("unknown pattern " + pattern)
	}
	return product
}

// messages is how many are received for a product of so many parts.
func (p Pattern) messages(parts, workers int) int {
	switch p {
	case Fan:
		return 2 * parts
	case Coordinator, Pure:
		return 3*parts + 3*workers
	default:
		return 0
	}
}
