package build

import (
	"testing"

	"github.com/cobench/cobench/go/internal/config"
)

func TestEveryKindCanBeBuilt(t *testing.T) {
	for _, k := range config.Kinds {
		if kinds[k] == nil {
			t.Errorf("kind %s is not among those that can be built", k)
		}
	}
}
