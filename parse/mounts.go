package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "mounts",
		Doc:      "/proc/mounts, and what mount(8) prints: file systems on devices and on the network",
		Source:   "proc(5), fstab(5), mount(8)",
		Specimen: "/dev/vda / ext4 rw,relatime 0 0\n/dev/loop0 /data ext4 rw,relatime 0 0\n",
		Tables:   []string{"settings"},
		Match: func(h Head) int {
			lines := h.dataLines(5)
			for _, line := range lines {
				if _, ok := mountLine(line); !ok {
					return 0
				}
			}
			if len(lines) == 0 {
				return 0
			}
			return 80
		},
		Parse: parseMounts,
	})
}

// mount is one mounted file system.
type mount struct{ device, point, kind, options []byte }

// mountLine reads "/dev/vda / ext4 rw,relatime 0 0" or "/dev/vda on / type ext4 (rw,relatime)".
func mountLine(line []byte) (m mount, ok bool) {
	f := cutFields(line, nil)
	switch {
	case len(f) == 6 && text(f[1]) == "on" && text(f[3]) == "type":
		m = mount{f[0], f[2], f[4], bytes.Trim(f[5], "()")}
	case len(f) == 6 && allDigits(f[4:]):
		m = mount{f[0], f[1], f[2], f[3]}
	default:
		return m, false
	}
	options := cutSep(m.options, ',', nil)
	writable := text(options[0]) == "rw" || text(options[0]) == "ro"
	return m, writable && m.point[0] == '/'
}

// parseMounts reads where block devices and network file systems are mounted; the
// value is the device, the type and the options.
func parseMounts(l *Log) error {
	before := l.said()
	seen := map[string]bool{}
	pseudo := 0
	for l.Next() {
		line := l.Line()
		m, ok := mountLine(line)
		switch {
		case isBlank(line):
		case !ok:
			l.Skip(schemas.ForeignText, text(line))
		case bytes.IndexByte(m.device, '/') < 0 || text(m.kind) == "squashfs":
			pseudo++ // proc, sysfs, tmpfs and the like
		case !seen[string(m.point)]:
			seen[string(m.point)] = true
			value := string(m.device) + " " + string(m.kind) + " " + string(m.options)
			l.Setting("mount."+string(m.point), value, schemas.ScopeOS)
		}
	}
	if pseudo > 0 && l.said() == before {
		l.SkipAt(0, schemas.Comment, "only file systems without a device")
	}
	l.sayNoData(before)
	return nil
}
