package duckdbtest

import (
	"database/sql"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"inquest/schemas"
)

// compareNumbers compares what both readers make of each column of a node: how many
// values are known, the smallest, the largest and the sum.
func compareNumbers[R any](t *testing.T, db *sql.DB, run, node string, tbl schemas.Table[R], rows []R) {
	t.Helper()
	if len(rows) == 0 {
		return
	}
	var selects, want []string
	for _, c := range tbl.Columns {
		switch c.Type {
		case schemas.Timestamp:
			selects = append(selects, fmt.Sprintf(`count("%[1]s"), epoch_us(min("%[1]s")), epoch_us(max("%[1]s"))`, c.Name))
			want = append(want, extent(rows, func(r *R) (int64, bool) { return c.Time(r), true }, func(v int64) string { return fmt.Sprint(v) }))
		case schemas.Int:
			selects = append(selects, fmt.Sprintf(`count("%[1]s"), min("%[1]s"), max("%[1]s")`, c.Name))
			want = append(want, extent(rows, func(r *R) (int64, bool) { return c.Int(r), true }, func(v int64) string { return fmt.Sprint(v) }))
		case schemas.Double:
			selects = append(selects, fmt.Sprintf(`count("%[1]s"), CAST(min("%[1]s") + 0 AS VARCHAR), CAST(max("%[1]s") + 0 AS VARCHAR)`, c.Name))
			want = append(want, extent(rows, func(r *R) (float64, bool) { v := c.Num(r); return v, !schemas.IsNull(v) }, number))
		default:
			selects = append(selects, fmt.Sprintf(`count("%[1]s"), min("%[1]s"), max("%[1]s")`, c.Name))
			want = append(want, extent(rows, func(r *R) (string, bool) { return strings.ToValidUTF8(c.Str(r), "\uFFFD"), true }, func(v string) string { return v }))
		}
	}
	got := one(t, db, "SELECT "+strings.Join(selects, ", ")+" FROM "+tbl.Name+" WHERE run_id = ? AND node = ?", run, node)
	if w := strings.Join(want, " | "); numbers(got) != numbers(w) {
		t.Errorf("run %s, node %s, table %s:\nDuckDB     %s\nparquet-go %s", run, node, tbl.Name, got, w)
	}
	for _, c := range tbl.Columns {
		if c.Type == schemas.Double {
			compareSums(t, db, run, node, tbl.Name, c.Name, rows, c.Num)
		}
	}
}

// compareSums compares the sum of a column, as closely as the order of adding allows.
func compareSums[R any](t *testing.T, db *sql.DB, run, node, table, column string, rows []R, get func(*R) float64) {
	t.Helper()
	var sum, size float64
	for i := range rows {
		if v := get(&rows[i]); !schemas.IsNull(v) {
			sum, size = sum+v, size+math.Abs(v)
		}
	}
	text := one(t, db, fmt.Sprintf(`SELECT CAST(coalesce(fsum("%s"), 0) AS VARCHAR) FROM %s WHERE run_id = ? AND node = ?`, column, table), run, node)
	got, err := strconv.ParseFloat(text, 64)
	if err != nil || !(math.Abs(got-sum) <= 1e-9*size) {
		t.Errorf("run %s, node %s: the sum of %s.%s is %s in DuckDB and %v in parquet-go (%v)", run, node, table, column, text, sum, err)
	}
}

func extent[R any, V int64 | float64 | string](rows []R, get func(*R) (V, bool), text func(V) string) string {
	var n int
	var low, high V
	for i := range rows {
		v, ok := get(&rows[i])
		if !ok {
			continue
		}
		if n == 0 || v < low {
			low = v
		}
		if n == 0 || v > high {
			high = v
		}
		n++
	}
	if n == 0 {
		return "0 | null | null"
	}
	return fmt.Sprintf("%d | %s | %s", n, text(low), text(high))
}

func number(v float64) string { return strconv.FormatFloat(v+0, 'g', -1, 64) }

// numbers writes each number of a line in one way.
func numbers(line string) string {
	cells := strings.Split(line, " | ")
	for i, c := range cells {
		if v, err := strconv.ParseFloat(c, 64); err == nil {
			cells[i] = number(v)
		}
	}
	return strings.Join(cells, " | ")
}
