// Package failure says why a build or a benchmark failed, in one line for a row of a
// table: from what it printed, with what the user may do about it.
package failure

import (
	"errors"
	"fmt"
	"strings"
)

// ErrInput marks an error in what the caller asked for.
var ErrInput = errors.New("wrong input")

// Inputf is fmt.Errorf with that mark.
func Inputf(format string, args ...any) error {
	return fmt.Errorf("%w%w", fmt.Errorf(format, args...), hidden{ErrInput})
}

// hidden keeps a mark out of the message.
type hidden struct{ error }

func (hidden) Error() string   { return "" }
func (h hidden) Unwrap() error { return h.error }

// With adds advice to a reason, once.
func With(reason, advice string) string {
	if advice == "" || strings.Contains(reason, advice) {
		return reason
	}
	return reason + "; " + advice
}
