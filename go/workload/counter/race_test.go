//go:build race

package counter

const raceDetector = true
