package raw

import (
	"errors"
	"io/fs"
)

// RoomFile holds for how many samples there was time, each time that a judge
// asked for more: a resumed run has to choose as the one before it did.
const RoomFile = "room.json"

// Rooms are those numbers, in their order; none where nothing was asked for.
func (d Dir) Rooms() ([]int, error) {
	var rooms []int
	err := readJSON(d.Path(RoomFile), &rooms)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return rooms, err
}

// SetRooms keeps them.
func (d Dir) SetRooms(rooms []int) error { return WriteJSON(d.Path(RoomFile), rooms) }
