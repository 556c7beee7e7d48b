import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import { languagesOf, type Language } from './letter-frequencies'
import { createTextDecoder } from './text-file'

/** The likelihood of some bytes in an encoding, as a natural logarithm, and the resulting text. */
export interface EncodingLikelihood {
  readonly encoding: TextEncodingName
  readonly logLikelihood: number
  readonly text: string
}

/** The prior probability of each encoding as log odds. */
const logPriors: readonly (readonly [TextEncodingName, number])[] = [
  ['windows-1252', 0],
  ['windows-1250', -1.5],
  ['iso-8859-2', -2.5],
  ['windows-1251', -1],
  ['koi8-u', -3],
  ['ibm866', -3],
  ['windows-1253', -2],
  ['windows-1254', -2],
  ['windows-1255', -2],
  ['windows-1256', -2],
  ['windows-1257', -2.5],
  ['windows-874', -2],
  ['gb18030', -1],
  ['big5', -1.5],
  ['euc-kr', -1.5],
  ['shift_jis', -1],
  ['euc-jp', -2.5],
  ['macintosh', -4],
  ['cp850', -4.5],
  ['cp437', -5],
]

/** Ranks encodings, likeliest first. sample: complete lines with non-ASCII bytes. */
export function rankEncodings(sample: Uint8Array): readonly EncodingLikelihood[] {
  return logPriors
    .map(([encoding, logPrior]) => {
      // Decoded as part of a longer text, so that a character cut off at the end is not an error.
      const text = createTextDecoder(encoding).write(sample)
      const traits = traitsOf(text)
      const likelihoods = languagesOf(encoding).map((language) => logLikelihoodOf(traits, language))
      return { encoding, text, logLikelihood: logPrior + Math.max(...likelihoods) }
    })
    .sort((a, b) => b.logLikelihood - a.logLikelihood)
}

/** How much likelier than any other a text must be to count as certain, as log odds: a hundred to one. */
const certainLog = Math.log(100)

/** Returns the likeliest encoding of a sample. isSure: no other text is nearly as likely. */
export function likeliestEncoding(sample: Uint8Array): { readonly name: TextEncodingName; readonly isSure: boolean } {
  const [best, ...others] = rankEncodings(sample)
  if (best === undefined) throw new Error('no encodings')
  const other = others.find(({ text }) => text !== best.text)
  return {
    name: best.encoding,
    isSure: other === undefined || best.logLikelihood - other.logLikelihood >= certainLog,
  }
}

const asciiLog = Math.log(1 / 40)
/**
 * The log likelihoods of: a letter of another language, a common symbol, a rare symbol, and a character that no text
 * contains.
 */
const [strangeLog, commonSignLog, signLog, brokenLog] = [1e-5, 0.01, 2e-4, 1e-8].map(Math.log) as [
  number,
  number,
  number,
  number,
]
const commonSigns = new Set('€£°§«»“”„‘’–—…\u00a0、。，：；（）「」・')
/**
 * The log likelihoods of rare patterns in words: a capital after a small letter, two scripts, accents in a row, and a
 * single letter.
 */
const [caseLog, mixedLog, accentsLog, aloneLog] = [0.02, 0.02, 0.1, 0.05].map(Math.log) as [
  number,
  number,
  number,
  number,
]

/** The language-independent counts of a text. counts: its non-ASCII characters in lower case. */
interface TextTraits {
  readonly counts: ReadonlyMap<string, number>
  readonly asciiCount: number
  readonly caseCount: number
  readonly mixedCount: number
  readonly accentsCount: number
  readonly aloneCount: number
}

function traitsOf(text: string): TextTraits {
  const characters = Array.from(text)
  const kinds = characters.map(kindOf)
  const counts = new Map<string, number>()
  const traits = { counts, asciiCount: 0, caseCount: 0, mixedCount: 0, accentsCount: 0, aloneCount: 0 }
  for (const [index, character] of characters.entries()) {
    const [before = 'none', kind, after = 'none'] = [kinds[index - 1], kinds[index], kinds[index + 1]]
    if (character < '\u0080') traits.asciiCount += 1
    else counts.set(character.toLowerCase(), (counts.get(character.toLowerCase()) ?? 0) + 1)
    if (kind === 'other') {
      if (before === 'ascii' || after === 'ascii') traits.mixedCount += 1
      if (before === 'other') traits.accentsCount += 1
      if (before === 'none' && after === 'none') traits.aloneCount += 1
    }
    if (before !== 'none' && kind !== 'none' && isCapital(character) && isSmall(characters[index - 1] ?? ''))
      traits.caseCount += 1
  }
  return traits
}

function logLikelihoodOf(traits: TextTraits, language: Language): number {
  const logs = logsOf(language)
  let sum = traits.asciiCount * asciiLog + traits.caseCount * caseLog
  for (const [character, count] of traits.counts) sum += count * (logs.get(character) ?? otherLog(character))
  if (language.script !== 'characters') sum += traits.aloneCount * aloneLog
  return sum + (language.script === 'latin' ? traits.accentsCount * accentsLog : traits.mixedCount * mixedLog)
}

/** The kind of a letter, including its marks: ASCII or not. */
type LetterKind = 'ascii' | 'other' | 'none'

function kindOf(character: string): LetterKind {
  if (/^[A-Za-z]$/.test(character)) return 'ascii'
  return character > '\u007f' && /^[\p{L}\p{M}]$/u.test(character) ? 'other' : 'none'
}

function isCapital(character: string): boolean {
  return character !== character.toLowerCase()
}

function isSmall(character: string): boolean {
  return character !== character.toUpperCase()
}

function otherLog(character: string): number {
  if (/^[\p{C}\ufffd]$/u.test(character)) return brokenLog
  if (commonSigns.has(character)) return commonSignLog
  return kindOf(character) === 'none' ? signLog : strangeLog
}

const logsByLanguage = new WeakMap<Language, ReadonlyMap<string, number>>()

/**
 * Returns the log frequencies of letters. Common ones follow Zipf's law by rank; in scripts with thousands of
 * characters the frequency falls off more slowly.
 */
function logsOf(language: Language): ReadonlyMap<string, number> {
  const known = logsByLanguage.get(language)
  if (known !== undefined) return known
  const letters = [...new Set(Array.from(language.letters))]
  const others = [...new Set(Array.from(language.others))].filter((letter) => !letters.includes(letter))
  const weightOf = (rank: number) => 1 / (rank + Math.max(3, letters.length / 4))
  const total = letters.reduce((sum, _, rank) => sum + weightOf(rank), 0)
  const logs = new Map<string, number>()
  for (const letter of others) logs.set(letter.toLowerCase(), Math.log((1 - language.share) / others.length))
  for (const [rank, letter] of letters.entries())
    logs.set(letter.toLowerCase(), Math.log((language.share * weightOf(rank)) / total))
  logsByLanguage.set(language, logs)
  return logs
}
