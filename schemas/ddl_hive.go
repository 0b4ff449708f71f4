package schemas

import (
	"fmt"
	"strings"
)

const hiveHead = `-- Tables over an inquest lake, schema version %d. Names are quoted by backticks, for some are words of SQL.
-- New runs are found by running MSCK REPAIR TABLE again. These tables take every file that is there:
-- after artifacts were ingested again by newer parsers, "inquest lake expire" removes the earlier rows.

`

// hiveDDL writes one statement for each table, with its columns as table makes them.
func hiveDDL(table func(e Entry, columns []string, location string) string, root string) string {
	var b strings.Builder
	fmt.Fprintf(&b, hiveHead, Version)
	for _, e := range Dictionary() {
		columns := make([]string, len(e.Fields))
		for i, f := range e.Fields {
			columns[i] = fmt.Sprintf("  `%s` %s COMMENT %s", f.Name, hiveType(f.Type), hiveLiteral(comment(f)))
		}
		b.WriteString(table(e, columns, fmt.Sprintf("%s/%s/v%d/", root, e.Name, Version)))
		fmt.Fprintf(&b, "MSCK REPAIR TABLE `%s`;\n\n", e.Name)
	}
	return b.String()
}

func athenaTable(e Entry, columns []string, location string) string {
	return fmt.Sprintf("CREATE EXTERNAL TABLE IF NOT EXISTS `%s` (\n%s\n)\nCOMMENT %s\nPARTITIONED BY (`build` string, `run` string)\nSTORED AS PARQUET\nLOCATION %s;\n",
		e.Name, strings.Join(columns, ",\n"), hiveLiteral(e.Doc), hiveLiteral(location))
}

// sparkTable lists the columns of the path among the others, as Spark wants it.
func sparkTable(e Entry, columns []string, location string) string {
	columns = append(columns, "  `build` string", "  `run` string")
	return fmt.Sprintf("CREATE TABLE IF NOT EXISTS `%s` (\n%s\n)\nUSING PARQUET\nPARTITIONED BY (`build`, `run`)\nLOCATION %s\nCOMMENT %s;\n",
		e.Name, strings.Join(columns, ",\n"), hiveLiteral(location), hiveLiteral(e.Doc))
}

func hiveType(t Type) string {
	switch t {
	case Timestamp:
		return "timestamp"
	case Double:
		return "double"
	case Int:
		return "bigint"
	}
	return "string"
}

// hiveLiteral is a text in the SQL of Hive and Spark, which escape by backslash.
func hiveLiteral(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
