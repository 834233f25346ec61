package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/txtar"
)

// assistants builds cobench and makes a module with a commit and an edit that takes thirty
// times as long, in which a server can be started.
func assistants(t *testing.T) (command func() *exec.Cmd, module string) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and measures")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "cobench")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	module = filepath.Join(dir, "module")
	archive := func(n int) string {
		return fmt.Sprintf("-- go.mod --\nmodule example.com/m\n\ngo 1.24\n-- m_test.go --\npackage m\n\nimport \"testing\"\n\nvar sink int\n\nfunc BenchmarkSum(b *testing.B) {\n\tfor b.Loop() {\n\t\tfor i := 0; i < %d; i++ {\n\t\t\tsink += i ^ sink\n\t\t}\n\t}\n}\n", n)
	}
	write := func(n int) {
		if err := os.MkdirAll(module, 0o777); err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse([]byte(archive(n))).Files {
			if err := os.WriteFile(filepath.Join(module, f.Name), f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(2000)
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "."}, {"-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "first"}} {
		git := exec.Command("git", args...)
		git.Dir = module
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write(60000)
	return func() *exec.Cmd {
		c := exec.Command(program, "mcp")
		c.Dir, c.Env = module, append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "GOCACHE="+goCache(t))
		return c
	}, module
}

func goCache(t *testing.T) string {
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// The SDK's own client over the pipes of a process: what tools there are, a measured
// change with its progress, the run's folder, the session's alpha, a second look, and
// the end of a call that the client cancels.
func TestMCPByTheSDK(t *testing.T) {
	if !*real {
		t.Skip("-real is not given: takes minutes")
	}
	command, _ := assistants(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	var mu sync.Mutex
	var told []string
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
			mu.Lock()
			defer mu.Unlock()
			told = append(told, r.Params.Message)
		},
	})
	process := command()
	session, err := client.Connect(ctx, &sdk.CommandTransport{Command: process}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	tools, err := session.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
	}
	if want := []string{"bench", "bisect", "report"}; !slices.Equal(names, want) {
		t.Fatalf("tools %v, want %v", names, want)
	}
	call := func(ctx context.Context, name string, arguments map[string]any) (*sdk.CallToolResult, map[string]any) {
		t.Helper()
		params := &sdk.CallToolParams{Name: name, Arguments: arguments}
		params.SetProgressToken(name)
		result, err := session.CallTool(ctx, params)
		if err != nil {
			t.Fatal(err)
		}
		answer, _ := result.StructuredContent.(map[string]any)
		return result, answer
	}
	result, answer := call(ctx, "bench", map[string]any{"budget": "4m"})
	text := result.Content[0].(*sdk.TextContent).Text
	headline, _ := answer["headline"].(string) // a busy machine may have had too little time to confirm it
	if result.IsError || headline != "1 slower" && !strings.Contains(headline, "1 looks slower") || !strings.Contains(text, "  go  Sum") || !strings.Contains(text, "comparison 1 of this session, judged with a chance of 0.61 % for a false alarm; all comparisons of a session together have 1 %") {
		t.Fatalf("%v %s", answer, text)
	}
	document := answer["report"].(map[string]any)
	if alpha := document["alpha"].(float64); alpha < 0.00607 || alpha > 0.00609 {
		t.Errorf("alpha %v", alpha)
	}
	run := answer["run"].(string)
	if _, err := os.Stat(filepath.Join(run, "results.txt")); err != nil {
		t.Error(err)
	}
	mu.Lock()
	if len(told) == 0 || !slices.ContainsFunc(told, func(line string) bool { return strings.Contains(line, "round 1") }) {
		t.Errorf("no progress of a round: %q", told)
	}
	mu.Unlock()
	// What was measured is read once more at no cost; a new comparison has less.
	if _, answer := call(ctx, "report", map[string]any{"run": run}); answer["headline"] != headline || answer["session"] != nil {
		t.Errorf("report: %v", answer)
	}
	if result, _ := call(ctx, "bench", map[string]any{"filter": ".name:/Nothing/"}); !result.IsError {
		t.Errorf("a filter that nothing matches: %v", result.StructuredContent)
	}
	if runtime.GOOS != "linux" {
		return // children are counted there
	}
	// A cancelled call ends its processes, and the server goes on.
	short, stop := context.WithCancel(ctx)
	params := &sdk.CallToolParams{Name: "bench", Arguments: map[string]any{"budget": "5m", "base": "HEAD"}}
	params.SetProgressToken("cancelled")
	var seen atomic.Bool
	go func() {
		for short.Err() == nil {
			if children(t, process.Process.Pid) > 0 {
				seen.Store(true)
				stop()
			}
			time.Sleep(50 * time.Millisecond)
		}
	}()
	if result, err := session.CallTool(short, params); err == nil && !result.IsError || !seen.Load() {
		t.Errorf("a cancelled call has an answer: %v", result)
	}
	stop()
	for deadline := time.Now().Add(30 * time.Second); children(t, process.Process.Pid) > 0; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d processes outlive a cancelled call", children(t, process.Process.Pid))
		}
	}
	if _, answer := call(ctx, "report", map[string]any{"run": run}); answer["headline"] != headline {
		t.Errorf("after a cancelled call: %v", answer)
	}
}

// children is how many processes a process has started, by any of its threads.
func children(t *testing.T, pid int) int {
	t.Helper()
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, list := range lists {
		text, _ := os.ReadFile(list) // of a thread that has ended there is none
		n += len(strings.Fields(string(text)))
	}
	return n
}

// The protocol by itself, as its specification of 2025-06-18 has it: a message a line,
// and nothing else on stdout.
func TestMCPTranscript(t *testing.T) {
	command, _ := assistants(t)
	c := command()
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	send := func(message string) {
		t.Helper()
		if _, err := io.WriteString(in, message+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	receive := func(id int) map[string]any {
		t.Helper()
		for lines.Scan() {
			var m map[string]any
			if err := json.Unmarshal(lines.Bytes(), &m); err != nil || m["jsonrpc"] != "2.0" {
				t.Fatalf("%q on stdout: %v", lines.Text(), err)
			}
			if n, ok := m["id"].(float64); ok && int(n) == id {
				return m
			}
		}
		t.Fatalf("no answer to %d: %v", id, lines.Err())
		return nil
	}
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"hand","version":"1"}}}`)
	hello := receive(1)["result"].(map[string]any)
	if hello["protocolVersion"] != "2025-06-18" || hello["serverInfo"].(map[string]any)["name"] != "cobench" || hello["capabilities"].(map[string]any)["tools"] == nil || !strings.Contains(hello["instructions"].(string), "undecided") {
		t.Errorf("initialize: %v", hello)
	}
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	send(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	for _, tool := range receive(2)["result"].(map[string]any)["tools"].([]any) {
		schema := tool.(map[string]any)["inputSchema"].(map[string]any)
		if schema["type"] != "object" || schema["properties"] == nil {
			t.Errorf("%v", tool)
		}
	}
	send(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"bench","arguments":{"budget":"soon"}}}`)
	if result := receive(3)["result"].(map[string]any); result["isError"] != true || !strings.Contains(fmt.Sprint(result["content"]), `budget "soon": want a time such as 5m`) {
		t.Errorf("a wrong budget: %v", result)
	}
	send(`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"bench","arguments":{"bse":"main"}}}`)
	if answer := receive(4); answer["error"] == nil && answer["result"].(map[string]any)["isError"] != true {
		t.Errorf("an unknown argument: %v", answer)
	}
	send(`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"report","arguments":{"run":"/nowhere"}}}`)
	if result := receive(5)["result"].(map[string]any); result["isError"] != true || !strings.Contains(fmt.Sprint(result["content"]), "no such file") {
		t.Errorf("a run that is not there: %v", result)
	}
	send(`{"jsonrpc":"2.0","id":6,"method":"nothing/known"}`)
	if answer := receive(6); answer["error"].(map[string]any)["code"].(float64) != -32601 {
		t.Errorf("an unknown method: %v", answer)
	}
	in.Close()
	if lines.Scan() {
		t.Errorf("%q after the end", lines.Text())
	}
	if err := c.Wait(); err != nil {
		t.Errorf("after its client has gone: %v", err)
	}
}
