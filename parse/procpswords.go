package parse

import "strings"

// procpsWords gives the English of the words that vmstat, free and top print in other
// languages. Source: the message catalogues of procps-ng 4.0 (po/*.po).
var procpsWords = map[string]string{
	// de
	"gesamt": "total", "benutzt": "used", "frei": "free", "gemns.": "shared", "gemeins.": "shared",
	"Puffer/Cache": "buff/cache", "Puffer": "buffers", "Cache": "cache", "verfügbar": "available",
	"aktiv": "active", "inakt": "inact", "Speicher:": "Mem:", "Spch": "Mem", "Gesamt:": "Total:",
	"Niedrig:": "Low:", "Hoch:": "High:", "BEFEHL": "COMMAND",
	// fr
	"utilisé": "used", "util": "used", "libre": "free", "libr": "free", "partagé": "shared",
	"tamp/cache": "buff/cache", "tampons": "buffers", "tampon": "buff", "disponible": "available",
	"dispo": "avail", "actif": "active", "ut": "us", "Échange:": "Swap:", "Éch": "Swap", "Tâches": "Tasks",
	"Dédié:": "Comm:", "Basse:": "Low:", "Haute:": "High:", "COM.": "COMMAND",
	// es
	"usado": "used", "compartido": "shared", "búf/caché": "buff/cache", "búferes": "buffers", "búf": "buff",
	"caché": "cache", "activo": "active", "Inter:": "Swap:", "Intercambio": "Swap", "Tareas": "Tasks", "Hilos": "Threads",
	// pl
	"razem": "total", "użyte": "used", "wolne": "free", "wolna": "free", "dzielone": "shared",
	"buf/cache": "buff/cache", "bufory": "buffers", "bufor": "buff", "dostępne": "available", "dost.": "avail",
	"akt": "active", "nieakt": "inact", "dz": "r", "bl": "b", "swap": "swpd", "uż": "us", "be": "id", "io": "wa",
	"sk": "st", "go": "gu", "Pamięć:": "Mem:", "RAM": "Mem", "Wymiana:": "Swap:", "Razem:": "Total:",
	"WIRT": "VIRT", "REZ": "RES", "KOMENDA": "COMMAND", "Zadania": "Tasks", "Wątki": "Threads",
	// pt_BR
	"usada": "used", "livre": "free", "compart.": "shared", "disponível": "available", "COMANDO": "COMMAND",
	// ro
	"utilizată": "used", "liberă": "free", "liber": "free", "partajată": "shared", "disponibilă": "available",
	"activă": "active", "bin": "bi", "sin": "si", "Sarcini": "Tasks", "COMANDA": "COMMAND",
	// ko
	"총계": "total", "사용": "used", "여분": "free", "잔여": "free", "공유": "shared", "버퍼/캐시": "buff/cache",
	"버퍼": "buffers", "캐시": "cache", "가용": "available", "메모리:": "Mem:", "메모리": "Mem",
	"비활": "inact", "작  업": "Tasks", "스레드": "Threads",
	// zh_CN
	"交换": "swpd", "空闲": "free", "缓冲": "buff", "缓存": "cache", "不活动": "inact", "活动": "active",
	"内存：": "Mem:", "交换：": "Swap:", "总量：": "Total:", "进程号": "PID", "任务": "Tasks", "线程": "Threads",
	"内存:": "Mem:", "交换:": "Swap:", "总量:": "Total:", "总计:": "Total:", "低:": "Low:", "高:": "High:", "分配:": "Comm:", "总计": "total",
	// sv
	"totalt": "total", "Minne:": "Mem:", "Växl.:": "Swap:", "Totalt:": "Total:", "Lågt:": "Low:", "Högt:": "High:", "Til.:": "Comm:",
	"Uppgifter": "Tasks", "Trådar": "Threads",
	// uk, vi, ka
	"загалом": "total", "Пам.:": "Mem:", "Своп.:": "Swap:", "Загалом:": "Total:", "Нижня:": "Low:", "Верхня:": "High:",
	"Завдання": "Tasks", "Потоки": "Threads", "tổng": "total", "BNhớ:": "Mem:", "Tráođổi:": "Swap:", "Tổng:": "Total:",
	"Thấp:": "Low:", "Cao:": "High:", "Tác vụ": "Tasks", "Tuyến trình": "Threads", "სულl": "total", "მეხს:": "Mem:", "სვოპი:": "Swap:",
	"ჯამი:": "Total:", "დაბალი:": "Low:", "მაღალი:": "High:", "ბრძანება:": "Comm:", "ნაკადები": "Threads",
	// labels of free's rows, without the blanks in them
	"Partitiond'échange:": "Swap:", "Mem.:": "Mem:", "스왑:": "Swap:", "총계:": "Total:", "하위:": "Low:", "상위:": "High:", "커밋:": "Comm:",
	"Niska:": "Low:", "Wysoka:": "High:", "Zajęta:": "Comm:", "Baja:": "Low:", "Alta:": "High:", "Conf:": "Comm:", "Baixa:": "Low:",
	"Com.:": "Comm:", "inativ": "inact", "ativo": "active", "Tarefas": "Tasks", "Fire exec": "Threads",
}

// procpsWord is the English of a word of a header.
func procpsWord(b []byte) string { return strings.Clone(procpsView(b)) }

// procpsView is procpsWord without a copy; b must not change while the word is in use.
func procpsView(b []byte) string {
	if w, ok := procpsWords[string(b)]; ok {
		return w
	}
	return text(b)
}
