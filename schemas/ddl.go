package schemas

import (
	"fmt"
	"strings"
)

// The engines that [DDL] knows.
const (
	DuckDB = "duckdb"
	Athena = "athena"
	Spark  = "spark"
)

// DDL returns the statements that make the lake at root, a folder or s3:// address,
// known to an engine: views for DuckDB, external tables for Athena and Spark.
//
// The path of a file names its build and run; as columns these are called build and run
// and are always text, for an engine that guesses takes 20260101 for a number.
func DDL(engine, root string) (string, error) {
	root = strings.TrimRight(strings.TrimPrefix(root, "file://"), "/")
	switch engine {
	case DuckDB:
		return duckdbDDL(root), nil
	case Athena:
		return hiveDDL(athenaTable, root), nil
	case Spark:
		return hiveDDL(sparkTable, root), nil
	}
	return "", fmt.Errorf("no DDL for engine %q; there is %s, %s and %s", engine, DuckDB, Athena, Spark)
}

// committed tells whether the files of a table are listed by commit manifests.
func committed(table string) bool { return table != FindingTable.Name && table != DiffTable.Name }

// comment says what a column holds, for engines that show it.
func comment(f Field) string {
	if f.Unit == "" {
		return f.Doc
	}
	return f.Doc + " [" + f.Unit + "]"
}

// literal is a text in SQL.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
