package schemas

import (
	"fmt"
	"strings"
)

const duckdbHead = `-- DuckDB views over the inquest lake at %[1]s, schema version %[2]d.
-- Column "user" must be quoted: without quotes it is the name of the database user.

-- The files that count: those that a commit lists and no later commit of the run replaced.
CREATE OR REPLACE VIEW lake_files AS
WITH commits AS (
  SELECT run.run_id AS run_id, sequence, digest, run_file, artifacts, replaces
  FROM read_json(%[3]s, columns = {
    sequence: 'BIGINT', digest: 'VARCHAR', run: 'STRUCT(run_id VARCHAR)', replaces: 'VARCHAR[]',
    run_file: 'STRUCT("table" VARCHAR, "key" VARCHAR, "rows" BIGINT, bytes BIGINT)',
    artifacts: 'STRUCT(node VARCHAR, artifact_id VARCHAR, uri VARCHAR, digest VARCHAR, files STRUCT("table" VARCHAR, "key" VARCHAR, "rows" BIGINT, bytes BIGINT)[])[]'})
), replaced AS (
  SELECT run_id, digest, max(sequence) AS sequence
  FROM (SELECT run_id, sequence, unnest(replaces) AS digest FROM commits) GROUP BY ALL
), entries AS (
  SELECT c.run_id, c.a.node AS node, c.a.uri AS uri, c.a.files AS files,
    len(list_filter(c.a.files, lambda f: f."table" <> 'artifacts')) > 0 AS has_rows
  FROM (SELECT run_id, sequence, digest, unnest(artifacts) AS a FROM commits) c
  LEFT JOIN replaced r ON r.run_id = c.run_id AND r.digest = c.a.digest
  WHERE r.sequence IS NULL OR r.sequence <= c.sequence
  QUALIFY row_number() OVER (PARTITION BY c.run_id, c.a.node, c.a.artifact_id, if(c.a.artifact_id = '', c.a.uri, '') ORDER BY c.sequence DESC, c.digest DESC) = 1
), counting AS (
  SELECT * FROM entries
  QUALIFY has_rows OR NOT (bool_or(has_rows) OVER (PARTITION BY run_id, node) OR uri <> '' AND bool_or(has_rows) OVER (PARTITION BY run_id, uri))
), files AS (
  SELECT run_id, node, unnest(files) AS f FROM counting
  UNION ALL
  SELECT run_id, '', run_file FROM commits
  QUALIFY row_number() OVER (PARTITION BY run_id ORDER BY sequence DESC, digest DESC) = 1
)
SELECT run_id, node, f."table" AS "table", %[4]s || f."key" AS file, f."rows" AS "rows", f.bytes AS bytes FROM files;

`

// duckdbDDL writes one view for each table. Files that no commit lists, of a run that is
// half done, and rows that were replaced do not show. Builds and runs are pruned by the path.
func duckdbDDL(root string) string {
	var b strings.Builder
	fmt.Fprintf(&b, duckdbHead, root, Version, literal(glob(root)+"/_inquest/commits/*/*.json"), literal(root+"/"))
	for _, e := range Dictionary() {
		names := make([]string, len(e.Fields))
		for i, f := range e.Fields {
			names[i] = `"` + f.Name + `"`
		}
		files := fmt.Sprintf("%s/%s/v%d/*/*/*.parquet", glob(root), e.Name, Version)
		fmt.Fprintf(&b, "CREATE OR REPLACE VIEW %s AS SELECT %s, build, run\n", e.Name, strings.Join(names, ", "))
		fmt.Fprintf(&b, "FROM read_parquet(%s, hive_partitioning = true, hive_types = {'build': VARCHAR, 'run': VARCHAR}, union_by_name = true, filename = true)\n", literal(files))
		if committed(e.Name) {
			fmt.Fprintf(&b, "WHERE filename IN (SELECT file FROM lake_files WHERE \"table\" = %s)", literal(e.Name))
		}
		fmt.Fprintf(&b, ";\nCOMMENT ON VIEW %s IS %s;\n", e.Name, literal(e.Doc))
		for _, f := range e.Fields {
			fmt.Fprintf(&b, "COMMENT ON COLUMN %s.\"%s\" IS %s;\n", e.Name, f.Name, literal(comment(f)))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// glob is a path in which no letter stands for others.
func glob(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}
