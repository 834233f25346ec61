package artifact_test

import (
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/artifact"
)

const whyText = `{"rows": [{"runtime": "go", "benchmark": "Ping/exec=goroutine-2", "unit": "ns/op", "none": "tell @everyone", "flame": "why/1/flame.html",
	"functions": [{"name": "a.com/x.(*T[...]).f", "file": "a.go", "line": 3, "base": 1, "head": 2, "inDiff": true}]}]}`

// Of what a stranger's profiles say there is nothing left but numbers, and names that
// are no sentence and no address.
func TestWhyOfStrangers(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"a.com/x.(*T[...]).f", "a.com/x.(*T[...]).f"},
		{"see `https://evil.example` @everyone", "see%20%60https%3A//evil.example%60%20%40everyone"},
		{"a|b", "a%7Cb"},
	} {
		text := strings.Replace(whyText, "a.com/x.(*T[...]).f", test.name, 1)
		files := append(good(), file{"why/", ""}, file{"why/pr/", ""}, file{"why/pr/here.json", text})
		a, err := artifact.UnpackNumbers("report.zip", pack(t, files...))
		if err != nil {
			t.Fatal(err)
		}
		row := a.Why[artifact.Missing{Plan: "pr", Job: "here"}].Rows[0]
		if f := row.Functions[0]; f.Name != test.want || f.Line != 3 || !f.InDiff || row.None != "" || row.Flame != "why/1/flame.html" {
			t.Errorf("%+v, want %s", row, test.want)
		}
	}
	for _, place := range []string{"why/1/evil.html", "why/1/flame.html/x", "flame.html", "why/1/[x](https:evil)/flame.html", "why/100/flame.html"} {
		text := strings.Replace(whyText, "why/1/flame.html", place, 1)
		a, err := artifact.UnpackNumbers("report.zip", pack(t, append(good(), file{"why/", ""}, file{"why/pr/", ""}, file{"why/pr/here.json", text})...))
		if err != nil || a.Why[artifact.Missing{Plan: "pr", Job: "here"}].Rows[0].Flame != "" {
			t.Errorf("%s: %v, %+v, want no flame graph", place, err, a.Why)
		}
	}
	for _, test := range []struct{ name, text, want string }{
		{"why/pr/here.json", strings.Replace(whyText, "Ping/exec=goroutine-2", "@everyone", 1), "want a name such as"},
		{"why/pr/here.json", strings.Replace(whyText, `"go"`, `"<b>"`, 1), "want a name"},
		{"why/pr/here.json", strings.Replace(whyText, `"a.go"`, `"../a.go"`, 1), "want a line of a file"},
		{"why/pr/here.json", "no JSON", "invalid character"},
		{"why/pr/else.json", whyText, `unknown job "else"`},
		{"why/main/here.json", whyText, "belongs to no plan in it"},
		{"why/pr/here.html", whyText, "want plans/NAME.json"},
	} {
		_, err := artifact.UnpackNumbers("report.zip", pack(t, append(good(), file{test.name, test.text})...))
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}
