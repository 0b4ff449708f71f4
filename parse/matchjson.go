package parse

import "bytes"

// matchJSON tells how surely a text is the JSON of one of the sysstat tools.
func matchJSON(h Head, tool string) int {
	if sysstatJSONTool(h) == tool {
		return 95
	}
	return 0
}

// sysstatJSONTool tells which tool wrote sysstat's JSON: all of them begin alike and
// differ in the groups of a report. A text without a report may be of iostat or
// mpstat; as there is nothing in it, it does not matter which.
func sysstatJSONTool(h Head) string {
	b := bytes.TrimLeft(h.Bytes, " \t\r\n")
	if len(b) == 0 || b[0] != '{' || !bytes.HasPrefix(bytes.TrimLeft(b[1:], " \t\r\n"), []byte(`"sysstat"`)) {
		return ""
	}
	switch {
	case h.Contains(`"file-date"`):
		return "sadf"
	case h.Contains(`"avg-cpu"`), h.Contains(`"disk_device"`):
		return "iostat"
	case h.Contains(`"cpu-load"`), h.Contains(`"node-load"`), h.Contains(`-interrupts"`):
		return "mpstat"
	case h.Contains(`"statistics"`):
		return "iostat"
	}
	return ""
}
