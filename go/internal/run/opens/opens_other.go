//go:build !linux

package opens

import "errors"

// A Watch is what New returns elsewhere.
type Watch struct{}

// New needs the kernel's word, which other systems give to root alone.
func New(string, []string) (*Watch, error) { return nil, errors.ErrUnsupported }

// End has nothing to tell.
func (*Watch) End() ([]string, error) { return nil, errors.ErrUnsupported }
