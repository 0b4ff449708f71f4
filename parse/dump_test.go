package parse

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"inquest/schemas"
)

// dump writes what was read as text for the golden files: the format, the error, and
// of each table the columns that hold anything.
func dump(f *Format, rows *schemas.Rows, err error) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "format: %s\n", f.ID())
	if err != nil {
		fmt.Fprintf(&b, "error: %v\n", err)
	}
	dumpTable(&b, &schemas.CPUTable, rows.CPU)
	dumpTable(&b, &schemas.DiskTable, rows.Disk)
	dumpTable(&b, &schemas.StatTable, rows.Stats)
	dumpTable(&b, &schemas.SettingTable, rows.Settings)
	dumpTable(&b, &schemas.SkipTable, rows.Skips)
	return b.Bytes()
}

// constant are the columns that are the same for the whole of a sample.
var constant = map[string]bool{"format": true, "member": true, "file": true, "leg": true, "coverage": true}

func dumpTable[R any](b *bytes.Buffer, table *schemas.Table[R], rows []R) {
	if len(rows) == 0 {
		return
	}
	var head []string
	var used []int
	for i, c := range table.Columns {
		if constant[c.Name] {
			continue
		}
		for j := range rows {
			if cell(&c, &rows[j]) != "" {
				head = append(head, c.Name)
				used = append(used, i)
				break
			}
		}
	}
	fmt.Fprintf(b, "\n%s: %d rows\n%s\n", table.Name, len(rows), strings.Join(head, ","))
	for j := range rows {
		for k, i := range used {
			if k > 0 {
				b.WriteByte(',')
			}
			b.WriteString(cell(&table.Columns[i], &rows[j]))
		}
		b.WriteByte('\n')
	}
}

func cell[R any](c *schemas.Column[R], row *R) string {
	switch c.Type {
	case schemas.Timestamp:
		return time.UnixMicro(c.Time(row)).UTC().Format("2006-01-02T15:04:05.999999Z")
	case schemas.Double:
		if v := c.Num(row); !schemas.IsNull(v) {
			return strconv.FormatFloat(v, 'g', 12, 64)
		}
		return ""
	case schemas.Int:
		return strconv.FormatInt(c.Int(row), 10)
	}
	return c.Str(row)
}
