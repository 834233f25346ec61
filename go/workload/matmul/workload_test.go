package matmul

import (
	"fmt"
	"testing"
)

var valid = Config{Pattern: Fan, N: 3, Workers: 2, Capacity: 1, Kernel: Transposed, Grain: ByCell, Seed: 1}

// The same number stands in the Kotlin twin's tests: both multiply the same matrices.
func TestChecksum(t *testing.T) {
	const want = 0x3241bd400013b324
	for _, config := range []Config{
		{Fan, 100, 2, 1, Transposed, ByCell, 1},
		{Fan, 100, 2, 1, IJK, ByCell, 1},
		{Fan, 100, 2, 1, IKJ, ByRow, 1},
		{Coordinator, 100, 2, 1, Transposed, ByRow, 1},
		{Sequential, 100, 1, 1, IKJ, ByCell, 1},
	} {
		w, err := New(config)
		if err != nil {
			t.Fatal(err)
		}
		var sum uint64
		for _, cell := range w.Run().Cells {
			sum = sum*31 + uint64(cell)
		}
		if sum != want {
			t.Errorf("%+v: checksum %#x, want %#x", config, sum, uint64(want))
		}
	}
}

func TestConfigRefused(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"pattern=x: want one of fan, coordinator, pure, sequential": func(c *Config) { c.Pattern = "x" },
		"n=0: want 1 or more":                               func(c *Config) { c.N = 0 },
		"workers=-1: want 1 or more":                        func(c *Config) { c.Workers = -1 },
		"capacity=-1: want 0 or more":                       func(c *Config) { c.Capacity = -1 },
		"kernel=x: want one of transposed, ijk, ikj":        func(c *Config) { c.Kernel = "x" },
		"grain=x: want one of cell, row":                    func(c *Config) { c.Grain = "x" },
		"workers=2: want 1 for pattern=sequential":          func(c *Config) { c.Pattern = Sequential },
		"grain=row: want grain=cell for pattern=pure":       func(c *Config) { c.Pattern, c.Grain = Pure, ByRow },
		"grain=row: want grain=cell for pattern=sequential": func(c *Config) { c.Pattern, c.Workers, c.Grain = Sequential, 1, ByRow },
		"kernel=ikj: want grain=row or pattern=sequential":  func(c *Config) { c.Kernel = IKJ },
	} {
		config := valid
		change(&config)
		if _, err := New(config); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongProductRefused(t *testing.T) {
	for _, change := range []func(*Config){
		func(*Config) {},
		func(c *Config) { c.Kernel, c.Grain = IKJ, ByRow },
		func(c *Config) { c.Pattern, c.Workers, c.Kernel = Sequential, 1, IKJ },
	} {
		config := valid
		change(&config)
		testWrongProduct(t, config)
	}
}

func testWrongProduct(t *testing.T, config Config) {
	w, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	product := w.Run()
	if err := w.Check(product); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() { _ = w.Check(product) }); n != 0 {
		t.Errorf("a check allocates %v times, want 0", n)
	}

	want := product.Messages
	product.Messages--
	if err := w.Check(product); err == nil || err.Error() != fmt.Sprintf("%d messages were received: want %d for pattern=%s", want-1, want, config.Pattern) {
		t.Errorf("error %v, want one that names the messages", err)
	}
	product.Messages++

	product.Cells[5]++
	got := product.Cells[5]
	if err := w.Check(product); err == nil || err.Error() != fmt.Sprintf("product[1][2] is %d: want %d", got, got-1) {
		t.Errorf("error %v, want one that names product[1][2]", err)
	}
	if err := w.Check(Product{Matrix: NewMatrix(3, 2)}); err == nil || err.Error() != "product is 3 x 2: want 3 x 3" {
		t.Errorf("error %v, want one that names both shapes", err)
	}
}
