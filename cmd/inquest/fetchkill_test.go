//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"inquest/fetch"
)

// killedObject is a zip of one member, larger than what a fetch holds in its hands.
func killedObject() servedObject { return newStoredZip(storedMember{"run/iostat.log", 128 << 20}) }

// heldIn is how many bytes of downloads a cache knows of, that another process may be filling.
func heldIn(cache string) (n int64) {
	entries, err := fetch.CacheEntries(filepath.Join(cache, "objects"))
	if err != nil {
		return 0
	}
	for _, e := range entries {
		if e.Ref != "" { // without, it is not known what is held
			n += e.Held
		}
	}
	return n
}

// TestKilledFetch kills the process of a fetch at about the half: the next one asks for
// the other half only.
func TestKilledFetch(t *testing.T) {
	s := newObjectServer(t)
	object := killedObject()
	s.objects["perf/run-1/node-a.zip"] = object
	cache := t.TempDir()
	args := append([]string{"fetch", "s3://perf/run-1/node-a.zip", "--cache", cache}, s.flags()...)
	s.holdAt(object.size / 2)
	if !killWhen(t, args, func(at time.Duration) bool {
		return heldIn(cache) > object.size*47/100 || at > time.Minute
	}) {
		t.Fatal("the process ended before it was killed")
	}
	held := heldIn(cache)
	s.reset(nil)
	got := mustRun(t, 0, args...)
	requests, asked, sent := s.counted()
	t.Logf("killed with %d of %d bytes held; then %d bytes asked for in %d requests, %d sent", held, object.size, asked, requests, sent)
	if most := object.size * 55 / 100; asked > most || sent > most {
		t.Errorf("%d bytes were asked for again and %d sent, at most %d wanted", asked, sent, most)
	}
	says(t, got.stdout, "1 of 1 artifacts complete")

	s.reset(nil)
	mustRun(t, 0, args...)
	if _, _, sent := s.counted(); sent > 1 {
		t.Errorf("%d bytes were sent to a third fetch", sent)
	}
}

// TestTwoFetches lets two processes fetch the same zips into one cache: both end well,
// and no byte but those of the directory is sent twice.
func TestTwoFetches(t *testing.T) {
	s := newObjectServer(t)
	var total int64
	for _, name := range []string{"perf/run-1/node-a.zip", "perf/run-1/node-b.zip"} {
		s.objects[name] = newStoredZip(storedMember{name, 16 << 20}, storedMember{"b.log", 4 << 20})
		total += s.objects[name].size
	}
	cache := t.TempDir()
	args := append([]string{"fetch", "s3://perf/run-1/", "--cache", cache, "--format", "json"}, s.flags()...)
	s.holdAt(total / 4)
	type process struct {
		cmd            *exec.Cmd
		stdout, stderr bytes.Buffer
	}
	var both [2]process
	for i := range both {
		p := &both[i]
		p.cmd = exec.Command(os.Args[0])
		p.cmd.Env = append(os.Environ(), commandToRun+"="+strings.Join(args, "\n"))
		p.cmd.Stdout, p.cmd.Stderr = &p.stdout, &p.stderr
		if err := p.cmd.Start(); err != nil {
			t.Fatal(err)
		}
	}
	// Both are at work when the listing was asked for twice and the bytes are held.
	for began := time.Now(); time.Since(began) < 30*time.Second; time.Sleep(10 * time.Millisecond) {
		if requests, _, sent := s.counted(); requests >= 6 && sent >= total/4 {
			break
		}
	}
	s.holdAt(0)
	for i := range both {
		if err := both[i].cmd.Wait(); err != nil {
			t.Errorf("process %d: %v: %s", i+1, err, &both[i].stderr)
		}
		says(t, both[i].stdout.String(), `"complete": 2`)
	}
	requests, _, sent := s.counted()
	t.Logf("%d bytes were sent for %d, in %d requests", sent, total, requests)
	if sent > total+4*200<<10 {
		t.Errorf("%d bytes were sent for zips of %d", sent, total)
	}
	s.reset(nil)
	mustRun(t, 0, args...)
	if _, _, sent := s.counted(); sent > 2 {
		t.Errorf("%d bytes were sent to a third fetch", sent)
	}
}
