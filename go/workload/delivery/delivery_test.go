package delivery

import (
	"fmt"
	"slices"
	"testing"
)

// The same numbers stand in the Kotlin twin's tests: both send the same messages.
func TestMessages(t *testing.T) {
	m := New(1000, 3, 1)
	var sum uint64
	for _, message := range m.all {
		for _, number := range []int32{message.Producer, message.Sequence, message.Value} {
			sum = sum*31 + uint64(number)
		}
	}
	if want := uint64(0xc8aa8d171653054f); sum != want {
		t.Errorf("checksum %#x, want %#x", sum, want)
	}
}

// More parties than messages leave some with none.
func TestMessagesAreDealtOutEvenly(t *testing.T) {
	for _, test := range []struct {
		messages int
		want     []int
	}{
		{1000, []int{333, 333, 334}},
		{2, []int{0, 1, 1}},
	} {
		m := New(test.messages, 3, 1)
		var all []Message
		for party, want := range test.want {
			if got := m.Share(party, 3); got != want {
				t.Errorf("party %d has %d of %d messages, want %d", party, got, test.messages, want)
			}
			if got := len(m.Of(party)); got != want {
				t.Errorf("producer %d has %d of %d messages, want %d", party, got, test.messages, want)
			}
			all = append(all, m.Of(party)...)
		}
		if !slices.Equal(all, m.all) {
			t.Errorf("the producers have %v together, want %v", all, m.all)
		}
	}
}

func TestWrongReceiptsRefused(t *testing.T) {
	m := New(10, 3, 1)
	// One consumer that takes what is given it, in that order.
	received := func(messages []Message) []*Receipt {
		r := NewReceipt(3)
		for _, message := range messages {
			r.Take(message)
		}
		return []*Receipt{r}
	}
	right := received(m.all)
	if err := m.Check(right); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() { _ = m.Check(right) }); n != 0 {
		t.Errorf("a check allocates %v times, want 0", n)
	}

	all := func() []Message { return slices.Clone(m.all) }
	swapped := all()
	swapped[0], swapped[1] = swapped[1], swapped[0]
	twice := all()
	twice[1] = twice[0]
	changed := all()
	changed[9].Value++
	evened := all() // the sum is right
	evened[8].Value--
	evened[9].Value++
	squares := m.squares + 2 + 2*int64(m.all[9].Value) - 2*int64(m.all[8].Value)
	for _, test := range []struct {
		name     string
		messages []Message
		want     string
	}{
		{"lost", all()[1:], "9 messages were received: want 10"},
		{"swapped", swapped, "consumer 0 received 1 messages after a later one of their producer: want 0"},
		{"twice", twice, "consumer 0 received 1 messages after a later one of their producer: want 0"},
		{"changed", changed, fmt.Sprintf("the sum of the messages received is %d: want %d", m.sum+1, m.sum)},
		{"evened", evened, fmt.Sprintf("the sum of the squares of the messages received is %d: want %d", squares, m.squares)},
	} {
		if err := m.Check(received(test.messages)); err == nil || err.Error() != test.want {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
}
