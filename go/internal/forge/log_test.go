package forge

import "testing"

func TestPages(t *testing.T) {
	for _, test := range []struct{ remote, want string }{
		{"https://github.com/owner/name.git", "https://github.com/owner/name"},
		{"https://user:secret@github.com/owner/name", "https://github.com/owner/name"},
		{"git@github.com:owner/name.git", "https://github.com/owner/name"},
		{"ssh://git@github.com:22/owner/name.git", "https://github.com/owner/name"},
		{"/srv/git/name.git", ""},
		{"../name", ""},
		{"file:///srv/name", ""},
		{"javascript:alert(1)", "https://javascript/alert(1)"},
		{"https://github.com/", ""},
		{"", ""},
	} {
		if got := pages(test.remote); got != test.want {
			t.Errorf("%q: got %q, want %q", test.remote, got, test.want)
		}
	}
}
