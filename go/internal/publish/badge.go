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

// ahead is how far a machine's clock may be ahead of this one's.
const ahead = time.Hour

// toCome tells whether a date is in the future: of a clock that is wrong.
func toCome(date string, now time.Time) bool {
	measured, err := time.Parse(time.RFC3339, date)
	return err == nil && !now.IsZero() && measured.Sub(now) > ahead
}

// newest is the newest run of the default branch, or of all where it has none:
// a manual run of today doesn't make old trends new. Neither does a date in the
// future, which is taken where there is no other alone.
func newest(runs []Listing, now time.Time) *Listing {
	var found *Listing
	rank := func(l *Listing) int {
		switch {
		case toCome(l.Date, now):
			return 0
		case l.Kind == history.Main || l.Kind == history.Nightly:
			return 2
		}
		return 1
	}
	for i := range runs {
		r := &runs[i]
		if found == nil || rank(r) > rank(found) || rank(r) == rank(found) && newestFirst(*r, *found) < 0 {
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
func (p *published) badge() {
	const label = "newest data"
	const fresh, marked = "#0969da", "#9a6700"
	text, colour := "none yet", "#6e7781"
	if run := p.index.Newest; run != nil {
		text = "of an unknown day"
		measured, err := time.Parse(time.RFC3339, run.Date)
		switch {
		case toCome(run.Date, p.now):
			text, colour = "of a day to come", marked
		case err == nil:
			text, colour = measured.UTC().Format("2 Jan 2006"), fresh
			if p.now.Sub(measured) > old {
				colour = marked
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
