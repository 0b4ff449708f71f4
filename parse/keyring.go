package parse

import "inquest/schemas"

// keyring holds the keys of the series of a log. Like [names], each key remembers which
// one was asked for after it: a snapshot has the series of the one before, in its order.
type keyring struct {
	keys  map[schemas.StatKey]*keyringKey
	first keyringKey
	last  *keyringKey
}

type keyringKey struct {
	key  schemas.StatKey
	next *keyringKey
}

// keyBytes is about what a key costs beside its letters.
const keyBytes = 256

func newKeyring() *keyring {
	k := &keyring{keys: map[schemas.StatKey]*keyringKey{}}
	k.last = &k.first
	return k
}

// find gives the key that is like k; nil when there is none.
func (r *keyring) find(k *schemas.StatKey) *schemas.StatKey {
	if e := r.last.next; e != nil && e.key == *k {
		r.last = e
		return &e.key
	}
	e := r.keys[*k]
	if e == nil {
		return nil
	}
	r.last.next, r.last = e, e
	return &e.key
}

func (r *keyring) add(k schemas.StatKey) *schemas.StatKey {
	e := &keyringKey{key: k}
	r.keys[k] = e
	r.last.next, r.last = e, e
	return &e.key
}
