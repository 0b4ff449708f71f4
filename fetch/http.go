package fetch

import (
	"context"
	"io"
	"net/http"
	"time"
)

// getHTTP sends one GET to a plain or presigned address. It never sends HEAD:
// a signature binds the method.
func getHTTP(ctx context.Context, c *http.Client, ref Ref, q query) (*answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://invalid/", nil)
	if err != nil {
		return nil, err
	}
	req.URL, req.Host = ref.requestURL(), ""
	req.Header.Set("User-Agent", "inquest")
	for name, value := range map[string]string{
		"Range":             q.rangeHeader(),
		"If-Match":          q.ifMatch,
		"If-None-Match":     q.ifNoneMatch,
		"If-Modified-Since": q.ifModifiedSince,
	} {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, withoutURL("GET", ref, err)
	}
	switch resp.StatusCode {
	case http.StatusOK, http.StatusPartialContent, http.StatusNotModified:
		return newAnswer(resp, resp.Body)
	}
	defer resp.Body.Close()
	head, _ := io.ReadAll(io.LimitReader(resp.Body, 4096)) // only for the message
	return nil, refusal(ref, resp, head)
}

// newAnswer reads the header of a response that carries bytes.
func newAnswer(resp *http.Response, body io.ReadCloser) (*answer, error) {
	a := &answer{
		status:   resp.StatusCode,
		length:   resp.ContentLength,
		total:    resp.ContentLength,
		etag:     resp.Header.Get("ETag"),
		modified: resp.Header.Get("Last-Modified"),
		body:     body,
	}
	if a.status == http.StatusPartialContent {
		if err := a.setRange(resp.Header.Get("Content-Range")); err != nil {
			_ = body.Close() // its bytes are not wanted
			return nil, err
		}
	}
	return a, nil
}

// refusal describes an answer with an error status.
func refusal(ref Ref, resp *http.Response, head []byte) error {
	e := &StatusError{Op: "GET", Ref: ref, Status: resp.StatusCode, header: resp.Header}
	code, message, _ := parseErrorXML(head)
	e.Code, e.Message = ref.hush(code), ref.hush(message)
	denied := resp.StatusCode == http.StatusForbidden || resp.StatusCode == http.StatusUnauthorized
	switch {
	case ref.Presigned && !ref.Expires.IsZero() && time.Now().After(ref.Expires):
		e.Hint = "the presigned address expired at " + ref.Expires.UTC().Format(time.RFC3339) + ": make a new one"
	case ref.Presigned && denied:
		e.Hint = "the signature of a presigned address is refused: was it copied whole?"
	case denied:
		e.Hint = "the server wants a login: download the file and pass its path"
	}
	return e
}
