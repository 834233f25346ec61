package config

// A Pipeline is what a repository wants of its pipeline on GitHub.
type Pipeline struct {
	FailOnSlower     bool     `yaml:"fail-on-slower" jsonschema_description:"Whether the commit status of a pull request fails if something got slower; otherwise it only reports it."`
	AcceptLabel      string   `yaml:"accept-label" jsonschema_description:"A pull request with this label is accepted despite a regression."`
	ChangePointIssue bool     `yaml:"change-point-issue" jsonschema_description:"Whether to open an issue when a trend of the default branch rises, and close it when the level returns."`
	Backfill         int      `yaml:"backfill" jsonschema:"minimum=0,maximum=20" jsonschema_description:"How many of the commits that pushes skipped a night measures."`
	Night            int      `yaml:"night" jsonschema:"minimum=1,maximum=10000" jsonschema_description:"Runner minutes for one night. What does not fit waits for another night."`
	NightlyParts     int      `yaml:"nightly-parts" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"Parts of the profile nightly, of which a night measures one."`
	StudyParts       int      `yaml:"study-parts" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"Parts of the study, of which a night measures one."`
	IdenticalParts   int      `yaml:"identical-parts" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"Number of parts of a pull request's benchmarks; each night measures one part even if its code is identical."`
	RecordingRounds  int      `yaml:"recording-rounds" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"Rounds that a night records of a commit against itself."`
	Canary           []string `yaml:"canary" jsonschema_description:"Workloads that a night slows down on purpose, to test the verdicts."`
	Headline         []string `yaml:"headline" jsonschema_description:"Workloads whose trends the classic page shows."`
}

func (c Config) checkPipeline(f *file) error {
	p := c.Pipeline
	if p.StudyParts == 0 && p.IdenticalParts == 0 && len(p.Canary) == 0 && len(p.Headline) == 0 {
		return nil // none is wanted
	}
	for _, count := range []struct {
		field        string
		value, least int
	}{{"backfill", p.Backfill, 0}, {"night", p.Night, 1}, {"nightly-parts", p.NightlyParts, 1}, {"study-parts", p.StudyParts, 1}, {"identical-parts", p.IdenticalParts, 1}, {"recording-rounds", p.RecordingRounds, 1}} {
		if err := CheckCount(count.field, count.value, count.least); err != nil {
			return f.errorf("pipeline."+count.field, "%v", err)
		}
	}
	for field, names := range map[string][]string{"canary": p.Canary, "headline": p.Headline} {
		for _, name := range names {
			if _, err := c.Workload(name); err != nil {
				return f.errorf("pipeline."+field, "%v", err)
			}
		}
	}
	return nil
}
