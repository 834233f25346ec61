package publish

import "runtime/debug"

// RoomForSpeed lets the process hold more garbage, up to some 800 MB, while
// nobody else needs the memory: a command that only publishes calls it first.
func RoomForSpeed() {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(800 << 20)
}
