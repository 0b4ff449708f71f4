package parse

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
)

// chunkStream reads the chunks of a block one after the other. Blocks hold their
// chunks in the order of the index, so that a segment, up to 512 MiB, passes by once
// and is never held.
type chunkStream struct {
	ctx     context.Context
	block   *tsdbFiles
	segment int // that is open, from 0; -1: none
	rc      io.ReadCloser
	r       *bufio.Reader
	pos     int64
	opened  int
	data    []byte
}

const (
	maxChunk       = 1 << 20 // bytes of a chunk; Prometheus cuts at about 1 KiB
	maxChunkOpened = 100     // times that segments are opened: chunks out of order would cost too much
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errChunk tells that one chunk is damaged and others may still be read.
var errChunk = errors.New("damaged chunk")

func newChunkStream(ctx context.Context, block *tsdbFiles) *chunkStream {
	return &chunkStream{ctx: ctx, block: block, segment: -1, r: bufio.NewReaderSize(nil, headSize)}
}

// Close closes the open segment.
func (c *chunkStream) Close() {
	if c.rc != nil {
		_ = c.rc.Close() // only read
		c.rc = nil
	}
}

// open begins a segment.
func (c *chunkStream) open(segment int) error {
	c.Close()
	c.segment = -1
	if c.opened++; c.opened > maxChunkOpened {
		return errors.New("the chunks are not in the order of the index")
	}
	name := fmt.Sprintf("chunks/%06d", segment+1)
	f, ok := c.block.files[name]
	if !ok {
		return fmt.Errorf("the block has no %s", name)
	}
	rc, err := f.Open(c.ctx)
	if err != nil {
		return fmt.Errorf("open %s: %w", name, err)
	}
	c.rc, c.segment, c.pos = rc, segment, chunks.SegmentHeaderSize
	c.r.Reset(rc)
	var header [chunks.SegmentHeaderSize]byte
	if _, err := io.ReadFull(c.r, header[:]); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	if binary.BigEndian.Uint32(header[:]) != chunks.MagicChunks || header[4] != 1 {
		return fmt.Errorf("%s does not begin as a segment of chunks", name)
	}
	return nil
}

// chunk reads a chunk. It is valid until the next call.
func (c *chunkStream) chunk(ref chunks.ChunkRef) (chunkenc.Chunk, error) {
	segment, offset := chunks.BlockChunkRef(ref).Unpack()
	if segment != c.segment || int64(offset) < c.pos {
		if err := c.open(segment); err != nil {
			return nil, err
		}
	}
	for c.pos < int64(offset) {
		n, err := c.r.Discard(int(min(int64(offset)-c.pos, 1<<30)))
		c.pos += int64(n)
		if err != nil {
			return nil, fmt.Errorf("read chunks: %w", err)
		}
	}
	head, err := c.r.Peek(chunks.MaxChunkLengthFieldSize)
	size, n := binary.Uvarint(head)
	if n <= 0 || size > maxChunk {
		if err != nil {
			return nil, fmt.Errorf("read chunks: %w", err)
		}
		return nil, fmt.Errorf("%w: its length cannot be read", errChunk)
	}
	need := n + chunks.ChunkEncodingSize + int(size) + crc32.Size
	if cap(c.data) < need {
		c.data = make([]byte, need)
	}
	c.data = c.data[:need]
	read, err := io.ReadFull(c.r, c.data)
	c.pos += int64(read)
	if err != nil {
		return nil, fmt.Errorf("read chunks: %w", err)
	}
	body, sum := c.data[n:need-crc32.Size], c.data[need-crc32.Size:]
	if crc32.Checksum(body, castagnoli) != binary.BigEndian.Uint32(sum) {
		return nil, fmt.Errorf("%w: its checksum is wrong", errChunk)
	}
	chunk, err := chunkenc.FromData(chunkenc.Encoding(body[0]), body[chunks.ChunkEncodingSize:])
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errChunk, err)
	}
	return chunk, nil
}
