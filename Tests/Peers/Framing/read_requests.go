// Says which requests the server of net/http reads in the bytes of a connection; input and output are those of
// framing-reader.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sort"
	"strings"
	"sync"
	"time"
)

// A connection in memory, which ends when all bytes are read, or with the first refusal.
type connection struct {
	input *bytes.Reader
	line  strings.Builder
	once  sync.Once
	done  chan struct{}
}

func (c *connection) end()                           { c.once.Do(func() { close(c.done) }) }
func (c *connection) Read(p []byte) (int, error)     { return c.input.Read(p) }
func (c *connection) Close() error                   { c.end(); return nil }
func (*connection) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (*connection) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
func (*connection) SetDeadline(time.Time) error      { return nil }
func (*connection) SetReadDeadline(time.Time) error  { return nil }
func (*connection) SetWriteDeadline(time.Time) error { return nil }

// The server sleeps for half a second after a refusal, before it closes.
func (c *connection) Write(p []byte) (int, error) {
	if bytes.HasPrefix(p, []byte("HTTP/1.1 4")) || bytes.HasPrefix(p, []byte("HTTP/1.1 5")) {
		c.end()
	}
	return len(p), nil
}

type listener chan net.Conn

func (l listener) Accept() (net.Conn, error) { return <-l, nil }
func (listener) Close() error                { return nil }
func (listener) Addr() net.Addr              { return &net.TCPAddr{} }

type key struct{}

func handle(w http.ResponseWriter, r *http.Request) {
	content, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	var fields []string
	for name, values := range r.Header {
		for _, value := range values {
			fields = append(fields, name+":"+value)
		}
	}
	sort.Strings(fields)
	c := r.Context().Value(key{}).(*connection)
	fmt.Fprintf(&c.line, "%s %s %s %s %s;", r.Method, hex.EncodeToString([]byte(r.RequestURI)),
		hex.EncodeToString([]byte(r.Host)),
		hex.EncodeToString([]byte(strings.Join(fields, "\n"))), hex.EncodeToString(content))
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	connections := make(listener)
	server := http.Server{
		Handler:        http.HandlerFunc(handle),
		ErrorLog:       log.New(io.Discard, "", 0),
		MaxHeaderBytes: 1 << 17,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, key{}, c)
		},
	}
	go server.Serve(connections)

	// Some at once, in the order of the input.
	pending := make(chan *connection, 64)
	go func() {
		input := bufio.NewReader(os.Stdin)
		for {
			var length uint32
			if binary.Read(input, binary.BigEndian, &length) != nil {
				close(pending)
				return
			}
			content := make([]byte, length)
			if _, err := io.ReadFull(input, content); err != nil {
				log.Fatal(err)
			}
			c := &connection{input: bytes.NewReader(content), done: make(chan struct{})}
			connections <- c
			pending <- c
		}
	}()
	output := bufio.NewWriter(os.Stdout)
	for c := range pending {
		<-c.done
		fmt.Fprintln(output, c.line.String())
	}
	output.Flush()
}
