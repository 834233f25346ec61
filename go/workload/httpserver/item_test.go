package httpserver

import (
	"bytes"
	"strings"
	"testing"
)

// The same table stands in the Kotlin twin's tests.
func TestItem(t *testing.T) {
	for text, want := range map[string]Item{
		`{"id":17,"value":"a534a6a6b7fd0b63"}`:                 {17, 0xa534a6a6b7fd0b63},
		`{"id":0,"value":"0000000000000000"}`:                  {0, 0},
		`{"id":999999999999999999,"value":"ffffffffffffffff"}`: {999999999999999999, 1<<64 - 1},
	} {
		got, err := parseItem([]byte(text))
		if err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", text, got, err, want)
		}
		if got := string(want.bytes()); got != text {
			t.Errorf("%v: %s, want %s", want, got, text)
		}
	}
}

// And so does this one.
func TestItemRefused(t *testing.T) {
	for _, text := range []string{
		``,
		`{}`,
		`{"id":,"value":"a534a6a6b7fd0b63"}`,
		`{"id":-1,"value":"a534a6a6b7fd0b63"}`,
		`{"id":01,"value":"a534a6a6b7fd0b63"}`,
		`{"id":1000000000000000000,"value":"a534a6a6b7fd0b63"}`,
		`{"id":17,"value":"a534a6a6b7fd0b6"}`,
		`{"id":17,"value":"a534a6a6b7fd0b633"}`,
		`{"id":17,"value":"A534A6A6B7FD0B63"}`,
		`{"id":17,"value":"g534a6a6b7fd0b63"}`,
		`{"id":17,"value":"a534a6a6b7fd0b63"`,
		`{"id":17,"value":"a534a6a6b7fd0b63"}` + "\n",
		`{"id": 17,"value":"a534a6a6b7fd0b63"}`,
		`{"id":17`,
	} {
		if got, err := parseItem([]byte(text)); err == nil || !strings.HasSuffix(err.Error(), `: want {"id":17,"value":"a534a6a6b7fd0b63"}`) {
			t.Errorf("%s: %v, %v, want an error that says what would be right", text, got, err)
		}
	}
}

func FuzzItem(f *testing.F) {
	f.Add([]byte(`{"id":17,"value":"a534a6a6b7fd0b63"}`))
	f.Add([]byte(`{"id":1000000000000000000,"value":"0000000000000000"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if item, err := parseItem(text); err == nil && !bytes.Equal(item.bytes(), text) {
			t.Errorf("%q is taken for %s", text, item.bytes())
		}
	})
}
