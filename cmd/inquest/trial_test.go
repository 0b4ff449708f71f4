package main

import (
	"os"
	"strconv"
	"testing"
)

func TestTrial(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("TRIALS"))
	if n == 0 {
		n = 6
	}
	_, err := trial(t.Context(), os.Getenv("TRIAL"), n, 1, func(s string) { t.Log(s) })
	if err != nil {
		t.Fatal(err)
	}
}
