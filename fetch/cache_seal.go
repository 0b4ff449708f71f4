package fetch

import (
	"hash/crc32"
	"io"
)

// A seal vouches for the bytes [Off, End) of the data file, as stored: they
// were found right once, or were downloaded twice and are wrong at the
// source. A later run compares the checksum, which costs next to nothing,
// before it believes its disk.
type seal struct {
	Off int64  `json:"off"`
	End int64  `json:"end"`
	CRC uint32 `json:"crc32c"`
	Bad bool   `json:"bad,omitempty"` // wrong at the source: not worth another download
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum reads the bytes of s.
func (o *cacheObject) checksum(s span) (uint32, error) {
	h := crc32.New(castagnoli)
	_, err := io.Copy(h, io.NewSectionReader(o, s.off, s.len()))
	return h.Sum32(), err
}

// sealState is what is known about a span.
type sealState int

const (
	unsealed sealState = iota // never checked
	intact                    // as it was when checked
	broken                    // the disk has changed it
)

// sealed compares a span with the seal for just this span.
func (o *cacheObject) sealed(s span) sealState {
	o.mu.Lock()
	k, ok := o.seals[s]
	o.mu.Unlock()
	if !ok {
		return unsealed
	}
	return o.compare(k)
}

// sealedAround compares a span with a seal for it or for a span around it, and
// tells which.
func (o *cacheObject) sealedAround(s span) (sealState, span) {
	o.mu.Lock()
	k, ok := o.seals[s]
	for at, around := range o.seals {
		if !ok && at.off <= s.off && s.end <= at.end {
			k, ok = around, true
		}
	}
	o.mu.Unlock()
	if !ok {
		return unsealed, s
	}
	return o.compare(k), span{k.Off, k.End}
}

// compare looks whether the bytes are still those that were sealed.
func (o *cacheObject) compare(k seal) sealState {
	at := span{k.Off, k.End}
	if o.fresh(at) {
		return intact
	}
	if sum, err := o.checksum(at); err != nil || sum != k.CRC {
		return broken
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.trusted = o.trusted.add(at)
	return intact
}

// fresh reports whether s was downloaded or compared in this run.
func (o *cacheObject) fresh(s span) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.trusted.covers(s)
}

// setSeal vouches for a span. The caller holds the lock, and publishes.
func (o *cacheObject) setSeal(s span, bad bool) error {
	sum, err := o.checksum(s)
	if err != nil {
		return diskError(err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seals[s] = seal{s.off, s.end, sum, bad}
	return nil
}
