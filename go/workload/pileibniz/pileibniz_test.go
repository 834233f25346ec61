package pileibniz

import (
	"fmt"
	"math"
	"testing"
	"testing/synctest"
)

var methods = []Method{Channel, Mutex, Reduce}

var valid = Config{Method: Reduce, Terms: 5000, Grain: 1}

func prepared(t *testing.T, c Config) *Workload {
	t.Helper()
	w, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// The same bits stand in the Kotlin twin's tests: both divide and add the same numbers in the same order.
func TestBits(t *testing.T) {
	for grain, want := range map[int]uint64{1: 0x4009219278b8923a, 7: 0x4009219278b89241, 1000: 0x4009219278b89242} {
		w := prepared(t, Config{Reduce, 5000, grain})
		for run := range 2 {
			if got := math.Float64bits(w.Run().Value); got != want {
				t.Errorf("grain=%d, run %d: bits %#x, want %#x", grain, run, got, want)
			}
		}
	}
}

func TestEveryMethodAndGrain(t *testing.T) {
	for _, method := range methods {
		for _, terms := range []int{1, 2, 100, 5000} {
			for _, grain := range []int{1, 7, 64, 5000, 6000} {
				t.Run(fmt.Sprintf("%s/terms=%d/grain=%d", method, terms, grain), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						w := prepared(t, Config{method, terms, grain})
						if err := w.Check(w.Run()); err != nil {
							t.Error(err)
						}
					})
				})
			}
		}
	}
}

func TestConfigRefused(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"method=x: want one of channel, mutex, reduce": func(c *Config) { c.Method = "x" },
		"terms=0: want 1 or more":                      func(c *Config) { c.Terms = 0 },
		"grain=-1: want 1 or more":                     func(c *Config) { c.Grain = -1 },
	} {
		config := valid
		change(&config)
		if _, err := New(config); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongSumRefused(t *testing.T) {
	for _, method := range methods {
		config := valid
		config.Method = method
		w := prepared(t, config)
		right := w.Run()
		if err := w.Check(right); err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(10, func() { _ = w.Check(right) }); n != 0 {
			t.Errorf("%s: a check allocates %v times, want 0", method, n)
		}
		last := -4 / float64(2*4999+1)
		for name, wrong := range map[string]Sum{
			"a term too few":                   {right.Value, 4999},
			"a term too many":                  {right.Value, 5001},
			"no number":                        {math.NaN(), 5000},
			"not pi":                           {3.1, 5000},
			"pi, but not of so many terms":     {math.Pi, 5000},
			"the last term left out":           {right.Value - last, 5000},
			"the last term added for the last": {right.Value + last, 5000},
		} {
			if err := w.Check(wrong); err == nil {
				t.Errorf("%s: %s is not refused", method, name)
			}
		}
	}

	w := prepared(t, valid)
	right := w.Run().Value
	next := math.Nextafter(right, 4)
	for want, wrong := range map[string]Sum{
		"sum has 4999 terms: want 5000":                            {right, 4999},
		"sum is 3.1: want pi within 0.0003999600":                  {3.1, 5000},
		fmt.Sprintf("sum is %v: want %v within 0", next, right):    {next, 5000},
		fmt.Sprintf("sum is %v: want %v within 0", math.Pi, right): {math.Pi, 5000},
	} {
		if err := w.Check(wrong); err == nil || len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
