package channel

import (
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/cobench/cobench/go/workload/delivery"
)

var valid = Config{Topology: MPMC, Capacity: 1, Messages: 10, Parties: 3, Seed: 1}

func prepared(t *testing.T, c Config) *Workload {
	t.Helper()
	w, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A bubble of synctest fails at once, without a clock, if its goroutines block one another for ever or outlive the test. More parties
// than messages leave some with nothing to send.
func TestEveryTopologyAndCapacity(t *testing.T) {
	for _, topology := range []Topology{SPSC, MPSC, SPMC, MPMC} {
		for _, capacity := range []int{0, 1, 64, Unlimited} {
			for _, messages := range []int{1, 1000} {
				for _, parties := range []int{1, 4, 65} {
					config := Config{topology, capacity, messages, parties, 1}
					t.Run(fmt.Sprintf("%+v", config), func(t *testing.T) {
						w := prepared(t, config)
						synctest.Test(t, func(t *testing.T) {
							receipts := w.Run()
							if err := w.Check(receipts); err != nil {
								t.Error(err)
							}
							if len(receipts) != w.consumers {
								t.Errorf("%d receipts, want %d", len(receipts), w.consumers)
							}
						})
					})
				}
			}
		}
	}
}

func TestParties(t *testing.T) {
	for topology, want := range map[Topology][2]int{SPSC: {1, 1}, MPSC: {4, 1}, SPMC: {1, 4}, MPMC: {4, 4}} {
		w := prepared(t, Config{topology, 0, 10, 4, 1})
		if got := [2]int{w.producers, w.consumers}; got != want {
			t.Errorf("%s: %d producers and consumers, want %d", topology, got, want)
		}
	}
}

// What they are stands in the tests of package delivery.
func TestMessages(t *testing.T) {
	if err := delivery.New(1000, 3, 1).Check(prepared(t, Config{MPSC, 0, 1000, 3, 1}).Run()); err != nil {
		t.Error(err)
	}
}

func TestConfigRefused(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"topology=x: want one of spsc, mpsc, spmc, mpmc": func(c *Config) { c.Topology = "x" },
		"capacity=-1: want 0 or more, or unlimited":      func(c *Config) { c.Capacity = -1 },
		"messages=0: want 1 or more":                     func(c *Config) { c.Messages = 0 },
		"parties=0: want 1 or more":                      func(c *Config) { c.Parties = 0 },
	} {
		config := valid
		change(&config)
		if _, err := New(config); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongReceiptRefused(t *testing.T) {
	w := prepared(t, valid)
	right := w.Run()
	if n := testing.AllocsPerRun(10, func() { _ = w.Check(right) }); n != 0 {
		t.Errorf("a check allocates %v times, want 0", n)
	}
	wrong := []*delivery.Receipt{delivery.NewReceipt(3)}
	want := "0 messages were received: want 10"
	if err := w.Check(wrong); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
