package httpserver

import (
	"bytes"
	"fmt"
	"strconv"
)

// An Item is the object that a request brings and its answer returns:
//
//	{"id":17,"value":"a534a6a6b7fd0b63"}
//
// It is read and written by hand, in Go as in Kotlin: two libraries for JSON would be compared in place of two servers.
type Item struct {
	ID    uint64 // of 18 digits at most
	Value uint64
}

var (
	itemBegin  = []byte(`{"id":`)
	itemMiddle = []byte(`,"value":"`)
	itemEnd    = []byte(`"}`)
)

// parseItem reads an item, which has to be spelled exactly as bytes would spell it.
func parseItem(text []byte) (Item, error) {
	var i Item
	rest, ok := bytes.CutPrefix(text, itemBegin)
	digits := 0
	for ; ok && digits < len(rest) && digits < 18 && rest[digits] >= '0' && rest[digits] <= '9'; digits++ {
		i.ID = 10*i.ID + uint64(rest[digits]-'0')
	}
	ok = ok && digits > 0 && (rest[0] != '0' || digits == 1)
	if ok {
		rest, ok = bytes.CutPrefix(rest[digits:], itemMiddle)
	}
	if ok = ok && len(rest) == 16+len(itemEnd) && bytes.HasSuffix(rest, itemEnd); ok {
		for _, c := range rest[:16] {
			switch {
			case c >= '0' && c <= '9':
				i.Value = i.Value<<4 | uint64(c-'0')
			case c >= 'a' && c <= 'f':
				i.Value = i.Value<<4 | uint64(c-'a'+10)
			default:
				ok = false
			}
		}
	}
	if !ok {
		return Item{}, fmt.Errorf(`%.60q: want {"id":17,"value":"a534a6a6b7fd0b63"}`, text)
	}
	return i, nil
}

// bytes spells the item.
func (i Item) bytes() []byte {
	const most = 64
	text := append(make([]byte, 0, most), itemBegin...)
	text = strconv.AppendUint(text, i.ID, 10)
	text = append(text, itemMiddle...)
	for shift := 60; shift >= 0; shift -= 4 {
		text = append(text, "0123456789abcdef"[i.Value>>shift&15])
	}
	return append(text, itemEnd...)
}
