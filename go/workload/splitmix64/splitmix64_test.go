package splitmix64

import "testing"

// The first numbers of the authors' reference implementation in C for this seed.
func TestNext(t *testing.T) {
	generator := New(1234567)
	for i, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
	} {
		if got := generator.Next(); got != want {
			t.Errorf("number %d is %d, want %d", i, got, want)
		}
	}
}

func TestBelow(t *testing.T) {
	generator := New(1)
	var seen [9]int
	for range 9000 {
		seen[generator.Below(9)]++
	}
	for value, count := range seen {
		if count < 800 || count > 1200 {
			t.Errorf("%d came %d times in 9000, want about 1000", value, count)
		}
	}
}
