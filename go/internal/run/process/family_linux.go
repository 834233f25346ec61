package process

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A family is a process with all that it starts, directly or not: what a daemon
// does to get away, a second fork and a session of its own, takes nothing out of
// it. The kernel gives every orphan to cobench (PR_SET_CHILD_SUBREAPER), so the
// family is what descends from cobench and lies in no session that cobench knows.
//
// Two things are not in it: what another program starts on request, such as a
// container that Docker's daemon runs, and what a kill -9 of cobench leaves of
// the process's own children, as nobody is there any more to end them.
type family struct {
	cmd    *exec.Cmd
	before map[int]bool // strangers that were there when it began
}

// families are those under way: in practice one, in tests several.
var families = struct {
	sync.Mutex
	sessions map[int]bool
}{sessions: map[int]bool{}}

// startFamily starts a process in a session of its own, so that nothing of it can
// join cobench's. Its context ends its process group. If cobench itself is
// killed, the kernel ends the process.
func startFamily(cmd *exec.Cmd, cpus int) (family, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	families.Lock()
	defer families.Unlock()
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return family{}, fmt.Errorf("prctl PR_SET_CHILD_SUBREAPER: %w", err)
	}
	f := family{cmd, map[int]bool{}}
	for _, p := range strangers() {
		f.before[p.pid] = true
	}
	err := bound(cpus, cmd.Start)
	if err == nil {
		families.sessions[cmd.Process.Pid] = true
	}
	return f, err
}

// wait waits for the process, ends what it leaves, and then reads the rest of
// its output: what was left may hold the pipes open.
func (f family) wait() error {
	for {
		err := unix.Waitid(unix.P_PID, f.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	left := f.end()
	return cmp.Or(f.cmd.Wait(), left)
}

// endWithin is how long ending a family may take: the kernel needs milliseconds.
const endWithin = 5 * time.Second

// end kills what is left of the family until nothing is, and reaps it.
func (f family) end() error {
	families.Lock()
	defer families.Unlock()
	session := f.cmd.Process.Pid
	delete(families.sessions, session)
	_ = syscall.Kill(-session, syscall.SIGKILL) // its pid can't be another's yet: nobody has waited for it
	const pause = time.Millisecond
	none := 0
	for range endWithin / pause {
		living := f.left()
		for _, p := range living {
			_ = syscall.Kill(p.pid, syscall.SIGKILL)
		}
		if len(living) > 0 {
			none = 0
			time.Sleep(pause)
			continue
		}
		if none++; none == 2 { // a list that is read while processes end may lack one
			return nil
		}
	}
	var names []string
	for _, p := range f.left() {
		names = append(names, fmt.Sprintf("%s (pid %d)", p.name, p.pid))
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("it left processes behind that can't be ended: %s", strings.Join(names, ", "))
}

// left lists what lives of the family, and reaps what does not. While others are
// under way, an orphan of a session of its own may be theirs: the last to end
// ends it.
func (f family) left() []process {
	var living []process
	for _, p := range strangers() {
		switch {
		case p.pid == f.cmd.Process.Pid || f.before[p.pid] || families.sessions[p.session]:
		case len(families.sessions) > 0 && p.session != f.cmd.Process.Pid:
		case p.state == 'Z' || p.state == 'X':
			_, _ = syscall.Wait4(p.pid, nil, syscall.WNOHANG, nil)
		default:
			living = append(living, p)
		}
	}
	return living
}

// A process as /proc shows it.
type process struct {
	pid, parent, session int
	state                byte
	name                 string
}

// strangers are cobench's descendants outside its own session.
func strangers() []process {
	self, err := unix.Getsid(0)
	if err != nil {
		return nil
	}
	children := map[int][]process{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		if p, ok := readProcess(file); ok {
			children[p.parent] = append(children[p.parent], p)
		}
	}
	var all []process
	for below := children[os.Getpid()]; len(below) > 0; below = below[1:] {
		if below[0].session != self {
			all = append(all, below[0])
		}
		below = append(below, children[below[0].pid]...)
	}
	return all
}

// readProcess reads /proc/PID/stat; false where the process has gone.
func readProcess(file string) (process, bool) {
	text, err := os.ReadFile(file)
	open, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
	if err != nil || open < 0 || end < open {
		return process{}, false
	}
	p := process{name: string(text[open+1 : end])} // which may have spaces and brackets in it
	fields := strings.Fields(string(text[end+1:])) // state, parent, group, session, …
	if len(fields) < 4 {
		return process{}, false
	}
	p.state = fields[0][0]
	for _, number := range []struct {
		of   *int
		text string
	}{{&p.pid, strings.TrimSpace(string(text[:open]))}, {&p.parent, fields[1]}, {&p.session, fields[3]}} {
		if *number.of, err = strconv.Atoi(number.text); err != nil {
			return process{}, false
		}
	}
	return p, true
}
