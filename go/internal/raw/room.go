package raw

import (
	"errors"
	"io/fs"
)

// RoomFile holds how much time there was, in milliseconds, each time that a judge
// was asked for more: a resumed run has to choose as the one before it did.
const RoomFile = "room.json"

// Rooms are those times, in their order; none where nothing was asked for.
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
