package fetch

import (
	"fmt"
)

// checkDescriptor notes a data descriptor that the local header promises and
// that is missing at byte end, or that disagrees with the directory. The member
// is read by the directory all the same. limit is where the next record starts.
func (m *Member) checkDescriptor(header []byte, end, limit int64) {
	e := &m.entry
	if le16(header[6:])&flagDescriptor == 0 || e.truncated || e.csize == 0 {
		return
	}
	if le32(header[14:]) == e.crc && int64(le32(header[18:])) == e.csize && int64(le32(header[22:])) == e.size {
		return // told before the data already
	}
	b := make([]byte, max(0, min(lenDescriptorMost, limit-end)))
	n, _ := m.artifact.src.ReadAt(b, end) // what is missing cannot fit
	d, ok := anyDescriptor(b[:n], e.csize)
	switch {
	case !ok:
		m.note(m.problem(KindDescriptor, "the data descriptor that its local header promises is missing", "all of it, by the directory"))
	case d.crc != e.crc && e.crc != 0:
		m.note(m.problem(KindDescriptor, fmt.Sprintf("its data descriptor tells the CRC-32 %08x, the directory %08x", d.crc, e.crc), "all of it, by the directory"))
	case d.size != e.size && e.size >= 0:
		m.note(m.problem(KindDescriptor, fmt.Sprintf("its data descriptor tells a size of %d bytes, the directory %d", d.size, e.size), "all of it, by the directory"))
	}
}

// lenDescriptorMost is the length of the longest descriptor: signature, CRC-32,
// and two sizes of 8 bytes.
const lenDescriptorMost = 24

// anyDescriptor reads a descriptor with or without signature, and with sizes of
// either length, whose compressed size is csize.
func anyDescriptor(b []byte, csize int64) (descriptor, bool) {
	if d, ok := descriptorAt(b, csize); ok {
		return d, true
	}
	for _, length := range []int{12, 20} {
		if len(b) < length {
			break
		}
		if d, ok := parseDescriptor(b[:length], csize); ok {
			return d, true
		}
	}
	return descriptor{}, false
}
