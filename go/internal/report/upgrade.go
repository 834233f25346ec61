package report

import "strings"

// Headline is the verdict on the whole, in one line: what changed, what looks as if
// it had, and what was not examined; of an upgrade, behind its name.
func (r *Report) Headline() string {
	if len(r.Upgrades) == 0 {
		return r.outcome()
	}
	return r.UpgradeWords() + ": " + r.outcome()
}

// UpgradeWords names what head has in place of what base has: "JDK 25, Go 1.27.0".
func (r *Report) UpgradeWords() string {
	var words []string
	for _, u := range r.Upgrades {
		what, version, _ := strings.Cut(u, "=")
		switch what {
		case "jdk":
			what = "JDK"
		case "go":
			what = "Go"
		}
		words = append(words, what+" "+version)
	}
	return strings.Join(words, ", ")
}

// runtime is that of the first row.
func (r *Report) runtime() string {
	if len(r.Rows) == 0 {
		return ""
	}
	return r.Rows[0].Runtime
}

// reproduce are the flags that measure an upgrade again; its base is head's own code,
// unless another was named.
func (r *Report) reproduce() string {
	flags := ""
	if r.Base != r.Head {
		flags = " -base " + short(r.Base)
	}
	for _, u := range r.Upgrades {
		flags += " -upgrade " + u
		// A project's jar is measured on whatever JDK is found, unless it is named.
		if jdk, ok := strings.CutPrefix(r.runtime(), "jvm-"); ok && strings.HasPrefix(u, "jdk=") && r.Profile == ofProject {
			flags += " -set jdk=" + jdk
		}
	}
	return flags
}
