package main

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// editManifest sets keys of a run's manifest: manifest FOLDER KEY=JSON...
func editManifest(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: manifest FOLDER KEY=JSON...")
	}
	file := ts.MkAbs(args[0] + "/manifest.json")
	text, err := os.ReadFile(file)
	ts.Check(err)
	all := map[string]any{}
	ts.Check(json.Unmarshal(text, &all))
	for _, arg := range args[1:] {
		key, value, _ := strings.Cut(arg, "=")
		var v any
		if err := json.Unmarshal([]byte(value), &v); err != nil {
			ts.Fatalf("%s: %v", arg, err)
		}
		all[key] = v
	}
	text, err = json.MarshalIndent(all, "", " ")
	ts.Check(err)
	ts.Check(os.WriteFile(file, text, 0o666))
}

// cutLoad ends the load generator's log of a node after so many seconds, with the line given
// or none, and without a summary: cutload ZIP SECONDS [LINE].
func cutLoad(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: cutload ZIP SECONDS [LINE]")
	}
	file := ts.MkAbs(args[0])
	from, err := zip.OpenReader(file)
	ts.Check(err)
	texts := map[string]string{}
	for _, f := range from.File {
		r, err := f.Open()
		ts.Check(err)
		body, err := io.ReadAll(r)
		ts.Check(err)
		texts[f.Name] = string(body)
	}
	modified := from.File[0].Modified
	ts.Check(from.Close())
	log := texts["sysbench.log"]
	last := strings.Index(log, fmt.Sprintf("[ %ss ]", args[1]))
	if last < 0 {
		ts.Fatalf("%s: no line of second %s", args[0], args[1])
	}
	end := last + strings.IndexByte(log[last:], '\n') + 1
	texts["sysbench.log"] = log[:end] + strings.Join(args[2:], "")
	ts.Check(zipTexts(file, modified, texts))
}

// makeCloudRun makes the folder of a small run whose nodes have names that no other run has:
// mkcloud FOLDER BUILD DAY TPS.
func makeCloudRun(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: mkcloud FOLDER BUILD DAY TPS")
	}
	makeRun(ts, neg, append(args, "0.5"))
	for _, node := range []string{"node-a", "node-b"} {
		ts.Check(os.Rename(ts.MkAbs(args[0]+"/"+node+".zip"), ts.MkAbs(args[0]+"/"+args[0]+"-"+node+".zip")))
	}
	editManifest(ts, neg, []string{args[0], "nodes={}"})
}
