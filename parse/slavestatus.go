package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "slave-status",
		Doc:    "SHOW SLAVE STATUS and SHOW REPLICA STATUS printed with \\G, once or repeated",
		Source: "sql/slave.cc of MariaDB",
		Specimen: "*************************** 1. row ***************************\n" +
			"                Slave_IO_State: Waiting for master to send event\n                   Master_Host: 127.0.0.1\n",
		Tables: []string{"stats"},
		Match: func(h Head) int {
			lines := h.dataLines(2)
			switch {
			case len(lines) > 1 && isVerticalRow(lines[0]) && isReplicaState(lines[1]):
				return 95
			case len(lines) > 0 && isSlaveStatement(lines[0]):
				return 90
			}
			return 0
		},
		Parse: parseSlaveStatus,
	})
}

// isReplicaState tells the first line of a row.
func isReplicaState(line []byte) bool {
	name, _, ok := bytes.Cut(bytes.TrimLeft(line, " "), []byte{':'})
	switch text(name) {
	case "Slave_IO_State", "Replica_IO_State", "Connection_name":
		return ok
	}
	return false
}

// isSlaveStatement tells the statement that pt-stalk writes before each result.
func isSlaveStatement(line []byte) bool {
	line = bytes.TrimSpace(line)
	return bytes.HasPrefix(line, []byte("SHOW SLAVE STATUS")) || bytes.HasPrefix(line, []byte("SHOW REPLICA STATUS")) ||
		bytes.HasPrefix(line, []byte("SHOW ALL SLAVES STATUS"))
}

// replicaNumber says what a number of the row is.
type replicaNumber struct{ kind, unit string }

// replicaNumbers are the numbers that tell how far the replica is. Positions grow until
// a log ends and then begin again.
var replicaNumbers = map[string]replicaNumber{
	"Read_Master_Log_Pos":            {schemas.Counter, "bytes"},
	"Read_Source_Log_Pos":            {schemas.Counter, "bytes"},
	"Exec_Master_Log_Pos":            {schemas.Counter, "bytes"},
	"Exec_Source_Log_Pos":            {schemas.Counter, "bytes"},
	"Relay_Log_Pos":                  {schemas.Counter, "bytes"},
	"Relay_Log_Space":                {schemas.Gauge, "bytes"},
	"Seconds_Behind_Master":          {schemas.Gauge, "seconds"},
	"Seconds_Behind_Source":          {schemas.Gauge, "seconds"},
	"SQL_Remaining_Delay":            {schemas.Gauge, "seconds"},
	"Slave_DDL_Groups":               {schemas.Counter, "count"},
	"Slave_Non_Transactional_Groups": {schemas.Counter, "count"},
	"Slave_Transactional_Groups":     {schemas.Counter, "count"},
	"Retried_transactions":           {schemas.Counter, "count"},
	"Executed_log_entries":           {schemas.Counter, "count"},
	"Slave_received_heartbeats":      {schemas.Counter, "count"},
	"Last_IO_Errno":                  {schemas.Gauge, ""},
	"Last_SQL_Errno":                 {schemas.Gauge, ""},
	"Skip_Counter":                   {schemas.Gauge, "count"},
}

// replicaKey is the key of a number of a channel; the channel may have no name.
func replicaKey(l *Log, channel, name string, number replicaNumber) *schemas.StatKey {
	labels := ""
	if channel != "" {
		labels = label("channel", channel)
	}
	return l.Key("mysql."+name, labels, number.kind, number.unit)
}

func parseSlaveStatus(l *Log) error {
	before := l.said()
	snaps := newSnapshots(l)
	keys := newNames[*schemas.StatKey](l) // by channel and name
	var channel, id []byte
	begun, statements := false, false
	for l.Next() {
		line := l.Line()
		if isVerticalRow(line) {
			if snaps.pending || bytes.Contains(line, []byte("* 1. row *")) {
				begun = snaps.begin()
			}
			channel = channel[:0]
			continue
		}
		name, value, ok := bytes.Cut(bytes.TrimLeft(line, " "), []byte{':'})
		value = bytes.TrimSpace(value)
		switch {
		case isBlank(line):
		case isSlaveStatement(line):
			statements = true
		case snaps.timeLine(line):
		case !ok:
			l.Skip(schemas.ForeignText, text(line))
		case text(name) == "Connection_name" || text(name) == "Channel_Name":
			channel = append(channel[:0], value...)
		case begun:
			if number, known := replicaNumbers[string(name)]; known {
				v, isNumber := parseNumber(value)
				if !isNumber {
					continue
				}
				id = append(append(append(id[:0], channel...), 0), name...)
				key := keys.find(id)
				if key == nil {
					key = keys.add(id, replicaKey(l, string(channel), string(name), number))
				}
				l.Stat(snaps.ts, key.value, v, snaps.step)
			}
		}
	}
	if statements && l.said() == before {
		l.SkipAt(0, schemas.Comment, "the server is no replica")
	}
	l.sayNoData(before)
	return nil
}
