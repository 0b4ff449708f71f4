package fetch

// A labelSet keeps labels in the order they came.
type labelSet struct {
	list []string
	has  map[string]bool
}

func (s *labelSet) add(label string) {
	if label == "" || s.has[label] {
		return
	}
	if s.has == nil {
		s.has = map[string]bool{}
	}
	s.has[label] = true
	s.list = append(s.list, label)
}

func setOf(sets map[int]*labelSet, key int) *labelSet {
	if sets[key] == nil {
		sets[key] = &labelSet{}
	}
	return sets[key]
}
