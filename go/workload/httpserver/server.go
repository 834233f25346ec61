package httpserver

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
)

// A server makes an item of each request's body, writes it to a file of its own and returns it: what is measured.
type server struct {
	http.Server
	url   string
	files bool
	visit atomic.Pointer[visit] // the attack that is under way
}

// A visit is an attack as the server sees it.
type visit struct {
	folder string
	served atomic.Int64 // requests that were answered by 200
}

// serve starts a server at an address, such as 127.0.0.1:0 for any free port.
func serve(address string, files bool) (*server, error) {
	listener, err := net.Listen("tcp4", address)
	if err != nil {
		return nil, fmt.Errorf("the server can't %w", err)
	}
	s := &server{url: fmt.Sprintf("http://%s/", listener.Addr()), files: files}
	s.Handler = s
	go func() { _ = s.Serve(listener) }() // until it is closed
	return s, nil
}

// ServeHTTP is one request.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	visit := s.visit.Load()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // whoever sent it is gone
	}
	item, err := parseItem(body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	text := item.bytes()
	if s.files {
		if err := write(filepath.Join(visit.folder, strconv.FormatUint(item.ID, 10)), text); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	}
	visit.served.Add(1)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	_, _ = w.Write(text) // whoever asked may be gone
}

// write makes a file, which must not be there yet: a second request of the same item is a fault.
func write(name string, text []byte) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}
