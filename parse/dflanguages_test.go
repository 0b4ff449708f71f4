package parse

import (
	"fmt"
	"strings"
	"testing"

	"inquest/schemas"
)

// dfHeaders are the headers of df, -h, -T, -i, -P, --output and -m in English and other languages.
var dfHeaders = map[string][]string{
	"C": {
		"Filesystem 1K-blocks Used Available Use% Mounted on",
		"Filesystem Size Used Avail Use% Mounted on",
		"Filesystem Type 1K-blocks Used Available Use% Mounted on",
		"Filesystem Inodes IUsed IFree IUse% Mounted on",
		"Filesystem 1024-blocks Used Available Capacity Mounted on",
		"Filesystem Type Inodes IUsed IFree IUse% 1K-blocks Used Avail Use% File Mounted on",
		"Filesystem 1M-blocks Used Available Use% Mounted on",
	},
	"de_DE": {
		"Dateisystem 1K-Blöcke Benutzt Verfügbar Verw% Eingehängt auf",
		"Dateisystem Größe Benutzt Verf. Verw% Eingehängt auf",
		"Dateisystem Typ 1K-Blöcke Benutzt Verfügbar Verw% Eingehängt auf",
		"Dateisystem Inodes IBenutzt IFrei IUse% Eingehängt auf",
		"Dateisystem 1024-Blöcke Benutzt Verfügbar Kapazität Eingehängt auf",
		"Dateisystem Typ Inodes IBenutzt IFrei IUse% 1K-Blöcke Benutzt Verf. Verw% Datei Eingehängt auf",
		"Dateisystem 1M-Blöcke Benutzt Verfügbar Verw% Eingehängt auf",
	},
	"fr_FR": {
		"Sys. de fichiers blocs de 1K Utilisé Disponible Uti% Monté sur",
		"Sys. de fichiers Taille Utilisé Dispo Uti% Monté sur",
		"Sys. de fichiers Type blocs de 1K Utilisé Disponible Uti% Monté sur",
		"Sys. de fichiers Inœuds IUtil. ILibre IUti% Monté sur",
		"Sys. de fichiers blocs de 1024 Utilisé Disponible Capacité Monté sur",
		"Sys. de fichiers Type Inœuds IUtil. ILibre IUti% blocs de 1K Utilisé Dispo Uti% Fichier Monté sur",
		"Sys. de fichiers blocs de 1M Utilisé Disponible Uti% Monté sur",
	},
	"es_ES": {
		"S.ficheros bloques de 1K Usados Disponibles Uso% Montado en",
		"S.ficheros Tamaño Usados Disp Uso% Montado en",
		"S.ficheros Tipo bloques de 1K Usados Disponibles Uso% Montado en",
		"S.ficheros Nodos-i NUsados NLibres NUso% Montado en",
		"S.ficheros bloques de 1024 Usados Disponibles Capacidad Montado en",
		"S.ficheros Tipo Nodos-i NUsados NLibres NUso% bloques de 1K Usados Disp Uso% Fichero Montado en",
		"S.ficheros bloques de 1M Usados Disponibles Uso% Montado en",
	},
	"pt_BR": {
		"Sist. Arq. Blocos de 1K Usado Disponível Uso% Montado em",
		"Sist. Arq. Tam. Usado Disp. Uso% Montado em",
		"Sist. Arq. Tipo Blocos de 1K Usado Disponível Uso% Montado em",
		"Sist. Arq. Inós IUsado ILivre IUso% Montado em",
		"Sist. Arq. Blocos de 1024 Usado Disponível Capacid. Montado em",
		"Sist. Arq. Tipo Inós IUsado ILivre IUso% Blocos de 1K Usado Disp. Uso% Arquivo Montado em",
		"Sist. Arq. Blocos de 1M Usado Disponível Uso% Montado em",
	},
	"sv_SE": {
		"Filsystem 1K-block Använt Tillgängligt Anv% Monterat på",
		"Filsystem Storlek Använt Ledigt Anv% Monterat på",
		"Filsystem Typ 1K-block Använt Tillgängligt Anv% Monterat på",
		"Filsystem Inoder IAnvänt ILediga IAnv% Monterat på",
		"Filsystem 1024-block Använt Tillgängligt Kapacitet Monterat på",
		"Filsystem Typ Inoder IAnvänt ILediga IAnv% 1K-block Använt Ledigt Anv% Fil Monterat på",
		"Filsystem 1M-block Använt Tillgängligt Anv% Monterat på",
	},
	"pl_PL": {
		"System plików 1K-bl użyte dostępne %uż. zamont. na",
		"System plików rozm. użyte dost. %uż. zamont. na",
		"System plików Typ 1K-bl użyte dostępne %uż. zamont. na",
		"System plików iwęzły użyteI wolneI %uż.I zamont. na",
		"System plików 1024-bl użyte dostępne pojemność zamont. na",
		"System plików Typ iwęzły użyteI wolneI %uż.I 1K-bl użyte dost. %uż. Plik zamont. na",
		"System plików 1M-bl użyte dostępne %uż. zamont. na",
	},
	"ru_RU": {
		"Файловая система 1K-блоков Использовано Доступно Использовано% Cмонтировано в",
		"Файловая система Размер Использовано Дост Использовано% Cмонтировано в",
		"Файловая система Тип 1K-блоков Использовано Доступно Использовано% Cмонтировано в",
		"Файловая система Iнодов IИспользовано IСвободно IИспользовано% Cмонтировано в",
		"Файловая система 1024-блоков Использовано Доступно Вместимость Cмонтировано в",
		"Файловая система Тип Iнодов IИспользовано IСвободно IИспользовано% 1K-блоков Использовано Дост Использовано% Файл Cмонтировано в",
		"Файловая система 1M-блоков Использовано Доступно Использовано% Cмонтировано в",
	},
	"ja_JP": {
		"ファイルシス 1K-ブロック 使用 使用可 使用% マウント位置",
		"ファイルシス サイズ 使用 残り 使用% マウント位置",
		"ファイルシス タイプ 1K-ブロック 使用 使用可 使用% マウント位置",
		"ファイルシス Iノード I使用 I残り I使用% マウント位置",
		"ファイルシス 1024-ブロック 使用 使用可 容量 マウント位置",
		"ファイルシス タイプ Iノード I使用 I残り I使用% 1K-ブロック 使用 残り 使用% ファイル マウント位置",
		"ファイルシス 1M-ブロック 使用 使用可 使用% マウント位置",
	},
	"zh_CN": {
		"文件系统 1K的块 已用 可用 已用% 挂载点",
		"文件系统 大小 已用 可用 已用% 挂载点",
		"文件系统 类型 1K的块 已用 可用 已用% 挂载点",
		"文件系统 Inodes 已用I 可用I 已用I% 挂载点",
		"文件系统 1024的块 已用 可用 容量 挂载点",
		"文件系统 类型 Inodes 已用I 可用I 已用I% 1K的块 已用 可用 已用% 文件 挂载点",
		"文件系统 1M的块 已用 可用 已用% 挂载点",
	},
}

// TestDFLanguages checks that a header means the same in each language.
func TestDFLanguages(t *testing.T) {
	for language, headers := range dfHeaders {
		for i, header := range headers {
			got, want := fmt.Sprint(dfHeader([]byte(header))), fmt.Sprint(dfHeader([]byte(dfHeaders["C"][i])))
			if got != want || want == "[]" {
				t.Errorf("%s: %q: %s, want %s", language, header, got, want)
			}
		}
	}
}

// TestDFForeignRow reads a table with blanks in the first word of its header and a comma in its sizes.
func TestDFForeignRow(t *testing.T) {
	got := readValues(t, "Sys. de fichiers Taille Utilisé Dispo Uti% Monté sur\n/dev/vda           1,5G    512M  1,0G  34% /\n")
	for metric, want := range map[string]float64{"filesystem.size": 3 << 29, "filesystem.used": 512 << 20,
		"filesystem.available": 1 << 30, "filesystem.used_ratio": 0.34} {
		if got[metric] != want {
			t.Errorf("%s is %v, want %v", metric, got[metric], want)
		}
	}
}

// readValues gives the last value of each metric of a text.
func readValues(t *testing.T, content string) map[string]float64 {
	t.Helper()
	var rows schemas.Rows
	if _, err := Read("f.txt", "f.txt", strings.NewReader(content), &rows, Options{}); err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, s := range rows.Stats {
		out[s.Key.Metric] = s.Value
	}
	return out
}
