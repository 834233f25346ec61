package jmh

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// maxDepth is how deep values may nest, the same as in encoding/json.
const maxDepth = 10000

// A scanner walks over JSON text once, without building a tree of it.
//
// encoding/json reads a large result file several times slower, loses the
// order of params and gives no position for a value of the wrong kind.
// The price is the grammar below, which a fuzz test holds against json.Valid.
//
// Methods that meet a fault of syntax set err and do nothing from then on.
type scanner struct {
	data    []byte
	pos     int
	depth   int
	err     error             // first fault of syntax
	errPos  int               // and where it is
	interns map[string]string // strings seen, since most come again
}

// fail records a fault of syntax at pos.
func (s *scanner) fail(pos int, format string, args ...any) {
	if s.err == nil {
		s.err, s.errPos = fmt.Errorf(format, args...), pos
		s.pos = len(s.data)
	}
}

// unexpected records that something else stands where want should.
func (s *scanner) unexpected(want string) {
	if s.pos >= len(s.data) {
		s.fail(len(s.data), "unexpected end of file, want %s", want)
		return
	}
	s.fail(s.pos, "unexpected %q, want %s", s.data[s.pos], want)
}

// next skips white space and returns the byte that follows it, or 0 at the end.
func (s *scanner) next() byte {
	for s.pos < len(s.data) {
		switch c := s.data[s.pos]; c {
		case '\n':
			s.pos++
			// JMH indents deeply, so that these spaces are half of a file.
			for s.pos+8 <= len(s.data) && binary.LittleEndian.Uint64(s.data[s.pos:]) == 0x2020202020202020 {
				s.pos += 8
			}
		case ' ', '\t', '\r':
			s.pos++
		default:
			return c
		}
	}
	return 0
}

// accept skips white space and then c, if c is what follows.
func (s *scanner) accept(c byte) bool {
	if s.next() != c || s.pos >= len(s.data) {
		return false
	}
	s.pos++
	return true
}

// array calls element for each element of the array that follows.
// element has to consume it.
func (s *scanner) array(element func()) {
	if !s.enter('[', "'['") {
		return
	}
	if !s.accept(']') {
		for {
			s.next()
			element()
			if s.err != nil {
				return
			}
			if s.accept(',') {
				continue
			}
			if s.accept(']') {
				break
			}
			s.unexpected("',' or ']'")
			return
		}
	}
	s.depth--
}

// object calls member for each member of the object that follows, with its
// key and the position of the key. member has to consume the value.
// The key is valid until member returns.
func (s *scanner) object(member func(key []byte, pos int)) {
	if !s.enter('{', "'{'") {
		return
	}
	if !s.accept('}') {
		for {
			s.next()
			pos := s.pos
			key := s.stringBytes()
			if s.err == nil && !s.accept(':') {
				s.unexpected("':'")
			}
			if s.err != nil {
				return
			}
			s.next()
			member(key, pos)
			if s.err != nil {
				return
			}
			if s.accept(',') {
				continue
			}
			if s.accept('}') {
				break
			}
			s.unexpected("',' or '}'")
			return
		}
	}
	s.depth--
}

func (s *scanner) enter(c byte, want string) bool {
	if s.err != nil {
		return false
	}
	if !s.accept(c) {
		s.unexpected(want)
		return false
	}
	if s.depth++; s.depth > maxDepth {
		s.fail(s.pos-1, "values nest deeper than %d", maxDepth)
		return false
	}
	return true
}

// stringBytes consumes a string and returns it unescaped. Bytes that are not
// UTF-8 become U+FFFD, as in encoding/json: old versions of JMH write in the
// character set of their platform.
func (s *scanner) stringBytes() []byte {
	if s.err != nil {
		return nil
	}
	if s.next() != '"' {
		s.unexpected("a string")
		return nil
	}
	start, plain := s.pos, true
	for i := start + 1; i < len(s.data); i++ {
		switch c := s.data[i]; {
		case c == '"':
			s.pos = i + 1
			if plain {
				return s.data[start+1 : i]
			}
			var text string
			if err := json.Unmarshal(s.data[start:s.pos], &text); err != nil {
				pos := start
				var syntax *json.SyntaxError
				if errors.As(err, &syntax) {
					pos += int(syntax.Offset) - 1
				}
				s.fail(pos, "%v", err)
			}
			return []byte(text)
		case c == '\\':
			plain = false
			i++
		case c < ' ':
			s.fail(i, "unexpected %q in a string", c)
			return nil
		case c >= 0x80:
			plain = false
		}
	}
	s.fail(len(s.data), "unexpected end of file in a string")
	return nil
}

// intern returns b as a string, and the same one for the same text.
func (s *scanner) intern(b []byte) string {
	if t, ok := s.interns[string(b)]; ok {
		return t
	}
	if s.interns == nil {
		s.interns = make(map[string]string)
	}
	t := string(b)
	s.interns[t] = t
	return t
}

// numberBytes consumes a number and returns its text.
func (s *scanner) numberBytes() []byte {
	if s.err != nil {
		return nil
	}
	s.next()
	start := s.pos
	if s.pos < len(s.data) && s.data[s.pos] == '-' {
		s.pos++
	}
	if s.pos < len(s.data) && s.data[s.pos] == '0' {
		s.pos++
	} else {
		s.digits()
	}
	if s.pos < len(s.data) && s.data[s.pos] == '.' {
		s.pos++
		s.digits()
	}
	if s.pos < len(s.data) && s.data[s.pos]|' ' == 'e' {
		s.pos++
		if s.pos < len(s.data) && (s.data[s.pos] == '+' || s.data[s.pos] == '-') {
			s.pos++
		}
		s.digits()
	}
	if s.err != nil {
		return nil
	}
	return s.data[start:s.pos]
}

func (s *scanner) digits() {
	start := s.pos
	for s.pos < len(s.data) && '0' <= s.data[s.pos] && s.data[s.pos] <= '9' {
		s.pos++
	}
	if s.pos == start {
		s.unexpected("a digit")
	}
}

// skip consumes any value.
func (s *scanner) skip() {
	if s.err != nil {
		return
	}
	switch c := s.next(); {
	case c == '{':
		s.object(func([]byte, int) { s.skip() })
	case c == '[':
		s.array(s.skip)
	case c == '"':
		s.stringBytes()
	case c == '-' || '0' <= c && c <= '9':
		s.numberBytes()
	case c == 't':
		s.literal("true")
	case c == 'f':
		s.literal("false")
	case c == 'n':
		s.literal("null")
	default:
		s.unexpected("a value")
	}
}

func (s *scanner) literal(text string) {
	if !bytes.HasPrefix(s.data[s.pos:], []byte(text)) {
		s.unexpected(text)
		return
	}
	s.pos += len(text)
}

// kind names the value that follows, for errors.
func (s *scanner) kind() string {
	switch c := s.next(); {
	case c == '{':
		return "an object"
	case c == '[':
		return "an array"
	case c == '"':
		return "a string"
	case c == '-' || '0' <= c && c <= '9':
		return "a number"
	case c == 't' || c == 'f':
		return "a truth value"
	case c == 'n':
		return "null"
	}
	return "nothing"
}

// float consumes a number, or one of the strings that stand for what JSON has
// no number for: JMH writes "NaN", "+INF" and "-INF", other tools the names
// Java has for them. What is no number is returned with a fault.
func (s *scanner) float() (v float64, fault string) {
	switch c := s.next(); {
	case c == '-' || '0' <= c && c <= '9':
		text := s.numberBytes()
		if s.err != nil {
			return 0, ""
		}
		v, err := strconv.ParseFloat(string(text), 64)
		if err != nil { // the syntax is right, so it is the range
			return 0, fmt.Sprintf("%.40s is out of range", text)
		}
		return v, ""
	case c == '"':
		text := s.stringBytes()
		switch string(text) {
		case "NaN":
			return math.NaN(), ""
		case "+INF", "INF", "+Infinity", "Infinity":
			return math.Inf(1), ""
		case "-INF", "-Infinity":
			return math.Inf(-1), ""
		}
		return 0, fmt.Sprintf("%.40q is not a number", text)
	default:
		kind := s.kind()
		s.skip()
		return 0, "want a number, not " + kind
	}
}
