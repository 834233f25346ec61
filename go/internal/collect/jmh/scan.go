package jmh

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// A scanner walks over JSON text once, without building a tree of it: a tree loses
// the order of params, and the place of a value of the wrong kind.
//
// Methods that meet a fault of syntax set err and do nothing from then on.
type scanner struct {
	data   []byte
	json   *jsontext.Decoder
	err    error // first fault of syntax
	errPos int   // and where it is
}

// newScanner reads as encoding/json does: old versions of JMH write in the character
// set of their platform, and what is no UTF-8 becomes U+FFFD.
func newScanner(data []byte) scanner {
	return scanner{data: data, json: jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))}
}

// pos is where the next token stands.
func (s *scanner) pos() int {
	pos := int(s.json.InputOffset())
	for pos < len(s.data) && bytes.IndexByte([]byte(" \t\r\n,:"), s.data[pos]) >= 0 {
		pos++
	}
	return pos
}

// fail records a fault of syntax at pos.
func (s *scanner) fail(pos int, format string, args ...any) {
	if s.err == nil {
		s.err, s.errPos = fmt.Errorf(format, args...), pos
	}
}

// unexpected records that something else stands where want should.
func (s *scanner) unexpected(want string) {
	if pos := s.pos(); pos < len(s.data) {
		s.fail(pos, "unexpected %q, want %s", s.data[pos], want)
	}
	s.fail(len(s.data), "unexpected end of file, want %s", want)
}

// check records an error of the decoder.
func (s *scanner) check(err error) {
	var syntax *jsontext.SyntacticError
	switch {
	case err == nil:
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		s.fail(len(s.data), "unexpected end of file")
	case errors.As(err, &syntax):
		s.fail(int(syntax.ByteOffset), "%v", syntax.Err)
	default:
		s.fail(s.pos(), "%v", err)
	}
}

// next is the kind of what follows: the first byte of it, '0' for any number, 0 at
// the end or at a fault.
func (s *scanner) next() byte {
	if s.err != nil {
		return 0
	}
	if kind := s.json.PeekKind(); kind != jsontext.KindInvalid {
		return byte(kind)
	}
	return 0
}

// token consumes what follows.
func (s *scanner) token() jsontext.Token {
	if s.err != nil {
		return jsontext.Null
	}
	token, err := s.json.ReadToken()
	s.check(err)
	return token
}

// array calls element for each element of the array that follows.
// element has to consume it.
func (s *scanner) array(element func()) {
	s.token()
	for s.err == nil && s.next() != ']' {
		element()
	}
	s.token()
}

// object calls member for each member of the object that follows, with its key and
// the position of the key. member has to consume the value.
func (s *scanner) object(member func(key string, pos int)) {
	s.token()
	for s.err == nil && s.next() != '}' {
		pos := s.pos()
		if key := s.text(); s.err == nil {
			member(key, pos)
		}
	}
	s.token()
}

// text consumes a string.
func (s *scanner) text() string {
	token := s.token()
	if s.err != nil {
		return ""
	}
	return token.String()
}

// skip consumes any value.
func (s *scanner) skip() {
	if s.err == nil {
		s.check(s.json.SkipValue())
	}
}

// kind names the value that follows, for errors.
func (s *scanner) kind() string {
	switch s.next() {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 't', 'f':
		return "a truth value"
	case 'n':
		return "null"
	}
	return "nothing"
}

// float consumes a number, or one of the strings that stand for what JSON has
// no number for: JMH writes "NaN", "+INF" and "-INF", other tools the names
// Java has for them. What is no number is returned with a fault.
func (s *scanner) float() (v float64, fault string) {
	switch s.next() {
	case '0':
		text, err := s.json.ReadValue()
		if s.check(err); err != nil {
			return 0, ""
		}
		v, err := strconv.ParseFloat(string(text), 64)
		if err != nil { // the syntax is right, so it is the range
			return 0, fmt.Sprintf("%.40s is out of range", text)
		}
		return v, ""
	case '"':
		switch text := s.text(); text {
		case "NaN":
			return math.NaN(), ""
		case "+INF", "INF", "+Infinity", "Infinity":
			return math.Inf(1), ""
		case "-INF", "-Infinity":
			return math.Inf(-1), ""
		default:
			return 0, fmt.Sprintf("%.40q is not a number", text)
		}
	default:
		kind := s.kind()
		s.skip()
		return 0, "want a number, not " + kind
	}
}
