package broadcast

import (
	"fmt"
	"slices"
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

// Without any room the sender waits for each; more is replayed than there are messages.
func TestEveryCapacityAndReplay(t *testing.T) {
	for _, subscribers := range []int{1, 3, 65} {
		for _, messages := range []int{1, 500} {
			for _, capacity := range []int{0, 1, 64} {
				for _, replay := range []int{0, 1, 10, 1000} {
					config := Config{subscribers, messages, capacity, replay, 1}
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
}

func TestLateSubscriberSeesWhatIsReplayed(t *testing.T) {
	for sent, want := range [][]int32{{}, {0}, {0, 1}, {0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 4, 5}, {4, 5, 6}} {
		topic := newTopic(3, 0)
		for n := range sent {
			topic.send(Message{sequence: int32(n)})
		}
		channel := topic.subscribe()
		topic.close()
		got := []int32{}
		for m := range channel {
			got = append(got, m.sequence)
		}
		if !slices.Equal(got, want) {
			t.Errorf("after %d messages the subscriber sees %v, want %v", sent, got, want)
		}
	}
}

// The same number stands in the Kotlin twin's tests: both send the same messages.
func TestMessages(t *testing.T) {
	w := prepared(t, Config{1, 1000, 0, 0, 1})
	var sum uint64
	for _, m := range w.messages {
		for _, number := range []int32{m.sequence, m.value} {
			sum = sum*31 + uint64(number)
		}
	}
	if want := uint64(0xfbaf09a1ad135a07); sum != want {
		t.Errorf("checksum %#x, want %#x", sum, want)
	}
}

func TestConfigRefused(t *testing.T) {
	for want, config := range map[string]Config{
		"subscribers=0: want 1 or more": {0, 1, 0, 0, 1},
		"messages=0: want 1 or more":    {1, 0, 0, 0, 1},
		"capacity=-1: want 0 or more":   {1, 1, -1, 0, 1},
		"replay=-1: want 0 or more":     {1, 1, 0, -1, 1},
	} {
		if _, err := New(config); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongReceiptsRefused(t *testing.T) {
	w := prepared(t, Config{2, 10, 0, 0, 1})
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
		{"lost", func(all []Message) []Message { return all[:9] }, "subscriber 1 received 9 messages: want 10"},
		{"swapped", func(all []Message) []Message { all[0], all[1] = all[1], all[0]; return all }, "subscriber 1 received 2 messages that were not the next: want 0"},
		{"twice", func(all []Message) []Message { all[1] = all[0]; return all }, "subscriber 1 received 1 messages that were not the next: want 0"},
		{"changed", func(all []Message) []Message { all[9].value++; return all }, fmt.Sprintf("the sum of the messages that subscriber 1 received is %d: want %d", w.sum+1, w.sum)},
	} {
		receipt := new(Receipt)
		for _, m := range test.change(slices.Clone(w.messages)) {
			receipt.take(m)
		}
		if err := w.Check([]*Receipt{right[0], receipt}); fmt.Sprint(err) != test.want {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
	if err := w.Check(right[:1]); fmt.Sprint(err) != "1 subscribers have a receipt: want 2" {
		t.Errorf("error %v, want one that counts the receipts", err)
	}
}
