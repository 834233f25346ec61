package mcp

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/cobench/cobench/go/internal/report"
)

// Tools does the work. Each tells by progress how it goes on, and ends when its context
// does, with all that it has started. A comparison takes its part of alpha from the
// session just before it measures. A nil function is a tool that is not offered.
type Tools struct {
	Bench  func(ctx context.Context, in Bench, progress io.Writer) (Measured, error)
	Report func(ctx context.Context, in Report) (Measured, error)
	Bisect func(ctx context.Context, in Bisect, progress io.Writer) (string, error)
	Why    func(ctx context.Context, in Why) (string, error)
}

// Bench asks for a comparison of two commits, or of the working tree with one.
type Bench struct {
	Base   string `json:"base,omitempty" jsonschema:"ref to compare with; default: base of cobench.yaml, else HEAD"`
	Head   string `json:"head,omitempty" jsonschema:"ref to measure; default: the working tree with its uncommitted changes"`
	Filter string `json:"filter,omitempty" jsonschema:"which benchmarks, in benchstat's syntax, such as .name:/Encode/ AND pkg:/codec/; default: all"`
	Budget string `json:"budget,omitempty" jsonschema:"time for building and measuring, such as 5m; default 10m. A longer one finds smaller changes"`
}

// Report asks what files that are there say.
type Report struct {
	Run string `json:"run,omitempty" jsonschema:"folder of a run, as bench has named it: its verdicts once more"`
	Old string `json:"old,omitempty" jsonschema:"file of go test -bench -count 10 or of JMH, to be compared with new"`
	New string `json:"new,omitempty" jsonschema:"file of the same tool"`
}

// Bisect asks for the commit that made a benchmark slower.
type Bisect struct {
	Good      string `json:"good" jsonschema:"ref at which the benchmark was fast"`
	Bad       string `json:"bad,omitempty" jsonschema:"ref at which it is slow; default HEAD"`
	Runtime   string `json:"runtime" jsonschema:"as a report names it: go, jvm-25"`
	Benchmark string `json:"benchmark" jsonschema:"as a report names it"`
}

// Why asks for the reason of a row's verdict.
type Why struct {
	Run       string `json:"run" jsonschema:"folder of a run, as bench has named it"`
	Benchmark string `json:"benchmark" jsonschema:"as its report names it"`
}

// Measured is what was measured.
type Measured struct {
	Run    string // folder, "" where there is none
	Report *report.Report
	Text   string // for people
}

// An Answer is what bench and report return.
type Answer struct {
	Headline string           `json:"headline" jsonschema:"the verdict on the whole"`
	Report   *report.Document `json:"report,omitempty" jsonschema:"as cobench report -format json prints it"`
	Run      string           `json:"run,omitempty" jsonschema:"folder with all samples and logs"`
	Session  *Allowance       `json:"session,omitempty" jsonschema:"how certain that is"`
}

// A Said is an answer in words.
type Said struct {
	Text    string     `json:"text"`
	Session *Allowance `json:"session,omitempty" jsonschema:"how certain that is"`
}

const instructions = `Measure with these tools before you say that code is faster or slower. A verdict of "slower" or "faster" is certain, "unchanged" is within the band that the report names, and "undecided" is no result: never take it for a gain. All comparisons of a session share one chance of a false alarm, and each further one gets less of it, so don't measure the same change again until it passes.`

// New is a server of the session with tools.
func New(version string, s *Session, tools Tools) *sdk.Server {
	server := sdk.NewServer(&sdk.Implementation{Name: "cobench", Version: version}, &sdk.ServerOptions{Instructions: instructions})
	h := &handler{session: s, tools: tools, turn: make(chan struct{}, 1)}
	h.turn <- struct{}{}
	reads := &sdk.ToolAnnotations{ReadOnlyHint: true}
	if tools.Bench != nil {
		sdk.AddTool(server, &sdk.Tool{Name: "bench", Description: "Measure the benchmarks of the module or JMH project here, at two commits in turn, and say which got slower or faster. Takes minutes.", Annotations: reads}, h.bench)
	}
	if tools.Report != nil {
		sdk.AddTool(server, &sdk.Tool{Name: "report", Description: "Say what an earlier run has shown, or judge two files of go test -bench or JMH.", Annotations: reads}, h.report)
	}
	if tools.Bisect != nil {
		sdk.AddTool(server, &sdk.Tool{Name: "bisect", Description: "Find the commit that made one benchmark slower. Takes minutes for each step.", Annotations: reads}, h.bisect)
	}
	if tools.Why != nil {
		sdk.AddTool(server, &sdk.Tool{Name: "why", Description: "Say why a benchmark of a run got slower or faster.", Annotations: reads}, h.why)
	}
	return server
}

// handler answers the calls of one session. Two that measure at once would disturb each
// other: they take turns.
type handler struct {
	session *Session
	tools   Tools
	turn    chan struct{}
}

// alone waits for its turn; the caller gives it back.
func (h *handler) alone(ctx context.Context) error {
	select {
	case <-h.turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *handler) bench(ctx context.Context, call *sdk.CallToolRequest, in Bench) (*sdk.CallToolResult, Answer, error) {
	if err := h.alone(ctx); err != nil {
		return nil, Answer{}, err
	}
	defer func() { h.turn <- struct{}{} }()
	before := h.session.count()
	m, err := h.tools.Bench(ctx, in, &progress{ctx: ctx, call: call})
	return h.answer(m, before, err)
}

func (h *handler) report(ctx context.Context, _ *sdk.CallToolRequest, in Report) (*sdk.CallToolResult, Answer, error) {
	if err := h.alone(ctx); err != nil {
		return nil, Answer{}, err
	}
	defer func() { h.turn <- struct{}{} }()
	before := h.session.count()
	m, err := h.tools.Report(ctx, in)
	return h.answer(m, before, err)
}

func (h *handler) answer(m Measured, before int, err error) (*sdk.CallToolResult, Answer, error) {
	if err != nil {
		if m.Run != "" {
			err = fmt.Errorf("%w; what there is lies in %s", err, m.Run)
		}
		return nil, Answer{}, err
	}
	document := m.Report.Document()
	a := Answer{Headline: m.Report.Headline(), Report: &document, Run: m.Run, Session: h.session.allowance(before)}
	text := m.Text
	if m.Run != "" {
		text += "run: " + m.Run + "\n"
	}
	return said(text, a.Session), a, nil
}

func (h *handler) bisect(ctx context.Context, call *sdk.CallToolRequest, in Bisect) (*sdk.CallToolResult, Said, error) {
	if err := h.alone(ctx); err != nil {
		return nil, Said{}, err
	}
	defer func() { h.turn <- struct{}{} }()
	before := h.session.count()
	text, err := h.tools.Bisect(ctx, in, &progress{ctx: ctx, call: call})
	if err != nil {
		if text != "" {
			err = fmt.Errorf("%s%w", text, err)
		}
		return nil, Said{}, err
	}
	a := h.session.allowance(before)
	return said(text, a), Said{text, a}, nil
}

func (h *handler) why(ctx context.Context, _ *sdk.CallToolRequest, in Why) (*sdk.CallToolResult, Said, error) {
	text, err := h.tools.Why(ctx, in)
	return said(text, nil), Said{Text: text}, err
}

func said(text string, a *Allowance) *sdk.CallToolResult {
	if a != nil {
		text += a.Says + "\n"
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}

// A progress sends each line that is written to it to the client, if that has asked.
type progress struct {
	ctx   context.Context
	call  *sdk.CallToolRequest
	lines atomic.Int64
}

func (p *progress) Write(text []byte) (int, error) {
	token := p.call.Params.GetProgressToken()
	if token == nil {
		return len(text), nil
	}
	// A client that has gone is no reason to stop: the run's context tells that.
	_ = p.call.Session.NotifyProgress(p.ctx, &sdk.ProgressNotificationParams{
		ProgressToken: token, Message: string(trimmed(text)), Progress: float64(p.lines.Add(1)),
	})
	return len(text), nil
}

func trimmed(text []byte) []byte {
	for len(text) > 0 && (text[len(text)-1] == '\n' || text[len(text)-1] == '\r') {
		text = text[:len(text)-1]
	}
	return text
}
