//go:build !linux

package run

import "errors"

type openWatch struct{}

// watchOpens needs the kernel's word, which other systems give to root alone.
func watchOpens(string, []string) (*openWatch, error) { return nil, errors.ErrUnsupported }

func (*openWatch) end() ([]string, error) { return nil, errors.ErrUnsupported }
