package results

import (
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/ruler"
)

// The keys of a line, which doc.go explains.
const (
	OS            = "goos"
	Arch          = "goarch"
	CPU           = "cpu"
	Cores         = "cores"
	Kernel        = "kernel"
	Image         = "image"
	Profile       = "profile"
	Alpha         = "alpha"
	MinimumEffect = "minimum-effect"
	Date          = "date"
	RulerID       = ruler.Key
	RulerTimes    = ruler.TimesKey
	Remark        = "remark"
	Job           = "job"
	Judging       = "judging"
	Commit        = "commit"
	CommitAuthor  = "commit-author"
	CommitMessage = "commit-message"
	Side          = "side"
	Upgrade       = "upgrade"
	Runtime       = "runtime"
	Pkg           = "pkg"
	Qualifier     = "qualifier"
	Was           = "was"
	Toolchain     = "toolchain"
	Flags         = "flags"
	BuildFlags    = "build-flags"
	Warmup        = "warmup"
	Round         = "round"
	Alike         = "key"
	Reach         = "reach"
	Budget        = "budget"
	Changed       = "changed-functions"
	Unexecuted    = "unexecuted-functions"
	Blind         = "unexecuted"
	Unsteady      = "unsteady"
	Note          = "note"
	Unranked      = "unranked"
	Curve         = "curve"
	Reason        = "reason"
)

// MachineKeys are those that tell machines apart.
var MachineKeys = [4]string{OS, Arch, CPU, Cores}

// SampleKeys may differ from sample to sample of one benchmark. Alike is none of them:
// samples with different ones are of different code, and a pool of those is one to warn of.
var SampleKeys = []string{Round, Reason, Unsteady, Note, Unranked, Curve}

// Unsettled tells that so many of the samples are unsteady that their median may be one
// of those: half of them or more.
func Unsettled(unsteady, samples int) bool { return unsteady > 0 && 2*unsteady >= samples }

// NotReached is the value of Reach.
const NotReached = "not"

// The values of Side.
const (
	Base = "base"
	Head = "head"
)

// Dirty ends a commit that was measured with changes that no commit has.
const Dirty = "-dirty"

// Line is a key with its value, on one line: the format knows no line breaks.
func Line(key, value string) benchfmt.Config {
	return benchfmt.Config{Key: key, Value: []byte(OneLine(value)), File: true}
}

// OneLine is a text as a value can hold it.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Marked is the line of a benchmark without a number: its unit is Failures or
// Skips, and the reason says why.
func Marked(origin []benchfmt.Config, name, unit, reason string) *benchfmt.Result {
	return &benchfmt.Result{
		Config: append(origin, Line(Reason, reason)),
		Name:   benchfmt.Name(name),
		Iters:  1,
		Values: []benchfmt.Value{{Value: 1, Unit: unit}},
	}
}

// Get is what stands above a result under a key, without copying it.
func Get(r *benchfmt.Result, key string) []byte {
	if i, ok := r.ConfigIndex(key); ok {
		return r.Config[i].Value
	}
	return nil
}

// Machine is where a file was measured.
type Machine struct {
	OS    string `json:"goos"`
	Arch  string `json:"goarch"`
	CPU   string `json:"cpu"`   // model
	Cores int    `json:"cores"` // usable by a process
}

// MachineOf is the machine of a result in words, "goos/goarch, cpu, N cores",
// without what isn't known.
func MachineOf(r *benchfmt.Result) string {
	return MachineWords(r.GetConfig(OS), r.GetConfig(Arch), r.GetConfig(CPU), r.GetConfig(Cores))
}

// MachineWords is MachineOf of the values of MachineKeys.
func MachineWords(os, arch, cpu, cores string) string {
	s := os
	if arch != "" {
		s += "/" + arch
	}
	if cpu != "" {
		s += ", " + cpu
	}
	if cores != "" {
		s += ", " + cores + " cores"
	}
	if s == "" {
		return "unknown"
	}
	return s
}
