package main

import (
	"fmt"
	"strconv"
	"strings"
)

// processors are those that this process may run on.
type processors struct {
	count int
	apart bool // none of them is among those that the parent is bound to
}

// parseProcessors reads the kernel's list of processors, such as "0-3,6".
func parseProcessors(list string) ([]int, error) {
	var all []int
	for part := range strings.SplitSeq(strings.TrimSpace(list), ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		first, err := strconv.ParseUint(from, 10, 16)
		if err != nil {
			return nil, fmt.Errorf("processors %q: want a list such as 0-3,6", list)
		}
		last, err := strconv.ParseUint(to, 10, 16)
		if err != nil || last < first {
			return nil, fmt.Errorf("processors %q: want a list such as 0-3,6", list)
		}
		for p := first; p <= last; p++ {
			all = append(all, int(p))
		}
	}
	return all, nil
}
