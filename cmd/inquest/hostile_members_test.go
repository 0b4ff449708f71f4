package main

import (
	"bytes"
	"encoding/base64"
	"math"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// bzippedM is mpstatText(10, 20) as bzip2 packs it, in base64.
const bzippedM = "QlpoOTFBWSZTWWsE+0sABClfgGAwQmP/8AgEQgCvpb7gMAGLNGmGkp+lNPfqqMgG9UaAAABoao8kjeqAAMgAAEmpSNpoqeNUeUxB" +
	"p6gafpGkmkmZlskqVcIiIiIiIAAALEkzMrKXkkmRB6m62XaWlpaWtk4ibCUCIAFYk1E1l2hqNer1pttn6KKoqiqqqiqKorydZTIQ" +
	"7M3MhO7CckPBieVdP9w6XACHLnh8eddum2QAAUB3dwAAAAB0Td8DJmSTVBDz1ACGd99bgkA6oQYQXrVKqqqrbKEEIZ54YDvvouG7" +
	"db6whVc6pVVVVb3tYfxrquWXScWZ53zHXXOrSWtjYbariiWxDwFyVqrojvY8BcD1QSLlQRRYoFphVXCO+OI6aLxk8GWtaw8OGVWI" +
	"byEPPTn+T9nHL59/K4Q7Hs9djt+u+O2x3H1T2zCDdCGHp/eGW1etV724/Kid/9LDMy08VfxdyRThQkGsE+0s"

func unbase64(s string) []byte {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

func zstdOf(b []byte) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err)
	}
	return w.EncodeAll(b, nil)
}

// besideG is a recipe that changes only M, which then has so many rows, -1 for a part.
func besideG(name string, change func(m *zipPart), rows int, status string, problems ...string) hostileZip {
	z := hostileZip{name: name, rows: map[string]int{memberG: rowsG}, problems: problems, status: status, whole: rowsM}
	if rows != 0 {
		z.rows[memberM] = rows
	}
	z.zip = func() []byte {
		m := partM()
		change(&m)
		return zipOf(zipFrame{}, m, partG())
	}
	return z
}

// TestHostileMembers damages one member in each way: the rows of the other arrive, and so do
// those of the damaged one that came before the damage. The first is what
// pandora-analysis/pandora#699 is about, the methods are those of thejoshwolfe/yauzl#58.
func TestHostileMembers(t *testing.T) {
	text := mpstatText(10, rowsM)
	flipped := bytes.Clone(text)
	flipped[bytes.Index(text, []byte("10:05:00     all   "))+len("10:05:00     all   4")] ^= 1 // a digit of one row
	method := func(n uint16) func(*zipPart) {
		return func(m *zipPart) { m.method, m.packed = n, randomBytes(1, 5000) }
	}
	encrypted := func(m *zipPart) { m.flags = 1; m.packed = append(make([]byte, 12), randomBytes(2, 3000)...) }
	for _, z := range []hostileZip{
		besideG("sound", func(*zipPart) {}, rowsM, "ok"),
		besideG("1 CRC off by one", func(m *zipPart) { m.crc = add(1) }, rowsM, "degraded", "checksum "+memberM).saying("its CRC-32 is"),
		besideG("2 no CRC, stored, a byte flipped", func(m *zipPart) { m.stored, m.packed, m.crc = true, flipped, always(0) },
			rowsM, "degraded", "unverified "+memberM),
		besideG("3 last 5 bytes of the stream cut, sizes kept", func(m *zipPart) {
			m.packed = deflated(text)
			m.packed = m.packed[:len(m.packed)-5]
			m.csize = add(5)
		}, 0, "degraded", "overlap "+memberM),
		besideG("4 stream cut in half, right compressed size", func(m *zipPart) {
			m.packed = deflated(text)
			m.packed = m.packed[:len(m.packed)/2]
		}, -1, "degraded", "truncated "+memberM),
		besideG("5 size understated", func(m *zipPart) { m.size = add(-100) }, rowsM, "degraded", "size "+memberM).saying("declared size differs"),
		besideG("5 size overstated", func(m *zipPart) { m.size = add(100) }, rowsM, "degraded", "size "+memberM).saying("declared size differs"),
		besideG("6 encrypted, deflated", encrypted, 0, "degraded", "encrypted "+memberM).saying("encrypted (ZipCrypto)"),
		besideG("6 encrypted, stored", func(m *zipPart) { encrypted(m); m.stored = true }, 0, "degraded", "encrypted "+memberM).saying("encrypted (ZipCrypto)"),
		besideG("7 encrypted with AES", func(m *zipPart) { encrypted(m); m.method = 99 }, 0, "degraded", "encrypted "+memberM).saying("encrypted (AES)"),
		besideG("8 Deflate64", method(9), 0, "degraded", "method "+memberM).saying("9 (Deflate64) is not supported"),
		besideG("8 bzip2", func(m *zipPart) { m.method, m.data, m.packed = 12, mpstatText(10, 20), unbase64(bzippedM) }, 20, "ok"),
		besideG("8 LZMA", method(14), 0, "degraded", "method "+memberM).saying("14 (LZMA) is not supported"),
		besideG("8 zstd", func(m *zipPart) { m.method, m.packed = 93, zstdOf(text) }, rowsM, "ok"),
		besideG("8 XZ", method(95), 0, "degraded", "method "+memberM).saying("95 (XZ) is not supported"),
		besideG("8 PPMd", method(98), 0, "degraded", "method "+memberM).saying("98 (PPMd) is not supported"),
		besideG("14 descriptor, signed", func(m *zipPart) { m.descriptor = descriptorOf(text, true, 0) }, rowsM, "ok"),
		besideG("14 descriptor, unsigned", func(m *zipPart) { m.descriptor = descriptorOf(text, false, 0) }, rowsM, "ok"),
		besideG("14 descriptor, wrong CRC", func(m *zipPart) { m.descriptor = descriptorOf(text, true, 1) }, rowsM, "degraded", "descriptor "+memberM),
		besideG("14 descriptor, missing", func(m *zipPart) { m.descriptor = []byte{} }, rowsM, "degraded", "descriptor "+memberM),
		besideG("15 another local name", func(m *zipPart) { m.localName = "other.log" }, rowsM, "ok", "header "+memberM),
		besideG("15 another local method", func(m *zipPart) { m.localMethod = 99 }, rowsM, "ok", "header "+memberM),
		besideG("27 local header 1 GiB past the end", func(m *zipPart) { m.offset = always(1 << 30) }, 0, "degraded", "directory "+memberM),
		besideG("27 compressed size of 2 GiB", func(m *zipPart) { m.csize = always(2 << 30) }, rowsM, "degraded", "size "+memberM),
		besideG("27 sizes all ones, no zip64", func(m *zipPart) { m.csize, m.size = always(math.MaxUint32), always(math.MaxUint32) },
			rowsM, "degraded", "size "+memberM, "size "+memberM),
	} {
		t.Run(z.name, z.check)
	}
}
