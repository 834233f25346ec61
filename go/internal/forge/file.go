package forge

import "context"

// File is the content of a file at the tip of a branch, nil where there is no such
// branch or file. A remote that can't be read is an error.
func (r Remote) File(ctx context.Context, branch, path string) ([]byte, error) {
	work, err := r.open(ctx)
	if err != nil {
		return nil, err
	}
	defer work.close()
	if there, err := work.fetch(ctx, branch); err != nil || !there {
		return nil, err
	}
	files, err := work.files(ctx)
	if err != nil || files[path] == "" {
		return nil, err
	}
	return work.git(ctx, nil, "cat-file", "blob", files[path])
}

// Files lists the files below a folder at a commit, a line each; "" where there is
// neither.
func (r Repository) Files(ctx context.Context, ref, folder string) string {
	out, err := r.git(ctx, "ls-tree", "-r", "--name-only", "--full-tree", ref, "--", folder)
	if err != nil {
		return ""
	}
	return string(out)
}
