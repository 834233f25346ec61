// Package closure computes a key of the code that a benchmark can reach: equal
// keys mean equal code.
//
// It takes a program, or a jar with the classes to start from, and returns a
// digest. The digest excludes what does not run, such as line numbers and names
// of source files. Anything unknown counts as code, so keys may differ for equal
// code but are never equal for different code.
package closure

import (
	"crypto/sha256"
	"debug/elf"
	"debug/macho"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"slices"
	"strings"
)

// Program is the key of an executable: of all that is loaded but the tables
// that lead from code back to its source, which nothing but a stack trace reads.
// Of other formats than ELF and Mach-O it is that of the whole file.
func Program(file string) (string, error) {
	digest := sha256.New()
	var err error
	if program, wrong := elf.Open(file); wrong == nil {
		defer program.Close()
		err = elfKey(digest, program)
	} else if program, wrong := macho.Open(file); wrong == nil {
		defer program.Close()
		err = machoKey(digest, program)
	} else {
		err = fileKey(digest, file)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// sourceTables are the sections that say where code came from: function names
// and lines (Go's pclntab), the module's versions, the linker's mark. A shifted
// line changes the first alone.
var sourceTables = []string{".gopclntab", "__gopclntab", ".go.buildinfo", "__go_buildinfo"}

func elfKey(digest hash.Hash, program *elf.File) error {
	fmt.Fprintln(digest, "elf", program.Machine, program.Type)
	for _, s := range program.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || slices.Contains(sourceTables, s.Name) || strings.HasPrefix(s.Name, ".note") {
			continue
		}
		// Not the address: the tables that are left out lie between the sections.
		fmt.Fprintln(digest, s.Name, s.Type, s.Flags, s.Size)
		if s.Type == elf.SHT_NOBITS {
			continue
		}
		if err := copied(digest, s.Open(), int64(s.FileSize)); err != nil {
			return err
		}
	}
	return nil
}

func machoKey(digest hash.Hash, program *macho.File) error {
	fmt.Fprintln(digest, "mach-o", program.Cpu, program.Type)
	for _, s := range program.Sections {
		if slices.Contains(sourceTables, s.Name) || s.Seg == "__DWARF" {
			continue
		}
		fmt.Fprintln(digest, s.Seg, s.Name, s.Size)
		if s.Offset == 0 {
			continue // nothing in the file: zeros
		}
		if err := copied(digest, s.Open(), int64(s.Size)); err != nil {
			return err
		}
	}
	return nil
}

func fileKey(digest hash.Hash, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(digest, f)
	return err
}

// copied is an error unless all of a section is there.
func copied(digest hash.Hash, from io.Reader, size int64) error {
	n, err := io.Copy(digest, from)
	if err == nil && n != size {
		err = io.ErrUnexpectedEOF
	}
	return err
}
