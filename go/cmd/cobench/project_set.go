package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
)

// settingsHelp is of the flag -set.
const settingsHelp = "`key=value`; may be repeated. In a checkout of cobench: exec, workload, runtime or a parameter, with values separated by commas, or rounds, fill, iterations, iteration, warmup, limit, budget, confirm. In your own project: packages, env (environment variables to pass on), jdk (a feature version), build (the command that makes a jar with JMH, if the files of Maven or Gradle do not tell), jar (a pattern for that jar), all=true (also measure what the change does not reach) or measure-identical=true. Of bench: why=slower, all or false (what to profile after the verdicts)"

// projectSettings are the keys of -set in somebody's own repository: fields of
// cobench.yaml that are rarely told by hand.
var projectSettings = []string{"packages", "env", "jdk", "build", "jar", "all", "measure-identical"}

// set fills in what -set says.
func (q *projectRequest) set(settings []plan.Setting) error {
	for _, s := range settings {
		var err error
		switch s.Key {
		case "packages":
			q.packages = s.Value
		case "env":
			names := list(s.Value)
			for _, name := range names {
				if err = config.CheckVariable(name); err != nil {
					break
				}
			}
			q.env = slices.Concat(q.env, names)
		case "jdk":
			if q.jdk, err = strconv.Atoi(s.Value); err != nil {
				err = fmt.Errorf("%q: want a feature version such as 25", s.Value)
			}
		case "build":
			q.build = s.Value
		case "jar":
			q.jar = s.Value
		case "all":
			if q.all, err = strconv.ParseBool(s.Value); err != nil {
				err = fmt.Errorf("%q: want true or false", s.Value)
			}
		case "measure-identical":
			if q.measureIdentical, err = strconv.ParseBool(s.Value); err != nil {
				err = fmt.Errorf("%q: want true or false", s.Value)
			}
		default:
			return fmt.Errorf("-set %s=%s: unknown key of a project, want one of %s", s.Key, s.Value, strings.Join(projectSettings, ", "))
		}
		if err != nil {
			return fmt.Errorf("-set %s: %w", s.Key, err)
		}
	}
	return nil
}
