package ruler

// The kernels. Whatever is changed here, or compiles it, makes another ruler:
// see Number.

// arithmetic is a chain of multiplications and shifts, each of which waits for
// the one before: a processor's clock, and nothing else.
func arithmetic(steps int) uint64 {
	x := uint64(steps)
	for range steps {
		x = x*6364136223846793005 + 1442695040888963407
		x ^= x >> 29
	}
	return x
}

// memorySize is more than the caches of a core, in words of 8 bytes.
const memorySize = 4 << 20

// memory copies 32 MiB from one place to another in a step: the bandwidth that
// neighbours on the machine share. Not a walk in an order that no processor
// guesses: its time hangs on which pages a process was given, and was up to
// twice as long in one process as in the next.
func memory(from, to []uint64, steps int) uint64 {
	for range steps {
		copy(to, from)
	}
	return to[len(to)-1]
}

// channels sends a ball to and fro between two goroutines: Go's scheduler, on
// one processor, since how fast another one wakes is no property that lasts.
func channels(steps int) uint64 {
	there, back := make(chan uint64), make(chan uint64)
	go func() {
		for ball := range there {
			back <- ball + 1
		}
		close(back)
	}()
	ball := uint64(0)
	for range steps {
		there <- ball
		ball = <-back
	}
	close(there)
	<-back
	return ball
}
