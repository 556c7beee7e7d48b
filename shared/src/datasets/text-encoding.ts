import * as z from 'zod/mini'

/** The encodings text files are read in, by their WHATWG names, or those of IBM's code pages, with what people call them and what is written in them. */
const textEncodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1250': 'Windows-1250 (Central European)',
  'iso-8859-2': 'ISO-8859-2 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'koi8-u': 'KOI8 (Cyrillic)',
  ibm866: 'CP866 (Cyrillic, DOS)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'windows-874': 'Windows-874 (Thai)',
  gb18030: 'GBK, GB18030 (simplified Chinese)',
  big5: 'Big5 (traditional Chinese)',
  'euc-kr': 'EUC-KR (Korean)',
  shift_jis: 'Shift-JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  macintosh: 'Mac Roman (Western European)',
  cp850: 'CP850 (Western European, DOS)',
  cp437: 'CP437 (DOS)',
} as const

export type TextEncodingName = keyof typeof textEncodings

// The keys are those of the table above; the type of Object.keys does not say so.
export const textEncodingNames = Object.keys(textEncodings) as [TextEncodingName, ...TextEncodingName[]]
export const textEncodingNameSchema = z.enum(textEncodingNames)

/** The encoding's name for people, with the languages written in it. */
export function textEncodingLabel(name: TextEncodingName): string {
  return textEncodings[name]
}
