package main

import (
	"runtime"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/planning"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

func (c command) getenv(name string) string { return toolchain.Getenv(c.environ, name) }

// server is the GitHub of the job that this is a step of.
func (c command) server() pipeline.Server {
	return pipeline.Server{
		URL: c.getenv("GITHUB_SERVER_URL"), API: c.getenv("GITHUB_API_URL"), Repository: c.getenv("GITHUB_REPOSITORY"), Token: c.getenv("GITHUB_TOKEN"),
		DataRepository: c.getenv(pipeline.DataRepository), DataToken: c.getenv(pipeline.DataToken),
		Environ: c.environ, Now: c.now, Wait: c.wait,
	}
}

// plain makes stdout and stderr plain, for what others have made.
func (c command) plain() command {
	runner := c.getenv("GITHUB_ACTIONS") == "true"
	c.stdout, c.stderr = pipeline.Log{To: c.stdout, Runner: runner}, pipeline.Log{To: c.stderr, Runner: runner}
	return c
}

// log is stderr as a job's log.
func (c command) jobLog() pipeline.Log {
	if l, ok := c.stderr.(pipeline.Log); ok {
		return l
	}
	return c.plain().jobLog()
}

// planner makes plans in a checkout.
func (c command) planner(root string, conf config.Config) planning.Planner {
	cpus := 0
	if process.CanBind {
		cpus = runtime.NumCPU()
	}
	return planning.Planner{Repository: forge.Repository(root), Conf: conf, CPUs: cpus, Missing: c.findRuntimes().missing, Log: c.stderr}
}
