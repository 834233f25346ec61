package main

import (
	"fmt"
	"testing"
)

func TestSettingsOf(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"PingPong/hops=10/exec=goroutine-2", "[{runtime go} {workload PingPong} {hops 10} {exec goroutine}]"},
		{"PingPong/hops=10/exec=event-loop-16", "[{runtime go} {workload PingPong} {hops 10} {exec event-loop}]"},
		{"PingPong/hops=10/exec=event-loop", "[{runtime go} {workload PingPong} {hops 10} {exec event-loop}]"},
		{"PingPong/hops", `"PingPong/hops": want a benchmark such as PingPong/hops=10000/exec=goroutine`},
	} {
		got, err := settingsOf("go", test.name)
		if err != nil && err.Error() != test.want || err == nil && fmt.Sprint(got) != test.want {
			t.Errorf("%s: %v, %v: want %s", test.name, got, err, test.want)
		}
	}
}
