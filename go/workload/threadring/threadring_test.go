package threadring

import (
	"fmt"
	"testing"
	"testing/synctest"
)

func prepared(t *testing.T, c Config) *Workload {
	t.Helper()
	w, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Fewer hops than members leave some without the token; they must end all the same.
func TestFinalHolder(t *testing.T) {
	for config, holder := range map[Config]int{
		{1, 2}: 1, {2, 2}: 0, {3, 2}: 1, {1, 503}: 1, {502, 503}: 502, {503, 503}: 0, {1000, 503}: 497, {1000, 7}: 6,
	} {
		t.Run(fmt.Sprintf("%+v", config), func(t *testing.T) {
			w := prepared(t, config)
			synctest.Test(t, func(t *testing.T) {
				tour := w.Run()
				if want := (Token{config.Hops, holder}); *tour.token != want {
					t.Errorf("%+v, want %+v", *tour.token, want)
				}
				if err := w.Check(tour); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestConfigRefused(t *testing.T) {
	for want, config := range map[string]Config{
		"hops=0: want 1 or more": {0, 503},
		"ring=1: want 2 or more": {1, 1},
	} {
		if _, err := New(config); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongTokenRefused(t *testing.T) {
	w := prepared(t, Config{10, 4})
	right := w.Run()
	if n := testing.AllocsPerRun(10, func() { _ = w.Check(right) }); n != 0 {
		t.Errorf("a check allocates %v times, want 0", n)
	}
	for want, tour := range map[string]Tour{
		"the token made 11 hops: want 10":                     {&Token{11, 3}, right.visits},
		"member 3 of 4 holds the token after 10 hops: want 2": {&Token{10, 3}, right.visits},
		"member 1 of 4 received the token 1 times: want 3":    {&Token{10, 2}, []int{3, 1, 3, 2}},
	} {
		if err := w.Check(tour); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
