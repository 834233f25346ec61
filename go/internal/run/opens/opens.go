// Package opens sees which files are opened, by whatever process.
package opens

// While are those of some files below root that are opened while run runs; seen is
// whether all of it was seen. Where nothing can be seen, run is not run.
func While(root string, files []string, run func() (whole bool, err error)) (opened []string, seen bool, err error) {
	w, blind := newWatch(root, files)
	if blind != nil {
		return nil, false, nil
	}
	whole, err := run()
	opened, blind = w.end()
	return opened, whole && blind == nil, err
}
