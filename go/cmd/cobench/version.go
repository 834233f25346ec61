package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is the tag that a release was built of, or what git calls the commit of the
// checkout that make has built; "" elsewhere.
var release string

// version says what the program was built from.
func (c command) version(_ context.Context, args []string) error {
	if err := c.parse(flag.NewFlagSet("version", flag.ContinueOnError), args, 0, ""); err != nil {
		return err
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return errMeasured{fmt.Errorf("this program was built without version information")}
	}
	fmt.Fprintln(c.stdout, versionLine(info))
	return nil
}

func versionLine(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	line := "cobench " + cmp.Or(release, info.Main.Version)
	if commit := settings["vcs.revision"]; commit != "" {
		line += ", commit " + commit
		if settings["vcs.modified"] == "true" {
			line += " with changes"
		}
		if at := settings["vcs.time"]; at != "" {
			line += " of " + at
		}
	} else if info.Main.Sum != "" {
		line += ", module " + info.Main.Path + " " + info.Main.Sum
	}
	return line + fmt.Sprintf(", %s, %s/%s", info.GoVersion, runtime.GOOS, runtime.GOARCH)
}
