package selectfanin

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

// Fewer messages than channels leave some sources with nothing to send.
func TestEveryNumberOfChannelsAndEveryCapacity(t *testing.T) {
	for channels := range selects {
		for _, messages := range []int{1, 3, 1000} {
			for _, capacity := range []int{0, 1, 64, 1000} {
				config := Config{channels, messages, capacity, 1}
				t.Run(fmt.Sprintf("%+v", config), func(t *testing.T) {
					w := prepared(t, config)
					synctest.Test(t, func(t *testing.T) {
						if err := w.Check(w.Run()); err != nil {
							t.Error(err)
						}
					})
				})
			}
		}
	}
}

// The same numbers stand in the Kotlin twin's tests: both send the same messages.
func TestMessages(t *testing.T) {
	w := prepared(t, Config{4, 1001, 0, 1})
	var sum uint64
	for _, m := range w.messages {
		for _, number := range []int32{m.source, m.sequence, m.value} {
			sum = sum*31 + uint64(number)
		}
	}
	if want := uint64(0x7bc3ba2133a5aee5); sum != want {
		t.Errorf("checksum %#x, want %#x", sum, want)
	}
	for source, want := range []int{250, 250, 250, 251} {
		if got := len(w.share(source)); got != want {
			t.Errorf("source %d has %d messages, want %d", source, got, want)
		}
	}
}

func TestFairness(t *testing.T) {
	for _, test := range []struct {
		shares []int32
		want   float64
	}{
		{[]int32{5, 5}, 1},
		{[]int32{0, 10}, 0},
		{[]int32{1, 3}, 0.5},
		{[]int32{25, 25, 30, 20}, 0.8},
	} {
		if got := fairness(test.shares); got != test.want {
			t.Errorf("fairness of %v is %v, want %v", test.shares, got, test.want)
		}
	}
}

func TestFigures(t *testing.T) {
	w := prepared(t, Config{4, 4000, 1000, 1})
	synctest.Test(t, func(*testing.T) { w.Run() })
	figures := w.Figures()
	if len(figures) != 1 || figures[0].Unit != "fairness" || figures[0].Value < 0 || figures[0].Value > 1 {
		t.Errorf("figures %v, want fairness from 0 to 1", figures)
	}
	if figures := w.Figures(); figures != nil {
		t.Errorf("figures %v once more, want none", figures)
	}
	w = prepared(t, Config{2, 1, 0, 1})
	w.Run()
	if figures := w.Figures(); figures != nil {
		t.Errorf("figures %v of one message, want none", figures)
	}
}

func TestSelectIsFair(t *testing.T) {
	for n, receive := range selects {
		channels := make([]chan Message, n)
		shares := make([]int32, n)
		for source := range channels {
			channels[source] = make(chan Message, 10_000)
			for range 10_000 {
				channels[source] <- Message{source: int32(source)}
			}
		}
		for range 1000 * n {
			shares[receive(channels).source]++
		}
		if got := fairness(shares); got < 0.8 { // six standard deviations
			t.Errorf("fairness of %d channels that are always ready is %v, want about 1", n, got)
		}
	}
}

func TestConfigRefused(t *testing.T) {
	for want, config := range map[string]Config{
		"channels=3: want one of 2, 4, 8": {3, 10, 0, 1},
		"messages=0: want 1 or more":      {2, 0, 0, 1},
		"capacity=-1: want 0 or more":     {2, 10, -1, 1},
	} {
		if _, err := New(config); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongReceiptRefused(t *testing.T) {
	w := prepared(t, Config{2, 10, 0, 1})
	right := w.Run()
	if n := testing.AllocsPerRun(10, func() { _ = w.Check(right) }); n != 0 {
		t.Errorf("a check allocates %v times, want 0", n)
	}
	for _, test := range []struct {
		name   string
		change func(messages []Message) []Message
		want   string
	}{
		{"right", func(all []Message) []Message { return all }, "<nil>"},
		{"lost", func(all []Message) []Message { return all[:9] }, "9 messages were received: want 10"},
		{"swapped", func(all []Message) []Message { all[0], all[1] = all[1], all[0]; return all }, "2 messages were not the next of their source: want 0"},
		{"twice", func(all []Message) []Message { all[1] = all[0]; return all }, "1 messages were not the next of their source: want 0"},
		{"changed", func(all []Message) []Message { all[9].value++; return all }, fmt.Sprintf("the sum of the messages received is %d: want %d", w.sum+1, w.sum)},
	} {
		receipt := &Receipt{next: make([]int32, 2)}
		for _, m := range test.change(append([]Message(nil), w.messages...)) {
			receipt.take(m)
		}
		if err := w.Check(receipt); fmt.Sprint(err) != test.want {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
}
