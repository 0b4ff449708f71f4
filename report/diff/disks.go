package diff

import (
	"cmp"
	"slices"
	"strings"

	"inquest/schemas"
)

// busiestFirst orders disks of unknown use by how busy they were over the loads of all
// runs of both sides together, the root file system's last: where nobody says which device
// holds the data, the one that worked most is looked at. That both sides count alike keeps the
// choice from leaning towards a device that differs between them.
func (c *comparer) busiestFirst(p *stratumPair, leg string, disks []sides) {
	if len(disks) < 2 {
		return
	}
	busy, root := map[string]float64{}, map[string]bool{}
	for _, r := range p.runs() {
		for _, n := range r.Nodes {
			l := n.leg(leg)
			if l == nil || !slices.Contains(c.loaded[p], n.Name) {
				continue
			}
			for id, list := range c.idx[n] {
				if id.metric != "disk.util" || id.leg != leg {
					continue
				}
				if found, _ := candidates(list, windowOf(l, c.in.Window)); len(found) > 0 {
					busy[id.instance] += within(found[0].series, windowOf(l, c.in.Window)).Mean()
				}
				root[id.instance] = root[id.instance] || n.onRoot(id.instance)
			}
		}
	}
	slices.SortStableFunc(disks, func(a, b sides) int {
		return cmp.Or(cmp.Compare(b2i(root[a.base]), b2i(root[b.base])), cmp.Compare(busy[b.base], busy[a.base]))
	})
}

// onRoot tells whether the root file system lies on a device, as far as the mounts say.
func (n *Node) onRoot(device string) bool {
	return slices.ContainsFunc(n.Settings, func(s schemas.Setting) bool {
		dev, _, _ := strings.Cut(strings.TrimPrefix(s.Value, "/dev/"), " ")
		return s.Name == "mount./" && schemas.OnDisk(dev, device)
	})
}
