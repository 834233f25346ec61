package main

import (
	"fmt"
	"slices"
	"testing"
)

func TestParseProcessors(t *testing.T) {
	for _, test := range []struct {
		list string
		want []int
	}{
		{"0\n", []int{0}},
		{"0-3", []int{0, 1, 2, 3}},
		{"0-1,4,6-7\n", []int{0, 1, 4, 6, 7}},
	} {
		if got, err := parseProcessors(test.list); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q: %v, %v, want %v", test.list, got, err, test.want)
		}
	}
	for _, list := range []string{"", "\n", "a", "1-", "-1", "3-1", "0,,1", "0-99999999"} {
		if got, err := parseProcessors(list); fmt.Sprint(err) != fmt.Sprintf("processors %q: want a list such as 0-3,6", list) {
			t.Errorf("%q: %v, %v", list, got, err)
		}
	}
}
