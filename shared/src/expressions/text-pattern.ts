import { err, ok, type Result } from '../base/result'

/**
 * A regular expression of the part of the language that every database reads alike: characters, `.`, classes, `\d \w \s`
 * and their opposites, `^` and `$`, groups, `|`, and counts. Nothing in it can make a database search without end.
 */
export interface TextPattern {
  /** The pattern as databases take it. end: their sign for the end of the text. */
  readonly written: (end: string) => string
}

const longestPattern = 500
const mostRepeats = 255
const classes: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_', s: ' \\t\\n\\r' }
const special = /[\\^$.|?*+()[\]{}]/

/** Returns the pattern, or what is wrong with it in words. */
export function readPattern(text: string): Result<TextPattern, string> {
  if (text.length > longestPattern) return err(`A pattern has at most ${longestPattern} characters.`)
  if (text === '') return err('Enter a pattern.')
  try {
    const parts = new PatternReader(Array.from(text)).whole()
    return ok({ written: (end) => parts.map((part) => (part === endOfText ? end : part)).join('') })
  } catch (thrown) {
    if (thrown instanceof PatternFault) return err(thrown.message)
    throw thrown
  }
}

class PatternFault extends Error {}

const endOfText = Symbol('the end of the text')
type Part = string | typeof endOfText

/** isLoose: it can match in more than one way, so that repeating it without end could take for ever. */
interface Piece {
  readonly parts: readonly Part[]
  readonly isLoose: boolean
  readonly isAnchor?: boolean
}

class PatternReader {
  #at = 0
  #depth = 0

  constructor(readonly characters: readonly string[]) {}

  whole(): readonly Part[] {
    const found = this.#alternatives()
    if (this.#at < this.characters.length) throw new PatternFault('A ) in the pattern closes nothing.')
    return found.parts
  }

  #next(): string | undefined {
    return this.characters[this.#at]
  }

  #alternatives(): Piece {
    this.#depth += 1
    if (this.#depth > 10) throw new PatternFault('The pattern has too many groups within groups.')
    const parts: Part[] = []
    let isLoose = false
    for (;;) {
      const next = this.#next()
      if (next === undefined || next === ')') break
      if (next === '|') {
        this.#at += 1
        parts.push('|')
        isLoose = true
        continue
      }
      const piece = this.#repeated()
      parts.push(...piece.parts)
      isLoose ||= piece.isLoose
    }
    this.#depth -= 1
    return { parts, isLoose }
  }

  #repeated(): Piece {
    const piece = this.#piece()
    const count = this.#count()
    if (count === null) return piece
    if (piece.isAnchor === true) throw new PatternFault('^ and $ cannot be repeated.')
    if (piece.isLoose && count.most > 10)
      throw new PatternFault('A group that repeats something or has | cannot itself be repeated without end.')
    const after = this.#next()
    if (after !== undefined && '?*+{'.includes(after))
      throw new PatternFault(`${after} after a count is not understood by every database.`)
    return { parts: [...piece.parts, count.written], isLoose: true }
  }

  #count(): { readonly written: string; readonly most: number } | null {
    const next = this.#next()
    if (next === '?' || next === '*' || next === '+') {
      this.#at += 1
      return { written: next, most: next === '?' ? 1 : Infinity }
    }
    if (next !== '{') return null
    const rest = this.characters.slice(this.#at, this.#at + 12).join('')
    const found = /^\{(\d{1,3})(,(\d{0,3}))?\}/.exec(rest)
    if (found === null) throw new PatternFault('A count is written {2}, {2,} or {2,5}.')
    const [whole, least = '', range, upper = ''] = found
    const most = range === undefined ? Number(least) : upper === '' ? Infinity : Number(upper)
    if (Number(least) > mostRepeats || (Number.isFinite(most) && most > mostRepeats))
      throw new PatternFault(`A count goes to ${mostRepeats}.`)
    if (most < Number(least)) throw new PatternFault('The second number of a count is not below the first.')
    this.#at += whole.length
    return { written: whole, most }
  }

  #piece(): Piece {
    const character = this.#next() ?? ''
    this.#at += 1
    switch (character) {
      case '^':
        return { parts: ['^'], isLoose: false, isAnchor: true }
      case '$':
        return { parts: [endOfText], isLoose: false, isAnchor: true }
      case '.':
        return { parts: ['[^\\n]'], isLoose: false }
      case '(': {
        if (this.#next() === '?') {
          const isPlain = this.characters[this.#at + 1] === ':'
          if (!isPlain) throw new PatternFault('(? is not understood by every database: use plain groups.')
          this.#at += 2
        }
        const { parts, isLoose } = this.#alternatives()
        if (this.#next() !== ')') throw new PatternFault('The ) of a group in the pattern is missing.')
        this.#at += 1
        return { parts: ['(?:', ...parts, ')'], isLoose }
      }
      case '[':
        return { parts: [this.#class()], isLoose: false }
      case '\\':
        return { parts: [this.#escape()], isLoose: false }
      case '*':
      case '+':
      case '?':
      case '{':
        throw new PatternFault(`${character} repeats nothing: write \\${character} for the character itself.`)
      default:
        return { parts: [escaped(character)], isLoose: false }
    }
  }

  #escape(): string {
    const character = this.#next()
    this.#at += 1
    if (character === undefined) throw new PatternFault('Nothing follows the last \\ of the pattern.')
    const ofClass = classes[character.toLowerCase()]
    if (ofClass !== undefined) return character === character.toLowerCase() ? `[${ofClass}]` : `[^${ofClass}]`
    if (character === 'n' || character === 't' || character === 'r') return `\\${character}`
    if (/[\p{L}\p{N}]/u.test(character)) throw new PatternFault(`\\${character} is not understood by every database.`)
    return escaped(character)
  }

  #class(): string {
    let written = '['
    if (this.#next() === '^') {
      written += '^'
      this.#at += 1
    }
    let isEmpty = true
    for (;;) {
      const character = this.#next()
      this.#at += 1
      if (character === undefined) throw new PatternFault('The ] of a [ in the pattern is missing.')
      if (character === ']') {
        if (isEmpty) throw new PatternFault('A [ ] in the pattern has no characters.')
        return `${written}]`
      }
      isEmpty = false
      if (character === '\\') {
        const next = this.#next() ?? ''
        this.#at += 1
        const ofClass = classes[next]
        if (ofClass !== undefined) written += ofClass
        else if (next === 'n' || next === 't' || next === 'r') written += `\\${next}`
        else if (next === '' || /[\p{L}\p{N}]/u.test(next))
          throw new PatternFault(`\\${next} within [ ] is not understood by every database.`)
        else written += special.test(next) || next === '-' ? `\\${next}` : next
        continue
      }
      if (character === '[') throw new PatternFault('Write \\[ for a [ within [ ].')
      if (character === '&' && this.#next() === '&')
        throw new PatternFault('&& within [ ] is not understood by every database.')
      if (character === '^') written += '\\^'
      else if (character === '-') written += this.#dash(written)
      else written += character
    }
  }

  /** A dash between two characters is a range; at the beginning or end it is itself. */
  #dash(before: string): string {
    const next = this.#next()
    if (before === '[' || before === '[^' || next === ']') return '\\-'
    const first = before.codePointAt(before.length - 1) ?? 0
    const last = next?.codePointAt(0) ?? 0
    const isRange = next !== undefined && !special.test(next) && next !== '-' && /[\p{L}\p{N}]$/u.test(before)
    if (!isRange || last < first)
      throw new PatternFault('A range within [ ] goes from one letter or digit to a later one; write \\- for a dash.')
    return '-'
  }
}

function escaped(character: string): string {
  return special.test(character) ? `\\${character}` : character
}
