package parse

import (
	"bytes"

	"inquest/schemas"
)

// benchOptions gives the options of a load generator that describe its load as settings. Others,
// which may be addresses or passwords, are left out.
type benchOptions struct {
	l    *Log
	tool string
	said map[string]bool // of this run
}

func newBenchOptions(l *Log, tool string) benchOptions {
	return benchOptions{l, tool, map[string]bool{}}
}

// begin starts another run.
func (o *benchOptions) begin() { clear(o.said) }

// ycsbProperties are the properties of YCSB's core workload and client, with the name of the
// setting. Source: core/CHANGES, Client.java and CoreWorkload.java of brianfrankcooper/YCSB.
var ycsbProperties = map[string]string{
	"threadcount": "threads", "target": "rate", "db": "db", "workload": "workload", "recordcount": "recordcount",
	"operationcount": "operationcount", "insertcount": "insertcount", "insertstart": "insertstart", "maxexecutiontime": "maxexecutiontime",
	"fieldcount": "fieldcount", "fieldlength": "fieldlength", "readallfields": "readallfields", "writeallfields": "writeallfields",
	"readproportion": "readproportion", "updateproportion": "updateproportion", "insertproportion": "insertproportion",
	"scanproportion": "scanproportion", "readmodifywriteproportion": "readmodifywriteproportion",
	"requestdistribution": "requestdistribution", "maxscanlength": "maxscanlength", "insertorder": "insertorder",
	"measurementtype": "measurementtype", "dotransactions": "dotransactions", "warmuptime": "warmuptime", "batch.size": "batch.size",
}

// set adds a property as a setting, once a run.
func (o *benchOptions) set(name, value string) {
	setting, ok := ycsbProperties[name]
	if !ok || value == "" || len(value) > 200 || o.said[setting] || setting == "rate" && value == "0" {
		return
	}
	o.said[setting] = true
	o.l.Setting(o.tool+"."+setting, value, schemas.ScopeBench)
}

// command reads the options of YCSB's command line; the last of one name counts, so they are
// read from the end.
func (o *benchOptions) command(line []byte) {
	f := cutFields(line, nil)
	for i := len(f) - 1; i > 0; i-- {
		value := string(f[i])
		switch text(f[i-1]) {
		case "-threads":
			o.set("threadcount", value)
		case "-target":
			o.set("target", value)
		case "-db":
			o.set("db", value)
		case "-p":
			if name, value, ok := bytes.Cut(f[i], []byte{'='}); ok {
				o.set(string(name), string(value))
			}
		}
	}
}

// property reads a line of the properties that go-ycsb prints: "threadcount"="256".
func (o *benchOptions) property(line []byte) bool {
	name, value, ok := bytes.Cut(line, []byte(`"="`))
	if !ok || len(name) < 2 || name[0] != '"' || len(value) == 0 || value[len(value)-1] != '"' {
		return false
	}
	o.set(string(name[1:]), string(value[:len(value)-1]))
	return true
}
