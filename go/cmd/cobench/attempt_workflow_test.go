package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A second attempt of a job finds the artifacts of the first one: an upload
// replaces them, or has a name of its own, by which a deployment then asks.
func TestASecondAttemptCanUpload(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(workflows, "*.yml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	const attempt = "${{ github.run_attempt }}"
	for _, file := range files {
		for name, job := range readWorkflow(t, file).Jobs {
			for _, s := range job.Steps {
				action, _, _ := strings.Cut(s.Uses, "@")
				artifact, _ := s.With["name"].(string)
				where := filepath.Base(file) + ", job " + name
				switch action {
				case "actions/upload-artifact":
					if !strings.HasSuffix(artifact, attempt) && s.With["overwrite"] != true {
						t.Errorf("%s: artifact %q can be uploaded once", where, artifact)
					}
				case "actions/upload-pages-artifact": // it has no overwrite
					if !strings.HasSuffix(artifact, attempt) {
						t.Errorf("%s: artifact %q can be uploaded once", where, artifact)
					}
				case "actions/deploy-pages":
					if asked, _ := s.With["artifact_name"].(string); !strings.Contains(asked, "needs.") && !strings.HasSuffix(asked, attempt) {
						t.Errorf("%s deploys %q, which two attempts may have", where, asked)
					}
				}
			}
		}
	}
}
