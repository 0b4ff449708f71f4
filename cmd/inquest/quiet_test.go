package main

import (
	"bufio"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestServerOutOfTurn has a server send what nobody asked for: the command's standard error
// holds the command's own words only.
func TestServerOutOfTurn(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				if _, err := http.ReadRequest(bufio.NewReader(c)); err != nil {
					return
				}
				_, _ = c.Write([]byte("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"))
				time.Sleep(10 * time.Millisecond)
				_, _ = c.Write([]byte("HTTP/1.1 200 OK\r\n\r\nout of turn"))
			}()
		}
	}()
	process := exec.Command(os.Args[0], "fetch", "http://"+l.Addr().String()+"/run/n1.zip", "--cache", t.TempDir())
	process.Env = append(os.Environ(), realMain+"=1")
	var out strings.Builder
	process.Stderr = &out
	if err := process.Run(); err == nil || process.ProcessState.ExitCode() != 4 {
		t.Errorf("exit %d, want 4", process.ProcessState.ExitCode())
	}
	if !strings.Contains(out.String(), "500 Internal Server Error") || strings.Contains(out.String(), "out of turn") || strings.Contains(out.String(), "Unsolicited") {
		t.Errorf("standard error:\n%s", out.String())
	}
}
