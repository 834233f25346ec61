package why

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// The events of a JDK's flight recorder.
const (
	running    = "jdk.ExecutionSample"
	allocating = "jdk.ObjectAllocationSample"
)

// jfrPeriod stands for the time of a sample, in nanoseconds. A recorder looks at a few
// threads at a time, and so it is nobody's: only parts of the whole mean something.
const jfrPeriod = 1e7

// JFREvents are those that ReadJFR reads.
var JFREvents = []string{running, allocating}

// recording is what jfr print --json prints.
type recording struct {
	Recording struct {
		Events []struct {
			Type   string `json:"type"`
			Values struct {
				StartTime  time.Time `json:"startTime"`
				Weight     float64   `json:"weight"`
				StackTrace *struct {
					Frames []jfrFrame `json:"frames"`
				} `json:"stackTrace"`
			} `json:"values"`
		} `json:"events"`
	} `json:"recording"`
}

type jfrFrame struct {
	Method struct {
		Type struct {
			Name string `json:"name"`
		} `json:"type"`
		Name string `json:"name"`
	} `json:"method"`
	Line int `json:"lineNumber"`
}

// ReadJFR reads what jfr print --json has made of a recording: what ran for Time,
// else what allocated, in bytes. Of the recording it takes the last part alone, as
// long as measured: before it, the process was warming up.
func ReadJFR(printed []byte, unit string, measured time.Duration) (Profile, error) {
	var r recording
	if err := json.Unmarshal(printed, &r); err != nil {
		return Profile{}, fmt.Errorf("jfr print: %w", err)
	}
	kind := running
	if unit != Time {
		kind = allocating
	}
	var end time.Time
	for _, e := range r.Recording.Events {
		if e.Type == running && e.Values.StartTime.After(end) {
			end = e.Values.StartTime
		}
	}
	var all Profile
	for _, e := range r.Recording.Events {
		if e.Type != kind || e.Values.StackTrace == nil || e.Values.StartTime.Before(end.Add(-measured)) {
			continue
		}
		s := stack{value: jfrPeriod, samples: 1}
		if kind == allocating {
			s.value = e.Values.Weight
		}
		for _, f := range e.Values.StackTrace.Frames {
			s.frames = append(s.frames, jvmFrame(f))
		}
		if len(s.frames) > 0 && s.value > 0 {
			all.stacks = append(all.stacks, s)
		}
	}
	if len(all.stacks) == 0 {
		return Profile{}, errors.New("no sample in the recording")
	}
	return all, nil
}

// hidden is what the JVM adds to the name of a class that it makes up as it runs:
// another in each process.
var hidden = regexp.MustCompile(`(/0x[0-9a-f]+|[+.]0x[0-9a-f]+)(\.\d+)?`)

func jvmFrame(f jfrFrame) frame {
	class := hidden.ReplaceAllString(f.Method.Type.Name, "")
	return frame{
		name: strings.ReplaceAll(class, "/", ".") + "." + f.Method.Name, line: f.Line, library: jvmStandard(strings.ReplaceAll(class, ".", "/")),
	}
}

// jvmLibraries are the packages of the JDK, of the standard libraries of languages,
// and of the harness.
var jvmLibraries = []string{"java/", "javax/", "jdk/", "sun/", "com/sun/", "kotlin/", "scala/", "org/openjdk/jmh/"}

func jvmStandard(class string) bool {
	for _, prefix := range jvmLibraries {
		if strings.HasPrefix(class, prefix) {
			return true
		}
	}
	return strings.Contains(class, "/jmh_generated/") || strings.Contains(class, "_jmhTest")
}
