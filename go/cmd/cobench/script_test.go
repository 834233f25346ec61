package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/cobench/cobench/go/internal/run/process"
)

// The test binary runs as the command itself in the scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"cobench": func() {
			program, _ := exec.LookPath("cobench")
			ctx, _ := untilSignalled()
			os.Exit(command{
				stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, program: program,
				environ: os.Environ(), now: time.Now, start: process.Start,
			}.main(ctx, os.Args[1:]))
		},
	})
}

var real = flag.Bool("real", false, "run the pipeline with the real toolchains")

// Each script is a behaviour of the command.
func TestScripts(t *testing.T) { runScripts(t, "testdata/script") }

func TestPipeline(t *testing.T) {
	if !*real {
		t.Skip("-real is not given: takes minutes")
	}
	runScripts(t, "testdata/slow")
}

// What takes longer than it is often broken.
func TestPipelineAtNight(t *testing.T) {
	if !*real {
		t.Skip("-real is not given: takes minutes")
	}
	runScripts(t, "testdata/night")
}

func runScripts(t *testing.T, dir string) {
	testscript.Run(t, testscript.Params{
		Dir:           dir,
		UpdateScripts: *update,
		WorkdirRoot:   t.TempDir(), // or a folder stays for each time that -run selects some
		Setup: func(e *testscript.Env) error {
			checkout, err := os.Getwd()
			e.Setenv("CHECKOUT", filepath.Join(checkout, "../../.."))
			// Maven and Go keep what they have downloaded below the home folder.
			e.Setenv("HOME", os.Getenv("HOME"))
			return err
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status":  status,
			"waitfor": waitFor,
		},
	})
}
