package plan

// A Trigger is why a workflow was started.
type Trigger string

// The triggers of which something is measured.
const (
	Push        Trigger = "push"
	PullRequest Trigger = "pull_request"
	Dispatch    Trigger = "workflow_dispatch"
	Schedule    Trigger = "schedule"
	MergeGroup  Trigger = "merge_group"
)

// LongestNote is the most characters of a note.
const LongestNote = 500
