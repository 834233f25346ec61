package publish

import (
	"fmt"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/history"
)

// badgeFile is a picture for a README: of when the newest data is.
const badgeFile = "badge.svg"

// old is the age from which on the badge is marked: nights that bring nothing
// are looked after within a week.
const old = 7 * 24 * time.Hour

// newest is the newest run of the default branch, or of all where it has none:
// a manual run of today doesn't make old trends new.
func newest(runs []Listing) *Listing {
	var found *Listing
	ofBranch := func(l *Listing) bool { return l.Kind == history.Main || l.Kind == history.Nightly }
	for i := range runs {
		r := &runs[i]
		if found == nil || ofBranch(r) && !ofBranch(found) || ofBranch(r) == ofBranch(found) && newestFirst(*r, *found) < 0 {
			found = r
		}
	}
	if found == nil {
		return nil
	}
	run := *found
	return &run
}

// badge adds the badge. It tells a day and no age, for nobody draws it anew
// when the pipeline rests; only its colour is of the day when it was published.
func (p *published) badge(now time.Time) {
	const label = "newest data"
	text, colour := "none yet", "#6e7781"
	if run := p.index.Newest; run != nil {
		text = "of an unknown day"
		if measured, err := time.Parse(time.RFC3339, run.Date); err == nil {
			text, colour = measured.UTC().Format("2 Jan 2006"), "#0969da"
			if now.Sub(measured) > old {
				colour = "#9a6700"
			}
		}
	}
	p.files[badgeFile] = []byte(strings.NewReplacer(
		"LABEL", label, "TEXT", text, "COLOUR", colour,
		"LEFT", fmt.Sprint(width(label)), "RIGHT", fmt.Sprint(width(text)), "ALL", fmt.Sprint(width(label)+width(text)),
		"MIDDLE1", fmt.Sprint(width(label)/2), "MIDDLE2", fmt.Sprint(width(label)+width(text)/2),
		"LONG1", fmt.Sprint(width(label)-2*padding), "LONG2", fmt.Sprint(width(text)-2*padding),
	).Replace(badgeShape))
}

// A badge's letters are stretched to the width that is reckoned with, so that
// any font fits.
const (
	letter  = 6 // a letter's mean width
	padding = 7 // on each side
)

func width(text string) int { return letter*len(text) + 2*padding }

const badgeShape = `<svg xmlns="http://www.w3.org/2000/svg" width="ALL" height="20" role="img" aria-label="LABEL: TEXT">
 <title>LABEL: TEXT</title>
 <clipPath id="round"><rect width="ALL" height="20" rx="3"/></clipPath>
 <g clip-path="url(#round)"><rect width="ALL" height="20" fill="#3d444d"/><rect x="LEFT" width="RIGHT" height="20" fill="COLOUR"/></g>
 <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
  <text x="MIDDLE1" y="14" textLength="LONG1">LABEL</text>
  <text x="MIDDLE2" y="14" textLength="LONG2">TEXT</text>
 </g>
</svg>
`
