import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import { expect, test } from 'vitest'
import { encodeAs } from '@testkit/datasets/encoding-fixture'
import { likeliestEncoding } from './encoding-likelihood'
import { decodeText } from './text-file'

const czech = 'id,jméno,město\n1,Jiří,Plzeň\n2,Zdeněk,Děčín\n3,Šárka,Třebíč\n'
const polish = 'imię,miasto\nŁukasz,Łódź\nMałgorzata,Gdańsk\nŻaneta,Kraków\n'
const russian = 'Товар;Цена;Количество\nХлеб;45;10\nМолоко;80;5\nСыр;320;2\n'
const japanese = '番号,名前,都市\n1,田中,東京\n2,鈴木,大阪\n'

const certain: readonly (readonly [TextEncodingName, string])[] = [
  ['windows-1251', russian],
  ['windows-1251', 'id,имя,город\n1,Анна,Москва\n2,Борис,Казань\n'],
  ['windows-1251', 'Дата;Сумма\n'],
  ['windows-1251', 'місто,назва\nКиїв,Україна\nЛьвів,Їжак\n'],
  ['windows-1251', 'град,име\nСофия,Ивайло\nВарна,Живко\n'],
  ['koi8-u', russian],
  ['ibm866', russian],
  ['gb18030', '编号,姓名,城市\n1,张伟,北京\n2,王芳,上海\n'],
  ['gb18030', '日期,金额\n'],
  ['gb18030', 'id,name,city\n1,Li Wei,北京\n2,Wang,上海\n'],
  ['gb18030', 'name\n朱镕基\n喆囍\n'],
  ['big5', '編號,姓名,城市\n1,張偉,臺北\n2,王芳,高雄\n'],
  ['big5', '日期,金額\n'],
  ['euc-kr', '번호,이름,도시\n1,김철수,서울\n2,이영희,부산\n'],
  ['euc-kr', '날짜,금액\n'],
  ['shift_jis', japanese],
  ['shift_jis', '日付,金額\n'],
  ['shift_jis', 'ﾅﾏｴ,ﾏﾁ\nﾀﾅｶ ﾀﾛｳ,ﾄｳｷｮｳ\nｽｽﾞｷ ﾊﾅｺ,ｵｵｻｶ\n'],
  ['shift_jis', '日付,摘要,金額\n1,ﾌﾘｺﾐ ﾔﾏﾀﾞ ｲﾁﾛｳ,500\n2,ｶ)ﾃｽﾄｼﾖｳｼﾞ,20\n'],
  ['shift_jis', 'name,memo\nA1,ﾌﾘｺﾐ\nA2,ﾍﾝｷﾝ\nA3,ﾃｽｳﾘｮｳ\n'],
  ['euc-jp', japanese],
  ['windows-1250', czech],
  ['windows-1250', polish],
  ['windows-1250', 'név,város\nGyőző,Győr\nŐze,Békéscsaba\nFűz,Kőszeg\n'],
  ['windows-1250', 'ime,grad\nŽeljko,Šibenik\nČedo,Niš\nĐorđe,Čačak\n'],
  ['iso-8859-2', polish],
  ['windows-1253', 'όνομα,πόλη\nΓιώργος,Αθήνα\nΜαρία,Θεσσαλονίκη\n'],
  ['windows-1254', 'ürün,fiyat\nçay,5\nsüt,7\nyoğurt,9\n'],
  ['windows-1255', 'שם,עיר\nדוד,ירושלים\nשרה,חיפה\n'],
  ['windows-1256', 'الاسم,المدينة\nمحمد,القاهرة\nفاطمة,الرياض\n'],
  ['windows-874', 'ชื่อ,เมือง\nสมชาย,กรุงเทพ\nสมหญิง,เชียงใหม่\n'],
  ['windows-1257', 'vardas,miestas\nŽivilė,Šiauliai\nČeslovas,Kaišiadorys\nDžiugas,Panevėžys\n'],
  ['windows-1252', 'id,name\n1,café\n'],
  ['windows-1252', 'Name;Ort\nMüller;München\nJäger;Köln\nWeiß;Düsseldorf\n'],
  ['windows-1252', 'nom,ville\nMélanie,Besançon\nHélène,Orléans\nFRANÇOIS,NÎMES\n'],
  ['windows-1252', 'nombre,año\nPeña,2020\nNúñez,2021\n'],
  ['windows-1252', 'navn,by\nSøren,Århus\nBjørn,Tromsø\nÆrø,Ærøskøbing\n'],
  ['windows-1252', 'nome,cidade\nJoão,São Paulo\nConceição,Maranhão\n'],
  ['windows-1252', 'quote\nit’s “so” – and don’t…\n'],
  ['windows-1252', 'temperature\n12°\n13°\n'],
  ['macintosh', 'Name;Ort\nMüller;München\nJäger;Köln\nWeiß;Düsseldorf\n'],
  ['macintosh', 'nom,ville\nMélanie,Besançon\nHélène,Orléans\nFrançois,Nîmes\n'],
  ['cp850', 'nom,ville\nMélanie,Besançon\nHélène,Orléans\nFrançois,Nîmes\n'],
  ['cp850', 'navn,by\nSøren,Århus\nBjørn,Tromsø\nÆrø,Ærøskøbing\n'],
  ['cp437', 'Name;Ort\nMüller;München\nJäger;Köln\nWeiß;Düsseldorf\n'],
]

test.each(certain)('a few words in %s are certain: %j', (encoding, text) => {
  const found = likeliestEncoding(encodeAs(encoding, text))
  expect(decodeText(encodeAs(encoding, text), found.name)).toBe(text)
  expect(found.isSure).toBe(true)
})

test.each<readonly [TextEncodingName, string]>([
  ['windows-1251', 'name,note\nIvan,да\n'],
  ['windows-1252', 'price\n£12\n£15\n'],
  ['windows-1252', 'Produkt,Preis\nBrot,3 €\nMilch,2 €\n'],
  ['euc-kr', 'a\n김\n'],
])('what two letters or one sign say is not certain: %s %j', (encoding, text) => {
  expect(likeliestEncoding(encodeAs(encoding, text)).isSure).toBe(false)
})
