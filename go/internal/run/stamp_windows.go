package run

import "os"

// A stamp is what the file system tells of a file; a write changes it.
type stamp struct{ size, modified int64 }

func stampOf(file string) (stamp, error) {
	info, err := os.Stat(file)
	if err != nil {
		return stamp{}, err
	}
	return stamp{info.Size(), info.ModTime().UnixNano()}, nil
}
