package shard

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func noisy(n int) []Point {
	random := rand.New(rand.NewPCG(1, 2))
	all := make([]Point, n)
	for i := range all {
		centre := 0.0051 * math.Exp(0.02*random.NormFloat64())
		all[i] = Point{Run: 3 * i, Center: centre, Low: centre * (1 - 0.03*random.Float64()), High: centre * (1 + 0.2*random.Float64()), N: 6, Unsteady: i % 97 / 90, Code: 1 + i/50}
	}
	return all
}

func build(t *testing.T, all []Point) *Shard {
	t.Helper()
	s := &Shard{Runtime: "go", Benchmark: "MatMul/exec=goroutine-2"}
	for _, p := range all {
		if err := s.Column("sec/op", 0).Append(p); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func encode(t testing.TB, s *Shard) []byte {
	t.Helper()
	file, err := s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestPointsComeBackToWithinTheirSteps(t *testing.T) {
	for _, n := range []int{0, 1, 100, blockPoints, blockPoints + 1, 10000} {
		all := noisy(n)
		if n > 6 {
			all[2].Low, all[2].High, all[2].N = math.NaN(), math.Inf(1), 3
			all[3] = Point{Run: 9, Center: 0, Low: 0, High: 0, N: 6}
			all[4].Low = 0
			all[6] = Point{Run: all[6].Run, Center: 5, Low: -5e-12, High: 6, N: 6}
			all[5].Center, all[5].Low, all[5].High = 1e-300, 1e-300, 1e-300
		}
		back, err := Decode(encode(t, build(t, all)))
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			continue
		}
		got, err := back.Columns[0].Points()
		if err != nil || len(got) != n {
			t.Fatalf("%d points, %v, want %d", len(got), err, n)
		}
		for i, want := range all {
			g := got[i]
			if g.Run != want.Run || g.N != want.N || g.Unsteady != want.Unsteady || g.Code != want.Code || math.Abs(g.Center-want.Center) > 0.00051*want.Center {
				t.Fatalf("point %d: got %+v, want %+v", i, g, want)
			}
			for _, e := range [][2]float64{{g.Low, want.Low}, {g.High, want.High}} {
				if infinite := math.IsNaN(e[1]) || math.IsInf(e[1], 0); infinite != math.IsNaN(e[0]) {
					t.Fatalf("point %d: got %+v, want %+v", i, g, want)
				} else if !infinite && math.Abs(e[0]-e[1]) > 0.0021*want.Center+math.Abs(e[1]-want.Center)/7.5 {
					t.Fatalf("point %d: got %+v, want %+v", i, g, want)
				}
			}
		}
	}
}

// What was published before is a start, not another outcome.
func TestTheSameBytesWhetherAtOnceOrOneByOne(t *testing.T) {
	all := noisy(2*blockPoints + 10)
	whole := encode(t, build(t, all))
	s := build(t, nil)
	s.Column("sec/op", 0)
	for i, p := range all {
		if i%700 == 0 || i%blockPoints < 2 {
			var err error
			if s, err = Decode(encode(t, s)); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Column("sec/op", 0).Append(p); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(whole, encode(t, s)) {
		t.Error("other bytes")
	}
}

func TestAPointTakesLessThanTwoBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	all := make([]Point, 10000)
	for i := range all {
		low, high := math.Inf(1), 0.0
		sum := 0.0
		for range 6 {
			v := 0.0051 * math.Exp(0.02*random.NormFloat64())
			low, high, sum = min(low, v), max(high, v), sum+v
		}
		all[i] = Point{Run: i, Center: sum / 6, Low: low, High: high, N: 6}
	}
	size := float64(len(encode(t, build(t, all)))) / float64(len(all))
	t.Logf("%.2f bytes a point", size)
	if size > 1.7 {
		t.Errorf("%.2f bytes a point, want at most 1.7", size)
	}
}

func TestErrors(t *testing.T) {
	file := encode(t, build(t, noisy(100)))
	newer := bytes.Clone(file)
	newer[4]++
	for _, test := range []struct {
		name string
		file []byte
		want string
	}{
		{"nothing", nil, "no shard"},
		{"another file", []byte("<!doctype html>"), "no shard"},
		{"newer", newer, "shard of version 3, want 2"},
		{"no header", file[:6], "truncated header"},
		{"damaged header", append(bytes.Clone(file[:8]), make([]byte, 400)...), "header: "},
		{"cut", file[:len(file)-1], "sec/op on machine 0: truncated"},
		{"too long", append(bytes.Clone(file), 0), "1 bytes too many"},
		{"damaged", append(bytes.Clone(file[:len(file)-30]), make([]byte, 30)...), "sec/op on machine 0: damaged block"},
	} {
		_, err := Decode(test.file)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
	c := build(t, noisy(2)).Columns[0]
	if err := c.Append(Point{Run: 3, Center: 1}); err == nil {
		t.Error("a run twice: want an error")
	}
	if err := c.Append(Point{Run: 9, Center: -1}); err == nil {
		t.Error("a negative value: want an error")
	}
}

func FuzzDecode(f *testing.F) {
	s := &Shard{Runtime: "go", Benchmark: "A"}
	for _, p := range noisy(50) {
		_ = s.Column("sec/op", 0).Append(p)
	}
	f.Add(encode(f, s))
	f.Fuzz(func(t *testing.T, file []byte) {
		s, err := Decode(file)
		if err != nil {
			return
		}
		again, err := s.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(again); err != nil {
			t.Fatalf("what it wrote it can't read: %v", err)
		}
	})
}
