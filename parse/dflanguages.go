package parse

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// The words that df's header begins and ends with in languages other than English, and
// those that tell its columns apart; the order of the columns is the same in all of
// them. Source: the message catalogues of coreutils (po/*.po).
var (
	dfSources = []string{"Dateisystem", "Sys. de fichiers", "S.ficheros", "Sist. Arq.", "Filsystem", "Bestandssysteem", "System plików",
		"ファイルシス", "文件系统", "Файловая система"}
	dfMountPoints = []string{"Eingehängt auf", "Monté sur", "Montado en", "Montado em", "Monterat på", "zamont. na", "マウント位置", "挂载点",
		"Cмонтировано в"}
	dfTypes  = []string{"Type", "Typ", "Tipo", "タイプ", "类型", "Тип"}
	dfFiles  = []string{"File", "Datei", "Fichier", "Fichero", "Fil", "Arquivo", "Plik", "文件", "Файл", "ファイル"}
	dfInodes = []string{"Inodes", "Inœuds", "Nodos-i", "Inoder", "Inós", "iwęzły", "Iノード", "Iнодов"}
)

// dfTranslated maps the columns of a header in another language; nil when it is none.
func dfTranslated(line []byte) []dfColumn {
	rest := text(bytes.TrimSpace(line)) // most lines are none, of which no copy is made
	cut := false
	for _, source := range dfSources {
		if rest, cut = strings.CutPrefix(rest, source); cut {
			break
		}
	}
	ends := slices.IndexFunc(dfMountPoints, func(m string) bool { return strings.HasSuffix(rest, m) })
	if !cut || ends < 0 {
		return nil
	}
	words := strings.Fields(strings.TrimSuffix(rest, dfMountPoints[ends]))
	for i := 0; i+2 < len(words); i++ { // blocs de 1K
		if words[i+1] == "de" {
			words = slices.Replace(words, i, i+3, words[i+2]+"-")
		}
	}
	var cols []dfColumn
	if len(words) > 0 && slices.Contains(dfTypes, words[0]) {
		cols, words = append(cols, dfColumn{word: true}), words[1:]
	}
	file := len(words) > 0 && slices.Contains(dfFiles, words[len(words)-1])
	if file {
		words = words[:len(words)-1]
	}
	if len(words) == 0 || len(words)%dfGroup != 0 {
		return nil
	}
	for group := range slices.Chunk(words, dfGroup) {
		cols = append(cols, dfGroupColumns(group[0])...)
	}
	if file {
		cols = append(cols, dfColumn{word: true})
	}
	return cols
}

// dfGroup is the number of columns about inodes, and about space.
const dfGroup = 4

// dfGroupColumns gives the columns of a group that begins with the word.
func dfGroupColumns(first string) []dfColumn {
	names := []string{"Inodes", "IUsed", "IFree", "IUse%"}
	if !slices.Contains(dfInodes, first) {
		names = []string{"Size", "Used", "Available", "Use%"}
	}
	var cols []dfColumn
	for _, name := range names {
		cols = append(cols, dfColumnOf(name))
	}
	if unit := dfUnit(first); unit > 0 {
		cols[0].factor = unit
	}
	return cols
}

// dfUnit is the unit that a column's name begins with, 0 when there is none: 1K-, 1024-ブロック, 1K的块.
func dfUnit(word string) float64 {
	number := []byte(word)
	end := bytes.IndexFunc(number, func(r rune) bool { return r == '-' || r >= utf8.RuneSelf })
	if end <= 0 {
		return 0
	}
	number = number[:end]
	if n, ok := parseNumber(number); ok && n > 0 {
		return n
	}
	if v, suffix, ok := sizeOf(number); ok && suffix {
		return v
	}
	return 0
}
