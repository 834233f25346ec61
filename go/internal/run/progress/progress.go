// Package progress is what a run tells of how it goes on, while it builds, lists
// and measures.
package progress

import (
	"fmt"
	"time"

	"github.com/cobench/cobench/go/internal/plan"
)

// An Event tells how a run goes on.
type Event struct {
	Kind    EventKind
	What    string // Building: what is built; BuildFailed: the side; Step: what is done now
	Sample  plan.Sample
	Done    int // samples that have ended
	Total   int
	Left    time.Duration // estimated until the last sample ends; 0 is unknown
	Failure string        // Ended, BuildFailed, Ruling
}

// EventKind says what an Event tells.
type EventKind int

// The kinds of Event.
const (
	Building EventKind = iota
	BuildFailed
	Begun
	Ended
	Step
	Ruling // failed
)

// Place tells people how much of the work there was before.
func Place(workload, side string, before, of int) string {
	return fmt.Sprintf("%s, %s (%d of %d)", workload, side, before+1, of)
}
