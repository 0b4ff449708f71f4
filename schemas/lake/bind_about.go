package lake

// runBinding leaves out the parts of the build label.
var runBinding = binding[Run]{
	ints: map[string]func(*Run) *int64{
		"job_number": func(r *Run) *int64 { return &r.JobNumber },
		"started_at": func(r *Run) *int64 { return &r.StartedAt },
		"ended_at":   func(r *Run) *int64 { return &r.EndedAt },
		"nodes":      func(r *Run) *int64 { return &r.Nodes },
	},
	texts: map[string]func(*Run) *string{
		"product":  func(r *Run) *string { return &r.Product },
		"build_id": func(r *Run) *string { return &r.BuildID },
		"run_id":   func(r *Run) *string { return &r.RunID },
		"job":      func(r *Run) *string { return &r.Job },
		"test":     func(r *Run) *string { return &r.Test },
		"labels":   func(r *Run) *string { return &r.Labels },
		"status":   func(r *Run) *string { return &r.Status },
		"note":     func(r *Run) *string { return &r.Note },
		"manifest": func(r *Run) *string { return &r.Manifest },
	},
}

var artifactBinding = binding[Artifact]{
	ints: map[string]func(*Artifact) *int64{
		"bytes":      func(r *Artifact) *int64 { return &r.Bytes },
		"members":    func(r *Artifact) *int64 { return &r.Members },
		"skipped":    func(r *Artifact) *int64 { return &r.Skipped },
		"rows_cpu":   func(r *Artifact) *int64 { return &r.RowsCPU },
		"rows_disk":  func(r *Artifact) *int64 { return &r.RowsDisk },
		"rows_stats": func(r *Artifact) *int64 { return &r.RowsStats },
	},
	texts: map[string]func(*Artifact) *string{
		"product":        func(r *Artifact) *string { return &r.Product },
		"build_id":       func(r *Artifact) *string { return &r.BuildID },
		"run_id":         func(r *Artifact) *string { return &r.RunID },
		"node":           func(r *Artifact) *string { return &r.Node },
		"artifact_id":    func(r *Artifact) *string { return &r.ArtifactID },
		"uri":            func(r *Artifact) *string { return &r.URI },
		"etag":           func(r *Artifact) *string { return &r.ETag },
		"container":      func(r *Artifact) *string { return &r.Container },
		"status":         func(r *Artifact) *string { return &r.Status },
		"error":          func(r *Artifact) *string { return &r.Error },
		"parser_version": func(r *Artifact) *string { return &r.ParserVersion },
		"inputs":         func(r *Artifact) *string { return &r.Inputs },
		"info":           func(r *Artifact) *string { return &r.Info },
	},
}
