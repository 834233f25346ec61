package boundedbuffer

import (
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/cobench/cobench/go/workload/delivery"
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
			b.put(delivery.Message{Value: put})
			put++
		}
		for range 1 + round%3 {
			if got := b.take(); got.Value != taken {
				t.Fatalf("took %d, want %d", got.Value, taken)
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
				b.put(delivery.Message{Value: int32(i)})
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
		b.put(delivery.Message{}) // for the third
	})
}

// What they are stands in the tests of package delivery.
func TestItems(t *testing.T) {
	if err := delivery.New(1000, 3, 1).Check(prepared(t, Config{1, 3, 1, 1000, 1}).Run()); err != nil {
		t.Error(err)
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
