package run

import "context"

// A TestSource is a repository of functions; those that are nil do nothing.
type TestSource struct {
	ToExport func(ctx context.Context, commit, dir string) error
	ToCopy   func(ctx context.Context, dir string) error
}

func (s TestSource) Export(ctx context.Context, commit, dir string) error {
	return s.ToExport(ctx, commit, dir)
}

func (s TestSource) Copy(ctx context.Context, dir string) error { return s.ToCopy(ctx, dir) }

func (TestSource) Trees(_ context.Context, commit string, _ ...string) (string, error) {
	return commit, nil
}

func (TestSource) Submodules(context.Context, string) (map[string]string, error) { return nil, nil }

func (TestSource) Absent(context.Context, string) string { return "" }
