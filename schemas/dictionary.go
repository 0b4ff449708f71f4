package schemas

// Version numbers the layout of all tables. Within a version columns are only
// added; a renamed column or another unit makes the next version, in a folder of its own.
const Version = 1

// Field describes one column as a user of the lake meets it.
type Field struct {
	Name string
	Type Type
	Unit string // per_second, bytes, ratio ...; empty for text and instants
	Null bool   // the column may be null; text is never null, but empty
	Doc  string
}

// Entry describes one table of the data dictionary.
type Entry struct {
	Name   string
	Doc    string
	Fields []Field
}

// Dictionary lists the tables of the lake with all their columns, in the order of the files.
func Dictionary() []Entry {
	return []Entry{
		entry(RunTable),
		entry(ArtifactTable),
		sampled(CPUTable),
		sampled(DiskTable),
		sampled(StatTable),
		sampled(SettingTable),
		sampled(SkipTable),
		entry(FindingTable),
		entry(DiffTable),
	}
}

// Lookup returns the dictionary entry of one table.
func Lookup(table string) (Entry, bool) {
	for _, e := range Dictionary() {
		if e.Name == table {
			return e, true
		}
	}
	return Entry{}, false
}

// String is the name of the type in the data dictionary.
func (t Type) String() string {
	switch t {
	case Timestamp:
		return "timestamp"
	case Double:
		return "double"
	case Int:
		return "int"
	}
	return "string"
}

// Fields lists the columns of a table.
func (t Table[R]) Fields() []Field {
	fields := make([]Field, len(t.Columns))
	for i, c := range t.Columns {
		fields[i] = Field{Name: c.Name, Type: c.Type, Unit: c.Unit, Null: t.Nullable(c), Doc: c.Doc}
	}
	return fields
}

// Nullable tells whether column c may be null outside: a double that is NaN, or an
// instant or whole number of the tables about runs for which 0 stands for unknown.
func (t Table[R]) Nullable(c Column[R]) bool {
	return c.Type == Double || zeroUnknown[t.Name+"."+c.Name]
}

// zeroUnknown names the columns in which 0 stands for unknown.
var zeroUnknown = map[string]bool{
	"runs.build_number": true,
	"runs.job_number":   true,
	"runs.started_at":   true,
	"runs.ended_at":     true,
	"diffs.created_at":  true,
}

func entry[R any](t Table[R]) Entry {
	return Entry{Name: t.Name, Doc: t.Doc, Fields: t.Fields()}
}

// sampled describes a table whose rows were read from an artifact: in the lake the
// identity of the artifact comes first.
func sampled[R any](t Table[R]) Entry {
	identity := Table[Artifact]{Columns: Identity()}
	return Entry{Name: t.Name, Doc: t.Doc, Fields: append(identity.Fields(), t.Fields()...)}
}
