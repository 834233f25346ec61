package publish

import (
	"encoding/xml"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// The feed is Atom (RFC 4287). Its links are relative to the site, whose address
// nobody needs to know here; its names are made of what changed and where.
type feed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Title   string      `xml:"title"`
	ID      string      `xml:"id"`
	Updated string      `xml:"updated"`
	Author  person      `xml:"author"`
	Links   []link      `xml:"link"`
	Entries []feedEntry `xml:"entry"`
}

type person struct {
	Name string `xml:"name"`
}

type link struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

type feedEntry struct {
	Title   string `xml:"title"`
	ID      string `xml:"id"`
	Updated string `xml:"updated"`
	Link    link   `xml:"link"`
	Summary string `xml:"summary"`
}

const (
	feedFile    = "changes.atom"
	feedEntries = 50
)

// feed adds the feed of the newest changes.
func (p *published) feed() error {
	t := p.index.Trends
	f := feed{
		Title: "cobench: what changed", ID: "urn:cobench:changes", Author: person{"cobench"}, Updated: time.Unix(0, 0).UTC().Format(time.RFC3339),
		Links: []link{{"self", feedFile}, {"alternate", "../index.html"}},
	}
	if p.index.Repository != "" {
		f.ID += ":" + url.PathEscape(p.index.Repository)
	}
	if len(p.index.Runs) > 0 {
		f.Updated = p.index.Runs[0].Date
	}
	for _, c := range t.Changes[:min(len(t.Changes), feedEntries)] {
		s := t.Series[c.Series]
		name := t.Runtimes[s[1]] + "/" + t.Names[s[0]] + "/exec=" + t.Execs[s[2]]
		span := t.Spans[c.Span]
		word := "slower"
		if c.Ratio < 1 {
			word = "faster"
		}
		f.Entries = append(f.Entries, feedEntry{
			Title:   fmt.Sprintf("%s: %s, %+.1f %% between %s and %s", name, word, 100*(c.Ratio-1), short(span.Base), short(span.Head)),
			ID:      fmt.Sprintf("%s:%s:%s:%s:%d", f.ID, span.Head, url.PathEscape(name), url.PathEscape(c.Unit), c.Machine),
			Updated: c.Date,
			Link:    link{"alternate", "../trends.html?s=" + strings.ReplaceAll(url.QueryEscape(name), "%2F", "/") + fmt.Sprintf("&at=%d", c.Place)},
			Summary: fmt.Sprintf("%s, %+.1f %% (95 %% interval %+.1f to %+.1f %%), p = %.2g, %d runs before and %d after, on %s. %s.",
				c.Unit, 100*(c.Ratio-1), 100*(c.Low-1), 100*(c.High-1), c.P, c.Before, c.After, t.Machines[c.Machine].CPU, where(c, span)),
		})
	}
	text, err := xml.MarshalIndent(f, "", " ")
	p.files[feedFile] = append([]byte(xml.Header), append(text, '\n')...)
	return err
}

// where says what may have made a change.
func where(c ChangeAt, s Span) string {
	if c.Same {
		return "The benchmark’s code is the same on both sides, so no commit made this: the machine or its environment did"
	}
	text := "One commit lies between"
	if n := s.To - s.From; n != 1 {
		text = fmt.Sprintf("%d commits lie between", n)
	}
	for i, named := range s.Commits {
		mark := ", "
		if i == 0 {
			mark = ": "
		}
		text += fmt.Sprintf("%s%s %s", mark, short(named.Hash), named.Subject)
	}
	if c.Provisional {
		text = "Provisional, for only few runs are later. " + text
	}
	return text
}

func short(commit string) string { return commit[:min(12, len(commit))] }

// seconds is a date as Unix time; what is no date is 0.
func seconds(date string) int64 {
	t, err := time.Parse(time.RFC3339, date)
	if err != nil {
		return 0
	}
	return t.Unix()
}
