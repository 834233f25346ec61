//go:build !linux

package opens

import "errors"

// A watch is what newWatch returns elsewhere.
type watch struct{}

// newWatch needs the kernel's word, which other systems give to root alone.
func newWatch(string, []string) (*watch, error) { return nil, errors.ErrUnsupported }

// end has nothing to tell.
func (*watch) end() ([]string, error) { return nil, errors.ErrUnsupported }
