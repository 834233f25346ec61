package publish

import (
	"errors"
	"io"
	"math"

	"golang.org/x/perf/benchfmt"
)

// Alarms is how often our rules called something slower or faster in reports on
// what had not changed, with the upper bound of that rate, as calibrate found it.
type Alarms struct {
	Run   string  `json:"run"`
	Date  string  `json:"date,omitempty"`
	Count int     `json:"count"`
	Of    int     `json:"of"`
	High  float64 `json:"high"` // at 95 %
}

// errNoRates says that a calibration's file holds rounds, not rates.
var errNoRates = errors.New("no rates in it")

// alarmsOf reads what calibrate writes as benchmark "Alarms/rule=cobench".
func alarmsOf(root, id string) (Alarms, error) {
	path := path(root, id)
	alarms := Alarms{Run: id}
	err := text(path, func(r io.Reader) error {
		reader := benchfmt.NewReader(r, path)
		for reader.Scan() {
			result, ok := reader.Result().(*benchfmt.Result)
			if !ok || string(result.Name) != "Alarms/rule=cobench" {
				continue
			}
			rate, known := result.Value("alarmed-reports")
			high, bounded := result.Value("alarmed-reports-high")
			if known && bounded && result.Iters > 0 {
				alarms.Date = result.GetConfig("date")
				alarms.Of += result.Iters
				alarms.Count += int(math.Round(rate * float64(result.Iters)))
				alarms.High = high
			}
		}
		return reader.Err()
	})
	if err == nil && alarms.Of == 0 {
		err = errNoRates
	}
	return alarms, err
}
