package fetch

import "maps"

// A ticketContext is what the headings above a line say about it: factors
// outermost, then a build, then a role. A blank line closes nothing; a heading
// closes those of its class and of the classes inside it.
type ticketContext struct {
	factors []ticketHeading // from the outermost in
	build   ticketHeading
	role    string

	lastRun *ticketRun    // the run that "Build:" and "Throughput:" lines belong to
	pending []rawHeadline // numbers that stand before their run

	builtRun *ticketRun        // the run above that took build for itself
	inForce  map[string]string // allFactors since the last heading
}

// enter applies a heading.
func (c *ticketContext) enter(h ticketHeading) {
	switch h.class {
	case closingHeading:
		c.factors = trimFactors(c.factors, h)
		if h.level == 0 {
			c.factors = nil
		}
		c.build, c.role, c.lastRun, c.pending = ticketHeading{}, "", nil, nil
	case factorHeading:
		c.factors = append(trimFactors(c.factors, h), h)
		if !encloses(c.build, h) {
			c.build = ticketHeading{}
		}
		c.role, c.lastRun, c.pending = "", nil, nil
	case buildHeading:
		c.build, c.role, c.lastRun, c.pending = h, "", nil, nil
	case roleHeading:
		c.role = h.role
	case neutralHeading:
		c.role = ""
		if h.level > 0 {
			c.factors = trimFactors(c.factors, h)
			if c.build.level >= h.level {
				c.build = ticketHeading{}
			}
		}
	}
}

// trimFactors drops the headings that h ends.
func trimFactors(stack []ticketHeading, h ticketHeading) []ticketHeading {
	n := len(stack)
	for n > 0 && !encloses(stack[n-1], h) {
		n--
	}
	return stack[:n:n]
}

// encloses reports that h stands inside outer: a deeper heading or bullet, or
// any plain line below a marked heading.
func encloses(outer, h ticketHeading) bool {
	switch {
	case outer.class == noHeading:
		return false
	case outer.level > 0:
		return h.level == 0 || h.level > outer.level
	case h.level > 0:
		return false
	case outer.bullet:
		return h.bullet && h.depth > outer.depth
	}
	return h.bullet
}

// allFactors merges the factors of the headings in force; nil without any.
func (c *ticketContext) allFactors() map[string]string {
	var all map[string]string
	for _, h := range append(c.factors[:len(c.factors):len(c.factors)], c.build) {
		if len(h.factors) > 0 {
			if all == nil {
				all = map[string]string{}
			}
			maps.Copy(all, h.factors)
		}
	}
	return all
}

// metric is the innermost metric and unit that a heading names.
func (c *ticketContext) metric() (metric, unit string) {
	for i := len(c.factors) - 1; i >= 0; i-- {
		if c.factors[i].metric != "" {
			return c.factors[i].metric, c.factors[i].unit
		}
	}
	return "", ""
}

// test is the innermost factor heading, nil outside of any.
func (c *ticketContext) test() *ticketHeading {
	if n := len(c.factors); n > 0 {
		return &c.factors[n-1]
	}
	return nil
}
