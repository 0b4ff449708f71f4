package schemas

import (
	"fmt"
	"strings"
	"testing"
)

func TestDDLNamesEveryColumn(t *testing.T) {
	for engine, quote := range map[string]string{DuckDB: `"`, Athena: "`", Spark: "`"} {
		ddl, err := DDL(engine, "s3://bucket/it's/")
		if err != nil {
			t.Fatal(err)
		}
		rest := ddl
		for _, e := range Dictionary() {
			_, after, ok := strings.Cut(rest, map[string]string{
				DuckDB: "CREATE OR REPLACE VIEW " + e.Name + " AS", Athena: "CREATE EXTERNAL TABLE IF NOT EXISTS `" + e.Name + "`",
				Spark: "CREATE TABLE IF NOT EXISTS `" + e.Name + "`"}[engine])
			if !ok {
				t.Fatalf("%s: no statement for table %s", engine, e.Name)
			}
			rest = after
			statement, _, _ := strings.Cut(after, ";\n")
			if !strings.Contains(statement, fmt.Sprintf("/%s/v1/", e.Name)) {
				t.Errorf("%s: table %s has no place: %s", engine, e.Name, statement)
			}
			at := 0
			for _, f := range e.Fields {
				i := strings.Index(statement[at:], quote+f.Name+quote)
				if i < 0 {
					t.Errorf("%s: column %s.%s is missing or out of order", engine, e.Name, f.Name)
					continue
				}
				at += i
			}
		}
		if strings.Contains(ddl, "//_inquest") || strings.Contains(ddl, "it's/cpu") {
			t.Errorf("%s: the address is not trimmed or not quoted", engine)
		}
	}
}

func TestDDLOfHive(t *testing.T) {
	ddl, err := DDL(Athena, "s3://bucket/lake")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"  `ts` timestamp COMMENT 'end of the interval, UTC',\n",
		"  `idle` double COMMENT 'time with nothing to run [ratio]',\n",
		"  `line` bigint COMMENT 'line number from 1',\n",
		"PARTITIONED BY (`build` string, `run` string)\nSTORED AS PARQUET\nLOCATION 's3://bucket/lake/cpu/v1/';\nMSCK REPAIR TABLE `cpu`;\n",
		`the run\'s manifest.json`,
	} {
		if !strings.Contains(ddl, want) {
			t.Errorf("the statements lack %q", want)
		}
	}
}

func TestDDLOfUnknownEngine(t *testing.T) {
	if _, err := DDL("oracle", "x"); err == nil || !strings.Contains(err.Error(), "duckdb, athena and spark") {
		t.Errorf("error %v, want one that names the engines", err)
	}
}
