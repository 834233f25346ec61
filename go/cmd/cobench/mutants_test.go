package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/workload/counterpart/counterparttest"
)

// A mutant is a workload that does less than it says, or something else. Its
// oracle has to refuse it, in both languages by the same words.
type mutant struct {
	does       string
	workload   string
	params     string // without exec
	kotlinExec string
	golang     edit
	kotlin     edit
	want       string // in the refusal
}

// An edit replaces a text that stands in a file once.
type edit struct{ file, old, new string }

// TestMutantsGo and TestMutantsKotlin attack every oracle, and so each
// workload's checks, in the way in which a wrong change would.
func TestMutantsGo(t *testing.T) {
	if !*real {
		t.Skip("-real is not given: takes minutes")
	}
	t.Chdir("../..")
	counterpart := counterparttest.Build(t)
	for _, m := range mutants {
		t.Run(m.does, func(t *testing.T) {
			file, err := filepath.Abs(filepath.Join("workload", m.golang.file))
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			mutated := filepath.Join(dir, "mutated.go")
			m.golang.apply(t, file, mutated)
			overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{file: mutated}})
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600); err != nil {
				t.Fatal(err)
			}
			measure := func(flags ...string) *exec.Cmd {
				return exec.Command("go", append([]string{"test", "./workload/" + strings.ToLower(m.workload), "-run=^$", "-bench=^Benchmark" + m.workload + "$",
					"-benchtime=1x", "-params=" + m.params + "/exec=goroutine", "-counterpart=" + counterpart}, flags...)...)
			}
			if out, err := measure().CombinedOutput(); err != nil {
				t.Fatalf("as it stands: %v\n%s", err, out)
			}
			m.check(t, measure("-overlay="+filepath.Join(dir, "overlay.json")))
		})
	}
}

// All mutants of different workloads are built together: Maven takes far
// longer than they do.
func TestMutantsKotlin(t *testing.T) {
	if !*real {
		t.Skip("-real is not given: takes minutes")
	}
	counterpart := counterparttest.Build(t)
	dir := filepath.Join(t.TempDir(), "kotlin")
	if err := os.CopyFS(dir, os.DirFS("../../../kotlin")); err != nil {
		t.Fatal(err)
	}
	for rest := mutants; len(rest) > 0; {
		var together, later []mutant
		busy := map[string]bool{}
		for _, m := range rest {
			if busy[m.workload] {
				later = append(later, m)
				continue
			}
			busy[m.workload] = true
			together = append(together, m)
		}
		rest = later
		jar := buildMutants(t, dir, together)
		for _, m := range together {
			t.Run(m.does, func(t *testing.T) {
				m.check(t, exec.Command("java", "-Dcobench.counterpart="+counterpart, "-jar", jar, "-bench", m.workload,
					"-params", m.params+"/exec="+m.kotlinExec, "-benchtime", "1x", "-warmup", "0s"))
			})
		}
	}
}

// buildMutants builds the harness with the mutants in it, and takes them out again.
func buildMutants(t *testing.T, dir string, mutants []mutant) (jar string) {
	t.Helper()
	for _, m := range mutants {
		file := filepath.Join(dir, m.kotlin.file)
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m.kotlin.apply(t, file, file)
		defer func() {
			if err := os.WriteFile(file, source, 0o600); err != nil {
				t.Error(err)
			}
		}()
	}
	out, err := exec.Command("mvn", "-q", "-B", "-Dkotlin.compiler.daemon=false", "-Dspotless.check.skip=true", "-Dmaven.test.skip=true",
		"-f", filepath.Join(dir, "pom.xml"), "-pl", "harness", "-am", "clean", "package").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "harness", "target", "harness.jar")
}

func (e edit) apply(t *testing.T, from, to string) {
	t.Helper()
	source, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(source, []byte(e.old)); n != 1 {
		t.Fatalf("%s: %q stands there %d times: want once, or the mutant is another", from, e.old, n)
	}
	if err := os.WriteFile(to, bytes.Replace(source, []byte(e.old), []byte(e.new), 1), 0o600); err != nil {
		t.Fatal(err)
	}
}

// check has the oracle refuse the mutant.
func (m mutant) check(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Errorf("%s: not refused\n%s", m.does, out)
	} else if !strings.Contains(string(out), m.want) {
		t.Errorf("%s: %v, want a refusal with %q\n%s", m.does, err, m.want, out)
	}
}

const (
	common = "workloads/src/main/kotlin/cobench/workloads/"
	jvm    = "workloads-jvm/src/main/kotlin/cobench/workloads/"
)

var mutants = []mutant{
	{
		"a fan is the sequential product", "MatMul", "pattern=fan/n=10/workers=2/capacity=64/kernel=transposed/grain=cell/seed=1", "default",
		edit{"matmul/pattern.go", "product.Messages = fan(product.Matrix, 1, workers, capacity, factors.Cell)", "sequential(product.Matrix, factors.fill)"},
		edit{common + "matmul/Pattern.kt", "product.messages = fan(product, grain.cells(product), workers, capacity, grain.compute(factors))", "sequential(product, factors::fill)"},
		"0 messages were received: want 200 for pattern=fan",
	},
	{
		"a coordinator is a fan", "MatMul", "pattern=coordinator/n=10/workers=2/capacity=64/kernel=transposed/grain=cell/seed=1", "default",
		edit{"matmul/pattern.go", "coordinator(product.Matrix, 1, workers,", "fan(product.Matrix, 1, workers,"},
		edit{common + "matmul/Pattern.kt", "product.messages = coordinator(", "product.messages = fan("},
		"200 messages were received: want 306 for pattern=coordinator",
	},
	{
		"a product leaves out the first multiplication of each cell", "MatMul", "pattern=pure/n=10/workers=2/capacity=64/kernel=transposed/grain=cell/seed=1", "default",
		edit{"matmul/kernel.go", "		sum += value * y[i]\n", "		if i > 0 {\n			sum += value * y[i]\n		}\n"},
		edit{common + "matmul/Kernel.kt", "for (i in 0 until n) sum += x[xFrom + i] * y[yFrom + i]\n", "for (i in 1 until n) sum += x[xFrom + i] * y[yFrom + i]\n"},
		"product[0][0] is ",
	},
	{
		"a handover makes three hops", "PingPong", "hops=9", "default",
		edit{"pingpong/pingpong.go", "	b.hops++\n", "	b.hops += 3\n"},
		edit{common + "pingpong/PingPong.kt", "return ++hops", "hops += 3\n        return hops"},
		"ping received 1 balls and pong 2: want 4 and 5",
	},
	{
		"a token skips every other round", "ThreadRing", "hops=50/ring=7", "default",
		edit{"threadring/threadring.go", "token.hops++\n", "if token.hops++; token.hops+len(ring) <= w.config.Hops {\n					token.hops += len(ring)\n				}\n"},
		edit{common + "threadring/ThreadRing.kt", "token.hops++\n", "token.hops++\n                        if (token.hops + ring.size <= hops) token.hops += ring.size\n"},
		" of 7 received the token 2 times: want 8",
	},
	{
		"the last term is left out, and counted", "PiLeibniz", "method=reduce/terms=5000/grain=7", "default",
		edit{"pileibniz/pileibniz.go", "		sum = sum.plus(Sum{term, 1})\n", "		if k == w.config.Terms-1 {\n			term = 0\n		}\n		sum = sum.plus(Sum{term, 1})\n"},
		edit{common + "pileibniz/PiLeibniz.kt", "value += if (k % 2 == 1) -term else term", "if (k < terms - 1) value += if (k % 2 == 1) -term else term"},
		"sum is 3.141",
	},
	{
		"the last term of each task is left out", "PiLeibniz", "method=channel/terms=5000/grain=7", "default",
		edit{"pileibniz/pileibniz.go", "k < min(first+w.config.Grain, w.config.Terms); k++", "k < min(first+w.config.Grain, w.config.Terms)-1; k++"},
		edit{common + "pileibniz/PiLeibniz.kt", "first + minOf(grain, terms - first)", "first + minOf(grain, terms - first) - 1"},
		"sum has 4285 terms: want 5000",
	},
	{
		"each worker makes an increment less", "Counter", "variant=returned/increments=1000/workers=4/seed=1", "default",
		edit{"counter/counter.go", "for range s.increments {", "for range s.increments - 1 {"},
		edit{common + "counter/Counter.kt", "repeat(increments) {\n            state =", "repeat(increments - 1) {\n            state ="},
		"total is ",
	},
	{
		"the first message of each producer isn't sent", "Channel", "topology=mpmc/capacity=64/messages=1000/parties=4/seed=1", "default",
		edit{"channel/channel.go", "range w.messages.Of(producer) {", "range w.messages.Of(producer)[1:] {"},
		edit{common + "channel/Channel.kt", "in messages.of(producer))", "in messages.of(producer).drop(1))"},
		"996 messages were received: want 1000",
	},
	{
		"an item is taken twice, and the next never", "BoundedBuffer", "capacity=2/producers=1/consumers=1/items=100/seed=1", "default",
		edit{"boundedbuffer/boundedbuffer.go", "	item := b.ring[b.first]\n", "	item := b.ring[b.first&^1]\n"},
		edit{common + "boundedbuffer/BoundedBuffer.kt", "checkNotNull(ring[first])", "checkNotNull(ring[first and 1.inv()])"},
		"after a later one of their producer: want 0",
	},
	{
		"a source sends its first message again and again", "SelectFanIn", "channels=4/messages=1000/capacity=64/seed=1", "default",
		edit{"selectfanin/selectfanin.go", "channel <- message\n", "message = w.share(source)[0]\n				channel <- message\n"},
		edit{common + "selectfanin/SelectFanIn.kt", "for (message in share(source)) channel.send(message)", "repeat(share(source).size) { channel.send(share(source)[0]) }"},
		"messages were not the next of their source: want 0",
	},
	{
		"the last task isn't started", "SpawnJoin", "tasks=100/seed=1", "default",
		edit{"spawnjoin/spawnjoin.go", "	for i := range w.states {\n		children.Go", "	for i := range w.states[1:] {\n		children.Go"},
		edit{common + "spawnjoin/SpawnJoin.kt", "repeat(tasks) { task -> launch", "repeat(tasks - 1) { task -> launch"},
		"99 tasks left a value: want 100",
	},
	{
		"half of the tasks are parked, each for two", "Parked", "tasks=100", "default",
		edit{"parked/parked.go", "	for range w.tasks {\n		children.Go(func() {\n			if arrived.Add(1) ==", "	for range w.tasks / 2 {\n		children.Go(func() {\n			if arrived.Add(2) =="},
		edit{common + "parked/Parked.kt", "repeat(tasks) {\n                    launch {\n                        if (arrived.incrementAndFetch() == tasks)", "repeat(tasks / 2) {\n                    launch {\n                        if (arrived.addAndFetch(2) == tasks)"},
		"50 tasks woke: want 100",
	},
	{
		"every other signal isn't sent", "Condition", "waiters=4/signals=100", "default",
		edit{"condition/condition.go", "for range w.config.Signals {", "for range w.config.Signals / 2 {"},
		edit{common + "condition/Condition.kt", "repeat(signals) {", "repeat(signals / 2) {"},
		"50 wake-ups: want 100, one a signal",
	},
	{
		"sleepers sleep for half of the delay", "Timer", "action=sleep/sleepers=1/delay=3000", "default",
		edit{"timer/timer.go", "pause(ctx, w.delay)", "pause(ctx, w.delay/2)"},
		edit{common + "timer/Timer.kt", "delay(delay)\n                    woke", "delay(delay / 2)\n                    woke"},
		"ns too early: want ",
	},
	{
		"the first child ends uncancelled", "Cancel", "children=100", "default",
		edit{"cancel/cancel.go", "			<-ctx.Done()\n", "			if child == 0 {\n				return\n			}\n			<-ctx.Done()\n"},
		edit{common + "cancel/Cancel.kt", "                            try {\n                                awaitCancellation()", "                            if (child == 0) return@launch\n                            try {\n                                awaitCancellation()"},
		"99 children ended because they were cancelled: want 100",
	},
	{
		"the last message is sent to nobody", "Broadcast", "subscribers=4/messages=100/capacity=64/replay=0/seed=1", "default",
		edit{"broadcast/broadcast.go", "range w.messages[early:] {", "range w.messages[early : len(w.messages)-1] {"},
		edit{common + "broadcast/Broadcast.kt", "messages.subList(early, messages.size)) flow", "messages.subList(early, messages.size - 1)) flow"},
		"subscriber 0 received 99 messages: want 100",
	},
	{
		"children work half as long", "FanOut", "requests=2/children=8/outcome=answers/timeout=10000/work=1000/seed=1", "default",
		edit{"fanout/fanout.go", "splitmix64.Steps(w.states[child], w.config.Work)", "splitmix64.Steps(w.states[child], w.config.Work/2)"},
		edit{common + "fanout/FanOut.kt", "return steps(state, config.work)", "return steps(state, config.work / 2)"},
		"the answers' sum is ",
	},
	{
		"children answer in place of waiting to be cancelled", "FanOut", "requests=1/children=8/outcome=failure/timeout=10000/work=1000/seed=1", "default",
		edit{"fanout/fanout.go", "if w.config.Outcome == Failure || w.config.Outcome == Timeout && last {", "if w.config.Outcome == Timeout && last {"},
		edit{common + "fanout/FanOut.kt", "if (config.outcome == Outcome.FAILURE || (config.outcome == Outcome.TIMEOUT && last)) {", "if (config.outcome == Outcome.TIMEOUT && last) {"},
		"7 children answered and 0 were cancelled: want 0 and 7",
	},
	{
		"workers enter half as often", "Contention", "lock=mutex/permits=1/entries=1000/workers=4/work=10/seed=1", "default",
		edit{"contention/contention.go", "for range w.entries(worker) {", "for range w.entries(worker) / 2 {"},
		edit{common + "contention/Contention.kt", "repeat(entries(worker)) { mutex.", "repeat(entries(worker) / 2) { mutex."},
		"workers entered 500 times: want 1000",
	},
	{
		"a mutex lets everybody in", "Contention", "lock=mutex/permits=1/entries=40/workers=4/work=1000000/seed=1", "default",
		edit{"contention/contention.go", "w.run(mutex.Lock, mutex.Unlock)", "w.run(func() { mutex.TryLock() }, func() {})"},
		edit{common + "contention/Contention.kt", "mutex.withLock { work(worker) }", "work(worker)"},
		" workers were inside at once: want 1 at most",
	},
	{
		"a filter keeps all", "Pipeline", "between=channels/stages=4/messages=1000/capacity=64/seed=1", "default",
		edit{"pipeline/pipeline.go", "return message>>61 != 0 }", "return true }"},
		edit{common + "pipeline/Pipeline.kt", "private fun keep(message: Long) = message ushr 61 != 0L", "private fun keep(message: Long) = message == message"},
		"1000 messages arrived: want 763 of 1000",
	},
	{
		"channels are calls", "Pipeline", "between=channels/stages=4/messages=1000/capacity=64/seed=1", "default",
		edit{"pipeline/pipeline.go", "	return w.channels()\n", "	return w.calls()\n"},
		edit{common + "pipeline/Pipeline.kt", "return if (between == Between.CHANNELS) noted.buffer(capacity) else noted", "return noted"},
		"1 parties had a part: want 6 for between=channels",
	},
	{
		"the first update isn't published", "Latest", "pace=seen/subscribers=4/updates=100/seed=1", "default",
		edit{"latest/latest.go", "for _, update := range w.updates {", "for _, update := range w.updates[1:] {"},
		edit{common + "latest/Latest.kt", "for (update in updates) {", "for (update in updates.drop(1)) {"},
		"subscriber 0 saw 99 updates: want 100",
	},
	{
		"a request allocates half of its nodes", "Allocation", "requests=10/workers=2/nodes=100/live=0/seed=1", "default",
		edit{"allocation/allocation.go", "	for range nodes {", "	for range nodes / 2 {"},
		edit{common + "allocation/Allocation.kt", "repeat(nodes) {", "repeat(nodes / 2) {"},
		"500 nodes were allocated and 500 found: want 1000",
	},
	{
		"what is allocated isn't kept", "Allocation", "requests=10/workers=2/nodes=100/live=0/seed=1", "default",
		edit{"allocation/allocation.go", "w.lists[at], w.sums[at] = list, sum", "w.sums[at] = sum\n	if old == nil {\n		w.lists[at] = list\n	}"},
		edit{common + "allocation/Allocation.kt", "sums[at] = sumOfNext { lists[at] = it }", "sums[at] = sumOfNext { lists[at] = node }"},
		" lists had another sum: want 0",
	},
	{
		"a file never reaches the disk", "FileIO", "files=4/limit=2/size=1000/sync=fsync/seed=1", "pool",
		edit{"fileio/fileio.go", "if err == nil && sync == Fsync {", "if err == nil && sync == Fsync && written == 0 {"},
		edit{jvm + "fileio/FileIO.kt", "if (sync == Sync.FSYNC) {", "if (sync == Sync.FSYNC && content.hasRemaining()) {"},
		"file 0: synced 0 times: want 1 for sync=fsync",
	},
	{
		"a file isn't read, and its content hashed as it was to be written", "FileIO", "files=4/limit=2/size=1000/sync=page-cache/seed=1", "pool",
		edit{"fileio/fileio.go", "	if o.Read, o.Err = read(name, buffer); o.Err != nil {\n		return o\n	}\n	o.Sum = crc32.ChecksumIEEE(buffer[:o.Read])\n", "	o.Sum = crc32.ChecksumIEEE(w.contents.of(file))\n"},
		edit{jvm + "fileio/FileIO.kt", "        read(file, buffer)\n        val sum = sum(buffer)\n", "        val sum = sum(contents.of(file))\n"},
		"file 0: 1000 bytes written and 0 read: want 1000",
	},
	{
		"every other request isn't sent", "HTTPClient", "requests=10/limit=2/delay=0", "pool",
		edit{"httpclient/httpclient.go", "sum, err := w.get()\n", "sum, err := uint32(todosSum), error(nil)\n			if i%2 == 0 {\n				sum, err = w.get()\n			}\n"},
		edit{jvm + "httpclient/HTTPClient.kt", "outcomes.record(it) { sum(it) { client.send(request(), BodyHandlers.ofByteArray()) } }", "outcomes.record(it) { if (it % 2 == 0) sum(it) { client.send(request(), BodyHandlers.ofByteArray()) } else TODOS_SUM }"},
		"the server has served 5 requests: want 10",
	},
	{
		"a server writes no file", "HTTPServer", "rate=50/duration=1/file=on", "pool",
		edit{"httpserver/server.go", "if s.files {", "if s.files && len(text) == 0 {"},
		edit{jvm + "httpserver/Server.kt", "if (files) {", "if (files && text.isEmpty()) {"},
		"0 files of 50 requests: want as many",
	},
}

// TestMutantsOfEveryWorkload holds the list to workloads.yaml.
func TestMutantsOfEveryWorkload(t *testing.T) {
	has := map[string]bool{}
	for _, m := range mutants {
		has[m.workload] = true
	}
	for _, w := range ownConfig(t).Workloads {
		if !has[w.Name] {
			t.Errorf("%s: no mutant attacks its oracle", w.Name)
		}
	}
}
