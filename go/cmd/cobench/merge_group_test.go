package main

import (
	"strings"
	"testing"
)

// Both workflows that report start for a merge group, with the right to set a status.
func TestMergeGroupsAreReported(t *testing.T) {
	for _, file := range []string{"comment.yml", "project-comment.yml"} {
		if job := ofWorkflow(t, file).Jobs["comment"]; !strings.Contains(job.If, `["pull_request", "merge_group"]`) {
			t.Errorf("%s does not report merge groups: %s", file, job.If)
		}
	}
}
