package artifact_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/artifact"
)

// raw is an entry of a zip file as it is: its header may say anything.
func raw(t testing.TB, w *zip.Writer, h zip.FileHeader, content string) {
	entry, err := w.CreateRaw(&h)
	if err == nil {
		_, err = entry.Write([]byte(content))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// made is a zip file of the good files and of what else is put in it.
func made(t testing.TB, put func(w *zip.Writer)) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range good() {
		entry, err := w.Create(f.name)
		if err == nil {
			_, err = entry.Write([]byte(f.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	put(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func stored(name, content string) zip.FileHeader {
	return zip.FileHeader{Name: name, Method: zip.Store, CRC32: crc32.ChecksumIEEE([]byte(content)), CompressedSize64: uint64(len(content)), UncompressedSize64: uint64(len(content))}
}

// damages are zip files that nobody's upload makes. A row more is an attack more:
// it is refused, by name, in one line, and in no time.
var damages = []struct {
	name string
	make func(t testing.TB) []byte
	want string
}{
	{"empty", func(testing.TB) []byte { return nil }, "not a zip file"},
	{"cut short", func(t testing.TB) []byte { p := pack(t, good()...); return p[:len(p)/2] }, "not a zip file"},
	{"cut at its beginning", func(t testing.TB) []byte { return pack(t, good()...)[40:] }, "offset"},
	{"without its last byte", func(t testing.TB) []byte { p := pack(t, good()...); return p[:len(p)-1] }, "not a zip file"},
	{"a changed byte", func(t testing.TB) []byte {
		return made(t, func(w *zip.Writer) {
			h := stored("results/pr/there.txt", results("X"))
			h.CRC32++
			raw(t, w, h, results("X"))
		})
	}, "checksum"},
	{"a lie about sizes", func(t testing.TB) []byte {
		return made(t, func(w *zip.Writer) {
			h := stored("results/pr/there.txt", results("X"))
			h.UncompressedSize64 = 3
			raw(t, w, h, results("X"))
		})
	}, "there.txt"},
	{"sizes beyond the file", func(t testing.TB) []byte {
		return made(t, func(w *zip.Writer) {
			h := stored("results/pr/there.txt", "x")
			h.CompressedSize64, h.UncompressedSize64 = 1<<40, 1<<40
			raw(t, w, h, "x")
		})
	}, "there.txt"},
	{"a method that nobody has", func(t testing.TB) []byte {
		return made(t, func(w *zip.Writer) {
			h := stored("results/pr/there.txt", "x")
			h.Method = 99
			raw(t, w, h, "x")
		})
	}, "unsupported compression"},
	{"a pipe", func(t testing.TB) []byte {
		return made(t, func(w *zip.Writer) {
			h := stored("results/pr/there.txt", "")
			h.SetMode(fs.ModeNamedPipe | 0o666)
			raw(t, w, h, "")
		})
	}, "is no file"},
	{"a device", func(t testing.TB) []byte {
		return made(t, func(w *zip.Writer) {
			h := stored("results/pr/there.txt", "")
			h.SetMode(fs.ModeDevice | 0o666)
			raw(t, w, h, "")
		})
	}, "is no file"},
	{"a folder with a content", func(t testing.TB) []byte {
		return made(t, func(w *zip.Writer) {
			h := stored("plans/", "x")
			h.Name, h.UncompressedSize64 = "plans/", 1
			if _, err := w.CreateRaw(&h); err != nil {
				t.Fatal(err)
			}
		})
	}, `"plans/"`},
	{"a folder elsewhere", func(t testing.TB) []byte {
		return made(t, func(w *zip.Writer) { raw(t, w, stored("../", ""), "") })
	}, `"../"`},
	{"a NUL in a name", func(t testing.TB) []byte {
		return made(t, func(w *zip.Writer) { raw(t, w, stored("results/pr/there.txt\x00.exe", "x"), "x") })
	}, `there.txt\x00.exe`},
	{"a name of 60 KB", func(t testing.TB) []byte {
		return made(t, func(w *zip.Writer) { raw(t, w, stored(strings.Repeat("x", 60_000), "x"), "x") })
	}, "want plans/NAME.json"},
	{"a crowd of folders", func(t testing.TB) []byte { return folders(100_000) }, "entries: want 4000 at most"},
	{"a bomb of many", func(t testing.TB) []byte {
		text := plans() + strings.Repeat(" ", 50<<20)
		var packed bytes.Buffer
		z, err := flate.NewWriter(&packed, flate.BestSpeed)
		if err == nil {
			_, err = z.Write([]byte(text))
		}
		if err := cmpErr(err, z.Close()); err != nil {
			t.Fatal(err)
		}
		return made(t, func(w *zip.Writer) {
			for i := range 6 {
				h := zip.FileHeader{Name: fmt.Sprintf("plans/p%d.json", i), Method: zip.Deflate, CRC32: crc32.ChecksumIEEE([]byte(text)), CompressedSize64: uint64(packed.Len()), UncompressedSize64: uint64(len(text))}
				raw(t, w, h, packed.String())
			}
		})
	}, "268435456 of all files"},
	{"a long line", func(t testing.TB) []byte {
		return pack(t, good()[0], file{"results/pr/here.txt", results("X") + strings.Repeat("x", 5<<20) + "\n"})
	}, "token too long"},
	{"a line without an end", func(t testing.TB) []byte {
		return pack(t, good()[0], file{"results/pr/here.txt", results("X") + "BenchmarkX 1 5"})
	}, "missing units"},
	{"a million rows", func(t testing.TB) []byte {
		return pack(t, good()[0], file{"results/pr/here.txt", results("X") + strings.Repeat("BenchmarkX 1 5 ns/op\n", 1_000_000)})
	}, "more than 300000 results"},
	{"a million keys", func(t testing.TB) []byte {
		var text strings.Builder
		for i := range 1_000_000 {
			fmt.Fprintf(&text, "k%d: v\n", i)
		}
		return pack(t, good()[0], file{"results/pr/here.txt", text.String() + results("X")})
	}, "more than 200 keys"},
	{"a million units", func(t testing.TB) []byte {
		return pack(t, good()[0], file{"results/pr/here.txt", results("X") + strings.Repeat("Unit x a=b\n", 1_000_000) + "Unit x a=c\n"})
	}, "unit \"x\" is none of a benchmark's"},
	{"a plan in a plan in a plan", func(t testing.TB) []byte {
		return pack(t, file{"plans/pr.json", `{"version": 1, "jobs": ` + strings.Repeat("[", 10<<20)}, good()[1])
	}, "plans/pr.json"},
	{"a plan of a crowd of jobs", func(t testing.TB) []byte {
		job := `{"id": "here", "estimate": {"build": "1s", "measure": "1s"}, "benchmarks": [], "skips": []}`
		return pack(t, file{"plans/pr.json", strings.Replace(plans(), job, strings.Repeat(job+",", 2000)+job, 1)}, good()[1])
	}, "jobs: want 1000 at most"},
	{"a plan of another program", func(t testing.TB) []byte {
		return pack(t, file{"plans/pr.json", strings.Replace(plans(), baseCommit, "--output=/tmp/x", 1)}, good()[1])
	}, "want a hash"},
	{"two plans in one", func(t testing.TB) []byte {
		return pack(t, file{"plans/pr.json", plans() + plans()}, good()[1])
	}, "plans/pr.json"},
}

// folders is a zip file of so many entries, all of one folder, made by hand: the
// library's own writer takes long.
func folders(n int) []byte {
	const name = "plans/"
	var out bytes.Buffer
	le := binary.LittleEndian
	local := le.AppendUint32(nil, 0x04034b50)
	local = append(local, make([]byte, 22)...)
	local = append(le.AppendUint16(le.AppendUint16(local, uint16(len(name))), 0), name...)
	out.Write(local)
	central := le.AppendUint32(nil, 0x02014b50)
	central = append(central, make([]byte, 24)...)
	central = le.AppendUint16(central, uint16(len(name)))
	central = append(append(central, make([]byte, 16)...), name...)
	start := out.Len()
	for range n {
		out.Write(central)
	}
	size := out.Len() - start
	end := le.AppendUint32(nil, 0x06064b50) // zip64
	end = le.AppendUint64(end, 44)
	end = append(end, make([]byte, 12)...)
	end = le.AppendUint64(le.AppendUint64(end, uint64(n)), uint64(n))
	end = le.AppendUint64(le.AppendUint64(end, uint64(size)), uint64(start))
	locator := le.AppendUint32(le.AppendUint32(nil, 0x07064b50), 0)
	locator = le.AppendUint32(le.AppendUint64(locator, uint64(out.Len())), 1)
	out.Write(end)
	out.Write(locator)
	last := le.AppendUint32(nil, 0x06054b50)
	last = append(last, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0)
	out.Write(last)
	return out.Bytes()
}

func TestDamagedArtifacts(t *testing.T) {
	for _, test := range damages {
		t.Run(test.name, func(t *testing.T) {
			packed := test.make(t)
			begun := time.Now()
			_, err := artifact.UnpackNumbers("report.zip", packed)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "report.zip") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%.300v, want %s", err, test.want)
			}
			if took := time.Since(begun); took > 10*time.Minute {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// Whatever becomes of a good artifact on its way, it is refused or is what it was.
func TestFlippedBytes(t *testing.T) {
	packed := pack(t, good()...)
	whole, err := artifact.Unpack("report.zip", packed)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range 3000 {
		changed := bytes.Clone(packed)
		for range 1 + random.IntN(3) {
			changed[random.IntN(len(changed))] ^= byte(1 + random.IntN(255))
		}
		a, err := artifact.Unpack("report.zip", changed)
		if err != nil {
			refused++
			continue
		}
		if got := a.Results["pr"]["here"]; got != nil && !bytes.Equal(got, whole.Results["pr"]["here"]) {
			t.Fatalf("other results, and nobody noticed:\n%s", got)
		}
	}
	if refused < 1000 {
		t.Errorf("%d of 3000 refused", refused)
	}
}
