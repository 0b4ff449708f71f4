package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"inquest/parse"
	"inquest/schemas"
	"inquest/schemas/lake"
)

func (a *app) parseCommand() *cobra.Command {
	var tableName, format, zone, order, start, out string
	cmd := &cobra.Command{
		Use:   "parse FILE...",
		Short: "any log to rows",
		Long: "parse finds the format of each file by its content and prints its rows. Compressed files and archives are\n" +
			"taken apart.\n\n" +
			"Exit codes: 0 read, even if lines were skipped or no row came out; 1 no such file; 2 usage; 4 known but not readable\nhere, or format unknown.",
		Args: atLeastOne("a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opt, err := parseOptions(zone, order, start)
			if err != nil {
				return err
			}
			opt.Sadf = a.sadf(cmd.Context())
			switch format {
			case "csv", "parquet":
				if tableName == "" {
					return usageError("--format %s needs --table cpu|disk|stats|settings|skips", format)
				}
			case "json":
			default:
				return usageError("--format %s: want csv, json or parquet", format)
			}
			switch tableName {
			case "", "cpu", "disk", "stats", "settings", "skips":
			default:
				return usageError("--table %s: want cpu, disk, stats, settings or skips", tableName)
			}
			rows := &schemas.Rows{}
			var unreadable error
			for _, name := range args {
				if err := a.parseFile(cmd.Context(), name, rows, opt); err != nil {
					if errors.Is(err, parse.ErrUnknownFormat) || errors.Is(err, parse.ErrUnsupported) {
						if unreadable != nil { // the last is said by the exit
							a.say("%v", unreadable)
						}
						unreadable = incomplete("%v", err)
						continue
					}
					return err
				}
			}
			var w io.Writer = a.stdout
			if out != "" {
				f, err := os.Create(out)
				if err != nil {
					return fmt.Errorf("writing the rows: %w", err)
				}
				defer f.Close()
				w = f
			}
			if err := printRows(w, rows, tableName, format); err != nil {
				return err
			}
			return unreadable
		},
	}
	f := cmd.Flags()
	f.StringVar(&tableName, "table", "", "cpu, disk, stats, settings or skips; json prints all when empty")
	f.StringVar(&format, "format", "json", "csv, json or parquet")
	f.StringVarP(&out, "output", "o", "", "write to this file")
	f.StringVar(&zone, "time-zone", "", "zone of clocks without one (default UTC)")
	f.StringVar(&order, "date-order", "mdy", "mdy or dmy, for ambiguous dates")
	f.StringVar(&start, "start", "", "instant of relative time 0, RFC 3339")
	return cmd
}

func parseOptions(zone, order, start string) (parse.Options, error) {
	var opt parse.Options
	if zone != "" {
		z, err := time.LoadLocation(zone)
		if err != nil {
			return opt, usageError("--time-zone %s is not known; want a name such as Europe/Berlin", zone)
		}
		opt.Zone = z
	}
	switch order {
	case "mdy":
	case "dmy":
		opt.DayFirst = true
	default:
		return opt, usageError("--date-order %s: want mdy or dmy", order)
	}
	if start != "" {
		t, err := time.Parse(time.RFC3339, start)
		if err != nil {
			return opt, usageError("--start %s: want RFC 3339 such as 2026-11-30T10:00:00Z", start)
		}
		opt.Start = t
	}
	return opt, nil
}

// printRows writes one table, or as JSON all tables.
func printRows(w io.Writer, rows *schemas.Rows, tableName, format string) error {
	buf := bufio.NewWriterSize(w, 1<<16)
	want := func(name string) bool { return tableName == "" || tableName == name }
	var err error
	if err == nil && want("cpu") {
		err = printTable(buf, schemas.CPUTable, rows.CPU, format)
	}
	if err == nil && want("disk") {
		err = printTable(buf, schemas.DiskTable, rows.Disk, format)
	}
	if err == nil && want("stats") {
		err = printTable(buf, schemas.StatTable, rows.Stats, format)
	}
	if err == nil && want("settings") {
		err = printTable(buf, schemas.SettingTable, rows.Settings, format)
	}
	if err == nil && want("skips") {
		err = printTable(buf, schemas.SkipTable, rows.Skips, format)
	}
	if err != nil {
		return err
	}
	return buf.Flush()
}

func printTable[R any](w io.Writer, t schemas.Table[R], rows []R, format string) error {
	switch format {
	case "parquet":
		return lake.Encode(w, t, rows, lake.Tool{Version: version, Build: revision()})
	case "csv":
		return printCSV(w, t, rows)
	}
	return printJSON(w, t, rows)
}

func printCSV[R any](w io.Writer, t schemas.Table[R], rows []R) error {
	out := csv.NewWriter(w)
	record := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		record[i] = c.Name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for i := range rows {
		for j := range t.Columns {
			record[j] = cellText(&t.Columns[j], &rows[i])
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// cellText writes a cell: empty for null.
func cellText[R any](c *schemas.Column[R], r *R) string {
	switch c.Type {
	case schemas.Timestamp:
		return stamp(c.Time(r))
	case schemas.Double:
		v := c.Num(r)
		if schemas.IsNull(v) {
			return ""
		}
		return strconv.FormatFloat(v, 'f', -1, 64)
	case schemas.Int:
		return strconv.FormatInt(c.Int(r), 10)
	}
	return c.Str(r)
}

// printJSON writes one object a line with its table; null cells are null.
func printJSON[R any](w io.Writer, t schemas.Table[R], rows []R) error {
	var line []byte
	for i := range rows {
		line = append(line[:0], `{"table":`...)
		line = appendJSON(line, t.Name)
		for j := range t.Columns {
			c := &t.Columns[j]
			line = append(line, ',')
			line = appendJSON(line, c.Name)
			line = append(line, ':')
			s := cellText(c, &rows[i])
			switch {
			case s == "" && c.Type != schemas.String:
				line = append(line, "null"...)
			case c.Type == schemas.Double || c.Type == schemas.Int:
				line = append(line, s...)
			default:
				line = appendJSON(line, s)
			}
		}
		line = append(line, '}', '\n')
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

func appendJSON(line []byte, s string) []byte {
	b, err := json.Marshal(s)
	if err != nil { // a string always marshals
		return append(line, `""`...)
	}
	return append(line, b...)
}
