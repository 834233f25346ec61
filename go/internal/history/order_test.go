package history_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/history"
)

func TestSort(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 11, n, 0, 0, 0, 0, time.UTC) }
	order := history.Order{"a": day(1), "b": day(1).Add(1), "c": day(3)}
	for _, test := range []struct {
		name  string
		order history.Order
		files []history.Measured
		want  string
	}{
		{"as they were made", order, []history.Measured{{"c", day(4), "c1"}, {"b", day(9), "b1"}, {"a", day(5), "a1"}}, "a1 b1 c1"},
		{"a commit twice, by date", order, []history.Measured{{"b", day(9), "b2"}, {"a", day(5), "a1"}, {"b", day(8), "b1"}}, "a1 b1 b2"},
		{"one day, by file", order, []history.Measured{{"b", day(9), "b2"}, {"b", day(9), "b1"}}, "b1 b2"},
		{"unknown between known", order, []history.Measured{{"c", day(4), "c1"}, {"x", day(2), "x1"}, {"a", day(5), "a1"}}, "a1 x1 c1"},
		{"with changes", order, []history.Measured{{"c", day(4), "c1"}, {"b-dirty", day(9), "b1"}}, "b1 c1"},
		{"git knows nothing", nil, []history.Measured{{"c", day(4), "c1"}, {"b", day(9), "b1"}, {"a", day(5), "a1"}}, "c1 a1 b1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := slices.Clone(test.files)
			history.Sort(files, test.order, func(m history.Measured) history.Measured { return m })
			var got []string
			for _, f := range files {
				got = append(got, f.ID)
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("%v, want %s", got, test.want)
			}
		})
	}
}
