package channel

import (
	"fmt"
	"testing"
	"testing/synctest"
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

// The same numbers stand in the Kotlin twin's tests: both send the same messages.
func TestMessages(t *testing.T) {
	w := prepared(t, Config{MPSC, 0, 1000, 3, 1})
	var sum uint64
	for _, m := range w.messages {
		for _, number := range []int32{m.producer, m.sequence, m.value} {
			sum = sum*31 + uint64(number)
		}
	}
	if want := uint64(0xc8aa8d171653054f); sum != want {
		t.Errorf("checksum %#x, want %#x", sum, want)
	}
	for producer, want := range []int{333, 333, 334} {
		if got := len(w.share(producer)); got != want {
			t.Errorf("producer %d has %d messages, want %d", producer, got, want)
		}
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

func TestWrongReceiptsRefused(t *testing.T) {
	w := prepared(t, valid)
	right := w.Run()
	if n := testing.AllocsPerRun(10, func() { _ = w.Check(right) }); n != 0 {
		t.Errorf("a check allocates %v times, want 0", n)
	}
	// One consumer that takes what is given it, in that order.
	received := func(messages ...Message) []*Receipt {
		r := &Receipt{next: make([]int32, w.producers)}
		for _, m := range messages {
			r.take(m)
		}
		return []*Receipt{r}
	}
	all := func() []Message { return append([]Message(nil), w.messages...) }
	if err := w.Check(received(all()...)); err != nil {
		t.Fatal(err)
	}

	lost := all()[1:]
	swapped := all()
	swapped[0], swapped[1] = swapped[1], swapped[0]
	twice := all()
	twice[1] = twice[0]
	changed := all()
	changed[9].value++
	for _, test := range []struct {
		name     string
		messages []Message
		want     string
	}{
		{"lost", lost, "9 messages were received: want 10"},
		{"swapped", swapped, "consumer 0 received 1 messages after a later one of their producer: want 0"},
		{"twice", twice, "consumer 0 received 1 messages after a later one of their producer: want 0"},
		{"changed", changed, fmt.Sprintf("the sum of the messages received is %d: want %d", w.sum+1, w.sum)},
	} {
		if err := w.Check(received(test.messages...)); err == nil || err.Error() != test.want {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
}
