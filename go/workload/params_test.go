package workload

import "testing"

func TestParams(t *testing.T) {
	type values struct {
		N       int
		Pattern string
	}
	get := func(p *Params) values { return values{p.Int("n"), p.String("pattern", "fan", "pure")} }

	for _, test := range []struct {
		params string
		want   values
		err    string
	}{
		{params: "pattern=fan/n=100", want: values{100, "fan"}},
		{params: "n=-1/pattern=pure", want: values{-1, "pure"}},
		{params: "pattern=fan", err: "-params: no n: want an integer"},
		{params: "n=1", err: "-params: no pattern: want a value"},
		{params: "pattern=fan/n=many", err: "-params: n=many: want an integer"},
		{params: "pattern=fan/n=1.5", err: "-params: n=1.5: want an integer"},
		{params: "pattern=fan/n=99999999999999999999", err: "-params: n=99999999999999999999: want an integer"},
		{params: "pattern=x/n=1", err: "-params: pattern=x: want one of fan, pure"},
		{params: "pattern=x/n=many", err: "-params: n=many: want an integer"}, // the first that is asked for
		{params: "pattern=fan/n=1/m=2", err: "-params: unknown m=2: want n, pattern"},
		{params: "pattern=fan/n=1/n=1", err: "-params: n stands there twice"},
		{params: "pattern=fan/n", err: `-params: "n": want key=value`},
		{params: "pattern=fan/n=", err: `-params: "n=": want key=value`},
		{params: "=fan/n=1", err: `-params: "=fan": want key=value`},
		{params: "pattern=fan//n=1", err: `-params: "": want key=value`},
		{params: "", err: `-params: "": want key=value`},
	} {
		t.Run(test.params, func(t *testing.T) {
			p, err := ParseParams(test.params)
			var got values
			if err == nil {
				got = get(p)
				err = p.Err()
			}
			switch {
			case test.err != "":
				if err == nil || err.Error() != test.err {
					t.Errorf("error %v, want %s", err, test.err)
				}
			case err != nil:
				t.Error(err)
			case got != test.want:
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

func TestIntOr(t *testing.T) {
	for params, want := range map[string]int{"capacity=unlimited": 1 << 20, "capacity=64": 64, "capacity=x": 0, "n=1": 0} {
		p, err := ParseParams(params)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.IntOr("capacity", "unlimited", 1<<20); got != want || (p.Err() == nil) != (want > 0) {
			t.Errorf("%s: %d and error %v, want %d", params, got, p.Err(), want)
		}
	}
}

func TestParamsNotAskedFor(t *testing.T) {
	p, err := ParseParams("n=1")
	if err != nil {
		t.Fatal(err)
	}
	if p.Err() == nil {
		t.Error("no error, though nobody asked for n")
	}
}

func FuzzParseParams(f *testing.F) {
	f.Add("pattern=fan/n=100")
	f.Add("a==/b=c=d")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParseParams(s)
		if err != nil {
			return
		}
		for key, value := range p.values {
			if got := p.String(key); got != value || got == "" {
				t.Errorf("%q is %q, want %q", key, got, value)
			}
		}
		if err := p.Err(); err != nil {
			t.Error(err)
		}
	})
}
