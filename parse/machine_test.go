package parse

import "testing"

func TestMachineOf(t *testing.T) {
	for head, want := range map[string]machine{
		"Linux 6.1.0-13-amd64 (node-01) \t11/30/26 \t_x86_64_\t(2 CPU)\n\n10:00:00": {"6.1.0-13-amd64", 2},
		"Linux 2.6.9-42.ELsmp (node-01) \t11/30/2026\n":                             {"2.6.9-42.ELsmp", 0},
		"Linux 5.4.0 (n) \t2026-11-30 \t_aarch64_\t(128 CPUs)":                      {"5.4.0", 128},
		"Linux is an operating system\n":                                            {},
		"":                                                                          {},
	} {
		if got := machineOf([]byte(head)); got != want {
			t.Errorf("machineOf(%q) = %+v, want %+v", head, got, want)
		}
	}
}
