package gate

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestWithin(t *testing.T) {
	_, _, err := within(time.Millisecond, func() (Finding, string, error) { time.Sleep(time.Second); return Finding{}, "", nil })
	if !errors.As(err, new(Refusal)) || !strings.Contains(err.Error(), "was not read within 1ms") {
		t.Errorf("%v", err)
	}
}
