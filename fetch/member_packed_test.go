package fetch

import (
	"encoding/base64"
	"strings"
)

// unbase64 gives bytes that another program has written; line ends do not count.
func unbase64(s string) []byte {
	b, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		panic(err)
	}
	return b
}

// xzText is the text "hello, xz\n" as xz writes it.
var xzText = unbase64(`
/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAJaGVsbG8sIHh6CgAAAOsStov8cd8oAAEiChUa4WcftvN9AQAAAAAEWVo=
`)

// xzLarge is xzText with a header that asks for a dictionary of 4 GiB.
var xzLarge = unbase64(`
/Td6WFoAAATm1rRGAgAhASgAAADmoBGzAQAJaGVsbG8sIHh6CgAAAOsStov8cd8oAAEiChUa4WcftvN9AQAAAAAEWVo=
`)

// xzTar is a tar of var/log/one and two.log, packed by xz.
var xzTar = unbase64(`
/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4Av/AFxdADsYSqclrhWh3Q62+Y4y5IL6HezWdLZYuZS2IMjY6w3WxccHfLG2CgQi0ZAv6m2lAQoiOV
0/r8+HYn+8UdyipA/Mg8oH3qlxQn+h7c7Wub+LfqwHiSzKwpYHl6QAAA+PwlhdXhM+AAF4gBgAAACTlG8AscRn+wIAAAAABFla
`)

// bzTar is the same tar, packed by bzip2.
var bzTar = unbase64(`
QlpoOTFBWSZTWTvWoFwAAF3bgMmQQAH/gAIgYoWfgAgoIAByEqRiDI0GgBo9IFUVGJpk00aNqGmgOudx+tTCtBMoY46NjeSvWrIiJF2m1O6/BY
RWkhSm0ZSqKZ1YMlFLVsmr3q5u/NJ8SFp6pBBc5kIFAo/F3JFOFCQO9agXAA==
`)

// xzZeros is 8 MiB of zeros, packed by xz.
var xzZeros = unbase64(`
/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj//8RAWxdAABv/f//o7f/Rz5IFXI5YVG4kijmo4YH+e7kHoLTL8U6PAFLsX7JiopNL6MN2X+m44wjEV
PgWRjFdYrid/i2lH8MasDedElk4ulcU7IE2PdEDKtfDW1G6eXDdoi3llestk3haR1v+0uIEGxCy4g/XACP0E6vJiiUcR89jyThcJ6nI1/sKMuF
0ZWYin4qkfIndfcZwAaYTZj92K/VkA/EJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWy
BC+d1TPfgpZAk7gMsqbN+1O/DEvS5fqg8+S2ZCkBMO/xCT+HF4WfgLzf+VKEYPqfx83vuaMC5WwI+F84OBwGXEJVP49ZE2MQWlsO5vwXBNRwzR
kRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvEgn5lif/xABKwDsc1On/b6ufDEan7
eNMW5wnqcjX+woy4XRlZiKfiqR8id19xnABphNmP3Yr9WQD8QlU/j1kTYxBaWw7m/BcE1HDNGREaqtYB26zrEnGFxZhulmUli+6XasWeTlWwUI
+cfarfz7Uit0zR5bIEL53VM9+ClkCTuAyyps37U78MS9Ll+qDz5LZkKQEw7/EJP4cXhZ+AvN/5UoRg+p/Hze+5owLlbAj4Xzg4HAZcQlU/j1kT
YxBaWw7m/BcE1HDNGREaqtYB26zrEnGFxZhulmUli+6XasWeTlWwUI+cfarfz7Uit0zR5bIEL53VM9+ClkCTuAyyps37U78MS9Ll+qDz5LZkKQ
Ew7/EJP4cXhZ+AvN/5UoRg+p/Hze+5owLlbAj4Xzg4HAZcQlUQ8/sp//EAErAOxzU6f9vq58MRqft40xbnCepyNf7CjLhdGVmIp+KpHyJ3X3Gc
AGmE2Y/div1ZAPxCVT+PWRNjEFpbDub8FwTUcM0ZERqq1gHbrOsScYXFmG6WZSWL7pdqxZ5OVbBQj5x9qt/PtSK3TNHlsgQvndUz34KWQJO4DL
KmzftTvwxL0uX6oPPktmQpATDv8Qk/hxeFn4C83/lShGD6n8fN77mjAuVsCPhfODgcBlxCVT+PWRNjEFpbDub8FwTUcM0ZERqq1gHbrOsScYXF
mG6WZSWL7pdqxZ5OVbBQj5x9qt/PtSK3TNHlsgQvndUz34KWQJO4DLKmzftTvwxL0uX6oPPktmQpATDv8Qk/hxeFn4C83/lShGD6n8fN77mjAu
VsCPhfODgcBlxCVRDz+yn/8QASsA7HNTp/2+rnwxGp+3jTFucJ6nI1/sKMuF0ZWYin4qkfIndfcZwAaYTZj92K/VkA/EJVP49ZE2MQWlsO5vwX
BNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvS5fqg8+S2ZCkBMO/xCT+HF4
WfgLzf+VKEYPqfx83vuaMC5WwI+F84OBwGXEJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM
0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvS5fqg8+S2ZCkBMO/xCT+HF4WfgLzf+VKEYPqfx83vuaMC5WwI+F84OBwGXEJVEPP7KAA7oABQB7Yffv
AAAAAC0r4M46TxjTAAGmCoCAgARmzyJ2scRn+wIAAAAABFla
`)
