//go:build unix

// Package processtest tells which processes of a test are left.
package processtest

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// Living returns those processes that have not ended, of the want ones whose
// numbers stand in file.
func Living(t *testing.T, file string, want int) []int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(text))
	if len(words) != want {
		t.Errorf("%d daemons were started, want %d", len(words), want)
	}
	var pids []int
	for _, word := range words {
		pid, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		state, err := exec.Command("ps", "-o", "stat=", "-p", word).Output()
		if err == nil && !strings.HasPrefix(strings.TrimSpace(string(state)), "Z") {
			pids = append(pids, pid)
		}
	}
	return pids
}
