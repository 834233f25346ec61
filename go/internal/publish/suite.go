package publish

import "strings"

// A Suite is what a configuration says of the benchmarks, for people who meet
// them for the first time.
type Suite struct {
	// Title is the site's, "" for that of a repository.
	Title string `json:"title,omitempty"`
	// Described is what each workload does, by its name.
	Described map[string]Described `json:"described,omitempty"`
}

// Described is what a workload does, in a sentence, and what the values of its
// parameters mean, by the parameter's name.
type Described struct {
	Doc        string            `json:"doc"`
	Parameters map[string]string `json:"parameters,omitempty"`
}

// described keeps of what the suite says what the data shows.
func (x Index) described(runs []whole) map[string]Described {
	shown := map[string]Described{}
	keep := func(workload string) {
		if d, ok := x.Described[workload]; ok {
			shown[workload] = d
		}
	}
	for _, r := range runs {
		for _, workload := range r.Workloads {
			keep(workload)
		}
	}
	for _, name := range x.Trends.Names {
		workload, _, _ := strings.Cut(name, "/")
		keep(workload)
	}
	return shown
}
