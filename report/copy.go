package report

import (
	"reflect"
	"sort"
)

// copier copies a value with everything in it and passes every string through text,
// keys of maps too. Fields that keep names, by type and field, are taken as they are.
type copier struct {
	text func(string) string
	keep map[string]map[string]bool
}

func (c copier) copy(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.String:
		out.SetString(c.text(v.String()))
	case reflect.Struct:
		keep := c.keep[v.Type().Name()]
		for i := range v.NumField() {
			field := v.Field(i)
			if !keep[v.Type().Field(i).Name] {
				field = c.copy(field)
			}
			out.Field(i).Set(field)
		}
	case reflect.Slice:
		if v.IsNil() {
			return out
		}
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(c.copy(v.Index(i)))
		}
	case reflect.Array:
		for i := range v.Len() {
			out.Index(i).Set(c.copy(v.Index(i)))
		}
	case reflect.Pointer:
		if v.IsNil() {
			return out
		}
		out.Set(reflect.New(v.Type().Elem()))
		out.Elem().Set(c.copy(v.Elem()))
	case reflect.Map:
		if v.IsNil() {
			return out
		}
		out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		keys := v.MapKeys() // in order, for text may count what it meets
		sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
		for _, k := range keys {
			out.SetMapIndex(c.copy(k), c.copy(v.MapIndex(k)))
		}
	default:
		out.Set(v)
	}
	return out
}

// set is the set of names.
func set(names ...string) map[string]bool {
	m := map[string]bool{}
	for _, n := range names {
		m[n] = true
	}
	return m
}
