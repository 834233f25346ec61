package main

import (
	"encoding/json"
	"testing"
)

func TestObject(t *testing.T) {
	// The first numbers of the authors' reference implementation for the seed 1.
	for id, want := range map[uint64]string{
		1: `{"id":1,"value":"910a2dec89025cc1"}`,
		2: `{"id":2,"value":"beeb8da1658eec67"}`,
		3: `{"id":3,"value":"f893a2eefb32555e"}`,
	} {
		if got := string(object(id)); got != want {
			t.Errorf("%d: %s, want %s", id, got, want)
		}
		if !json.Valid(object(id)) {
			t.Errorf("%s is no JSON", object(id))
		}
	}
}
