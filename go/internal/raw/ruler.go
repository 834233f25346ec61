package raw

import (
	"errors"
	"io/fs"

	"github.com/cobench/cobench/go/internal/ruler"
)

// RulerFile holds the readings of the ruler.
const RulerFile = "ruler.json"

// Readings are those of the ruler, in the order of measuring; none where it was not read.
func (d Dir) Readings() ([]ruler.Reading, error) {
	var readings []ruler.Reading
	err := readJSON(d.Path(RulerFile), &readings)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return readings, err
}

// AddReading keeps one more.
func (d Dir) AddReading(r ruler.Reading) error {
	readings, err := d.Readings()
	if err != nil {
		return err
	}
	return WriteJSON(d.Path(RulerFile), append(readings, r))
}
