import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'

/** The non-ASCII letters of a language. */
export interface Language {
  /** The common ones in lower case, most frequent first. */
  readonly letters: string
  /** The part of all its non-ASCII letters that these make up. */
  readonly share: number
  /** Further letters, about equally frequent. */
  readonly others: string
  /** The kind of script. latin: words also have ASCII letters. characters: a single character can be a word. */
  readonly script: 'latin' | 'alphabet' | 'characters'
}

const latin = (letters: string, others = ''): Language => ({ letters, share: 0.97, others, script: 'latin' })
const alphabet = (letters: string, others = ''): Language => ({ letters, share: 0.97, others, script: 'alphabet' })
/** Describes a script of characters. others: the less frequent ones that the standard counts among the common. */
const characters = (letters: string, others: string): Language => ({
  letters,
  share: 0.75,
  others,
  script: 'characters',
})

/**
 * Returns the characters of a double-byte encoding with these first bytes; its standard puts common characters first.
 */
function charactersOf(encoding: TextEncodingName, firstLead: number, lastLead: number): string {
  const decoder = new TextDecoder(encoding)
  let text = ''
  for (let lead = firstLead; lead <= lastLead; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const [character = '', ...rest] = decoder.decode(Uint8Array.of(lead, trail))
      // An invalid pair decodes to U+FFFD or to two characters.
      if (rest.length === 0 && character !== '\ufffd') text += character
    }
  return text
}

const japaneseKana =
  'のにたいをとるしはでてがなれんかっらすりこさあもきまようくそえちけつやせおみどじだばわげごぎびょゅゃめほふへねぬむろひ'
const japaneseKatakana =
  'ンーストルイリラアクタドシレジロフグコプマムテサデッキオカィナニュメバャパビエウチトネミツブハソセァダノポピモゲョ'

/** Half-width kana, which banks and older programs write without other characters. */
const halfWidthKana: Language = {
  letters: 'ﾝｲﾞｼｳｶﾄﾀｽﾏﾘﾗｸﾅｺﾙｷﾐﾁｻｱﾔﾛﾌﾊﾜｵｹﾆﾂﾉﾋﾑﾒﾓﾕﾖﾚｴｾｿﾃﾇﾈﾍﾎﾟｰｮｭｬｯ',
  share: 0.97,
  others: 'ｦｧｨｩｪｫ｡､･｢｣',
  script: 'alphabet',
}

/** Returns the languages written in an encoding. The lists reflect orders of magnitude, not statistics. */
export function languagesOf(encoding: TextEncodingName): readonly Language[] {
  return (cache[encoding] ??= make(encoding))
}

const cache: Partial<Record<TextEncodingName, readonly Language[]>> = {}

function make(encoding: TextEncodingName): readonly Language[] {
  switch (encoding) {
    case 'windows-1252':
    case 'macintosh':
    case 'cp850':
    case 'cp437':
      return [
        latin('éèàêçôîâûùïëœ'),
        latin('äüöß', 'éà'),
        latin('óíáéñúü¿¡', 'ºª'),
        latin('ãçáéíóõêâúàô', 'ºª'),
        latin('åäöøæé', 'üô'),
        latin('áðíóúöéþýæ'),
        latin('èàùòìé'),
        latin('éèüáóñäöíçãåøêàôúëïâîßõæûò'),
      ]
    case 'windows-1250':
    case 'iso-8859-2':
      return [
        latin('łóżąęśćńź'),
        latin('íáéěýčřšžůúťňďóö'),
        latin('áéöóőíüúű'),
        latin('čćšžđ'),
        latin('čšž'),
        latin('ăâîşţ'),
        latin('áíčéľýšžúťňôäďóĺŕ'),
      ]
    case 'windows-1254':
      return [latin('ıüşçğiöİâ')]
    case 'windows-1257':
      return [latin('ėšžųčįūąę'), latin('āīēšņūļžčģķ'), latin('äõüöšž')]
    case 'windows-1251':
    case 'koi8-u':
    case 'ibm866':
      return [
        alphabet('оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфё', 'ъ№'),
        alphabet('оанивертксулмдпзьягйбічїхєцюжшщф', 'ґ№'),
        ...(encoding === 'windows-1251'
          ? [alphabet('аиеотнрсвдлкпмзъгбуячщюцжхйшфь', '№'), alphabet('аоиенрстујвклдпмзгбчшцћжхљњђџф')]
          : []),
      ]
    case 'windows-1253':
      return [alphabet('αοιετνσρπκηςυμλίόγήάδθφέχβώύξζψ', 'ϊϋΐΰΆΈΉΊΌΎΏ')]
    case 'windows-1255':
      return [alphabet('יוהלארמתבשנדקעחםפטגסןצכזץךף', '₪׳״')]
    case 'windows-1256':
      return [
        alphabet('اليمنرتوبدةعسحفكقهشجصأخطىضذإئزثغءظؤآ', '،؟'),
        alphabet('انیرمدهتوشسبکلخگزفپعقحچجآصضطذغثظژ', '‌،'),
      ]
    case 'windows-874':
      return [alphabet('านรกอเงยลมวสดตทปหคพแไบชจขผถซธฟณโใศภษ่้ีิั็ืะู์ุำๆ', '฿ฝฉฒญฐฎฏฑฆฮฬึ๊๋')]
    case 'gb18030':
      return [
        characters(
          '的一是不了人我在有他这中大来上个国和地到以说时要就出会可也你对生能而子那得于着下自之年发后作里用道行所然家种事成方多经去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运号编姓价格单价金额称址期城京苹果州省县订购客户型备注',
          charactersOf('gb18030', 0xb0, 0xd7),
        ),
      ]
    case 'big5':
      return [
        characters(
          '的一是不了人我在有他這中大來上個國和地到以說時要就出會可也你對生能而子那得於著下自之年發後作裡用道行所然家種事成方多經去法學如都同現當沒動面起看定天分還進好小部其些主樣理心本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運號編姓價單額稱址城灣臺台北縣訂購客戶備註',
          charactersOf('big5', 0xa4, 0xc6),
        ),
      ]
    case 'euc-kr':
      return [
        characters(
          '이다는의에을가고지한하사로를기은인어서도리대자아시정들나과해일스그부있제장라보전수주여조만성비상구것게으우동면원유소공들안신산았중모경관적마국트선생미무오월년간분물계속내남방당방양반부명식치영울김박최강품량금액번호름짜격과천광역구객',
          charactersOf('euc-kr', 0xb0, 0xc8),
        ),
      ]
    case 'shift_jis':
      return [japanese(), halfWidthKana]
    case 'euc-jp':
      return [japanese()]
    case 'utf-8':
    case 'utf-16le':
    case 'utf-16be':
      return []
  }
}

function japanese(): Language {
  return characters(
    `${japaneseKana}${japaneseKatakana}日一国人年大本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会社員品番号商数量価格単顧客県市区町村都府道京阪田鈴佐藤橋合計付額住所氏種類別備考売注文在庫率`,
    charactersOf('euc-jp', 0xb0, 0xcf) + '。、「」・（）〜',
  )
}
