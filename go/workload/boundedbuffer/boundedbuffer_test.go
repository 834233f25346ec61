package boundedbuffer

import (
	"fmt"
	"testing"
	"testing/synctest"
)

var valid = Config{Capacity: 2, Producers: 3, Consumers: 2, Items: 10, Seed: 1}

func prepared(t *testing.T, c Config) *Workload {
	t.Helper()
	w, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A bubble of synctest fails at once, without a clock, if its goroutines wait for one another for ever or outlive the test. More parties
// than items leave some with nothing to do.
func TestEveryCapacityAndParties(t *testing.T) {
	for _, capacity := range []int{1, 2, 64, 2000} {
		for _, producers := range []int{1, 4, 65} {
			for _, consumers := range []int{1, 4, 65} {
				for _, items := range []int{1, 1000} {
					config := Config{capacity, producers, consumers, items, 1}
					t.Run(fmt.Sprintf("%+v", config), func(t *testing.T) {
						w := prepared(t, config)
						synctest.Test(t, func(t *testing.T) {
							receipts := w.Run()
							if err := w.Check(receipts); err != nil {
								t.Error(err)
							}
							if len(receipts) != consumers {
								t.Errorf("%d receipts, want %d", len(receipts), consumers)
							}
						})
					})
				}
			}
		}
	}
}

// The ring's end and its beginning, from every place that it can start at.
func TestBufferIsFIFO(t *testing.T) {
	b := newBuffer(3)
	var put, taken int32
	for round := range 10 {
		for b.count < 3 {
			b.put(Item{value: put})
			put++
		}
		for range 1 + round%3 {
			if got := b.take(); got.value != taken {
				t.Fatalf("took %d, want %d", got.value, taken)
			}
			taken++
		}
	}
}

func TestWhoFindsTheBufferFullOrEmptyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBuffer(1)
		puts, takes := 0, 0
		go func() {
			for i := range 2 {
				b.put(Item{value: int32(i)})
				puts++
			}
		}()
		synctest.Wait()
		if puts != 1 {
			t.Errorf("%d items put into a buffer for 1, want 1", puts)
		}
		go func() {
			for range 3 {
				b.take()
				takes++
			}
		}()
		synctest.Wait()
		if puts != 2 || takes != 2 {
			t.Errorf("%d put and %d taken, want 2 and 2", puts, takes)
		}
		b.put(Item{}) // for the third
	})
}

// The same numbers stand in the Kotlin twin's tests: both pass on the same items.
func TestItems(t *testing.T) {
	w := prepared(t, Config{1, 3, 1, 1000, 1})
	var sum uint64
	for _, i := range w.items {
		for _, number := range []int32{i.producer, i.sequence, i.value} {
			sum = sum*31 + uint64(number)
		}
	}
	if want := uint64(0xc8aa8d171653054f); sum != want {
		t.Errorf("checksum %#x, want %#x", sum, want)
	}
	for producer, want := range []int{333, 333, 334} {
		if got := len(w.of(producer)); got != want {
			t.Errorf("producer %d has %d items, want %d", producer, got, want)
		}
	}
}

func TestConfigRefused(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"capacity=0: want 1 or more":   func(c *Config) { c.Capacity = 0 },
		"producers=0: want 1 or more":  func(c *Config) { c.Producers = 0 },
		"consumers=-1: want 1 or more": func(c *Config) { c.Consumers = -1 },
		"items=0: want 1 or more":      func(c *Config) { c.Items = 0 },
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
	taken := func(items []Item) []*Receipt {
		r := &Receipt{next: make([]int32, w.config.Producers)}
		for _, i := range items {
			r.add(i)
		}
		return []*Receipt{r}
	}
	all := func() []Item { return append([]Item(nil), w.items...) }
	if err := w.Check(taken(all())); err != nil {
		t.Fatal(err)
	}

	swapped := all()
	swapped[0], swapped[1] = swapped[1], swapped[0]
	twice := all()
	twice[1] = twice[0]
	changed := all()
	changed[9].value++
	evened := all() // the sum is right
	evened[8].value--
	evened[9].value++
	squares := w.squares + 2 + 2*int64(w.items[9].value) - 2*int64(w.items[8].value)
	for _, test := range []struct {
		name  string
		items []Item
		want  string
	}{
		{"lost", all()[1:], "9 items were taken: want 10"},
		{"swapped", swapped, "consumer 0 took 1 items after a later one of their producer: want 0"},
		{"twice", twice, "consumer 0 took 1 items after a later one of their producer: want 0"},
		{"changed", changed, fmt.Sprintf("the sum of the items taken is %d: want %d", w.sum+1, w.sum)},
		{"evened", evened, fmt.Sprintf("the sum of the squares of the items taken is %d: want %d", squares, w.squares)},
	} {
		if err := w.Check(taken(test.items)); err == nil || err.Error() != test.want {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
}
