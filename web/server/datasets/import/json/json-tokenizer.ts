import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

export type JsonKind = 'object' | 'array' | 'string' | 'other'

/** Receives the values of a JSON text in order. depth: number of objects and arrays open around a value. */
export interface JsonVisitor {
  /** True if `onText` must receive the text between this call and the next. */
  readonly isTaking: boolean
  /** key: a member's name as written, with quotes; null for other values. */
  onBegin(kind: JsonKind, depth: number, key: string | null): void
  onEnd(depth: number): void
  onText(piece: string): void
}

export interface JsonTokenizerOptions {
  /** Values nested deeper than this are not visited. */
  readonly maxDepth: number
  /**
   * Passes long numbers, and those that are not finite, in quotes, so that a reader keeps all digits; see
   * `JsonSummary`.
   */
  readonly quotesOddNumbers?: boolean
}

export interface JsonSummary {
  /** The number of items of the top-level array, or of consecutive values. */
  readonly recordCount: number
  readonly shape: 'array' | 'values'
  /** The number of records that are lists. */
  readonly listCount: number
  /** The number of numbers that no engine type can hold as written: too many digits or too large. */
  readonly longNumberCount: number
  /** The number of NaN, Infinity and -Infinity, which are not JSON but are written by Python and others. */
  readonly notFiniteCount: number
  /** The number of whole numbers that a double may round. */
  readonly wideNumberCount: number
  /** True if each record's number is also its line number. */
  readonly isAligned: boolean
}

type Expect = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'top'
type Token = 'none' | 'string' | 'scalar'

const notFinite: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity'])
const plainNumberPattern = /^-?(0|[1-9]\d*)(\.\d+)?$/
const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/
/** The engine reads JSON integers as 64 bits, signed or unsigned, and rounds others. */
const largestPositive = '18446744073709551615'
const largestNegative = '9223372036854775808'
const maxFractionDigits = 17
/** A number this short without an exponent never has too many digits. */
const maxShortLength = maxFractionDigits + 1
/** Shorter whole numbers are exact as doubles. */
const minWideLength = 16
const maxScalarLength = 4096
/** Measured: the engine takes a minute for 3 000 levels and crashes at 20 000. */
const maxOpen = 500
const wholeEscape = -1
const quote = 34
const backslash = 92

/**
 * Tokenizes a JSON text in pieces: one array of records, or consecutive records as in NDJSON. It validates and
 * summarises the text, and passes it to the visitor as written.
 *
 * Fails with `upload-unreadable`; the detail names the record, line and column.
 */
export class JsonTokenizer {
  private expect: Expect = 'top'
  private token: Token = 'none'
  private scalar = ''
  /** The number of hexadecimal digits that an escape still needs, or `wholeEscape` right after the backslash. */
  private escapeLeft = 0
  /** For each open container, true if it is an object. */
  private readonly areObjects: boolean[] = []
  private isKey = false
  private keyText = ''
  private key: string | null = null
  private shape: 'array' | 'values' | null = null
  private recordCount = 0
  private listCount = 0
  private longNumberCount = 0
  private notFiniteCount = 0
  private wideNumberCount = 0
  private isAligned = true
  private line = 1
  /** The start of the line in the current piece; negative if it began in an earlier one. */
  private lineStart = 0
  private text = ''
  private handedOver = 0
  private readonly maxDepth: number
  private readonly quotesOddNumbers: boolean

  constructor(
    private readonly visitor?: JsonVisitor,
    { maxDepth, quotesOddNumbers = false }: JsonTokenizerOptions = { maxDepth: -1 },
  ) {
    this.maxDepth = maxDepth
    this.quotesOddNumbers = quotesOddNumbers
  }

  push(text: string): void {
    this.lineStart -= this.text.length
    this.text = text
    this.handedOver = 0
    for (let i = 0; i < text.length;) i = this.token === 'none' ? this.skipBetween(i) : this.skipToken(i)
    // A number is passed on once it is known whether it needs quotes.
    if (this.token !== 'scalar') this.handOver(text.length)
  }

  end(): JsonSummary {
    const { length } = this.text
    if (this.token === 'scalar') this.endScalar(length)
    if (this.token !== 'none' || this.areObjects.length > 0)
      this.fail(length - 1, 'ends too early: the file is cut off')
    const { recordCount, listCount, longNumberCount, notFiniteCount, wideNumberCount, isAligned } = this
    const shape = this.shape ?? 'values'
    return { recordCount, shape, listCount, longNumberCount, notFiniteCount, wideNumberCount, isAligned }
  }

  /** Skips from between two tokens to the next one, or past it if it is a single character. */
  private skipBetween(from: number): number {
    const { text } = this
    for (let i = from; i < text.length; i++) {
      switch (text.charCodeAt(i)) {
        case 10:
          this.line += 1
          this.lineStart = i + 1
          break
        case 32:
        case 13:
        case 9:
          break
        case quote:
          return this.beginString(i)
        case 123:
          this.open(i, true)
          break
        case 91:
          this.open(i, false)
          break
        case 125:
          this.close(i, true)
          break
        case 93:
          this.close(i, false)
          break
        case 58:
          if (this.expect !== 'colon') this.unexpected(i, '“:”')
          this.expect = 'value'
          break
        case 44:
          if (this.expect !== 'comma-or-end') this.unexpected(i, '“,”')
          this.expect = this.areObjects.at(-1) === true ? 'key' : 'value'
          break
        default: {
          const what = `“${text[i] ?? ''}”`
          if (!isScalarChar(text.charCodeAt(i))) this.unexpected(i, what)
          this.beginValue('other', i, what)
          // Passes on the text before the token.
          this.handOver(i)
          this.scalar = ''
          this.token = 'scalar'
          return i
        }
      }
    }
    return text.length
  }

  private skipToken(from: number): number {
    const { text } = this
    if (this.token === 'scalar') {
      let end = from
      while (end < text.length && isScalarChar(text.charCodeAt(end))) end += 1
      this.scalar += text.slice(from, end)
      if (this.scalar.length > maxScalarLength) this.fail(end - 1, 'holds a number or word that is far too long')
      if (end < text.length) this.endScalar(end)
      return end
    }
    for (let i = from; i < text.length; i++) {
      const char = text.charCodeAt(i)
      if (this.escapeLeft !== 0) this.takeEscaped(i, char)
      else if (char === quote) {
        this.endString(from, i + 1)
        return i + 1
      } else if (char === backslash) this.escapeLeft = wholeEscape
      else if (char < 32) {
        if (char === 10) {
          this.line += 1
          this.lineStart = i + 1
        }
        this.fail(i, 'has a line end or another control character within a text')
      }
    }
    if (this.isKey) this.keyText += text.slice(from)
    return text.length
  }

  private takeEscaped(at: number, char: number): void {
    if (this.escapeLeft === wholeEscape && char === 117) this.escapeLeft = 4
    else if (this.escapeLeft === wholeEscape ? isEscapeChar(char) : isHexDigit(char))
      this.escapeLeft = Math.max(0, this.escapeLeft - 1)
    else this.fail(at, 'has a backslash within a text with something behind it that JSON does not know')
  }

  private beginString(at: number): number {
    this.isKey = this.expect === 'key' || this.expect === 'key-or-end'
    if (this.isKey) this.keyText = '"'
    else this.beginValue('string', at, 'a text')
    this.token = 'string'
    return at + 1
  }

  private endString(from: number, end: number): void {
    this.token = 'none'
    if (!this.isKey) return this.endValue(end)
    this.expect = 'colon'
    if (this.areObjects.length <= this.maxDepth) this.key = this.keyText + this.text.slice(from, end)
  }

  private endScalar(end: number): void {
    const { scalar } = this
    this.token = 'none'
    if (scalar !== 'true' && scalar !== 'false' && scalar !== 'null') this.endNumber(end, scalar)
    else this.handScalarOver(end, scalar)
    this.endValue(end)
  }

  private endNumber(end: number, number: string): void {
    if (notFinite.has(number)) {
      this.notFiniteCount += 1
      return this.handScalarOver(end, this.quotesOddNumbers ? `"${number}"` : number)
    }
    const isShort = number.length <= maxShortLength && plainNumberPattern.test(number)
    if (!isShort && !numberPattern.test(number))
      this.fail(end - number.length, `has “${number.slice(0, 40)}”, which is not a JSON value`)
    const isLong = !isShort && isLongNumber(number)
    if (isLong) this.longNumberCount += 1
    else if (isWideNumber(number)) this.wideNumberCount += 1
    this.handScalarOver(end, isLong && this.quotesOddNumbers ? `"${number}"` : number)
  }

  private handScalarOver(end: number, text: string): void {
    if (this.visitor?.isTaking === true) this.visitor.onText(text)
    this.handedOver = end
  }

  private open(at: number, isObject: boolean): void {
    if (!isObject && this.expect === 'top' && this.shape === null) {
      this.shape = 'array'
      this.visitBegin('array', at)
    } else {
      if (!isObject && this.areObjects.length === 1 && this.shape === 'array') this.listCount += 1
      this.beginValue(isObject ? 'object' : 'array', at, isObject ? '“{”' : '“[”')
    }
    this.areObjects.push(isObject)
    if (this.areObjects.length > maxOpen) this.fail(at, `nests values more than ${maxOpen} deep`)
    this.expect = isObject ? 'key-or-end' : 'value-or-end'
  }

  private close(at: number, isObject: boolean): void {
    const mayEnd = this.expect === 'comma-or-end' || this.expect === (isObject ? 'key-or-end' : 'value-or-end')
    if (!mayEnd || this.areObjects.at(-1) !== isObject) this.unexpected(at, isObject ? '“}”' : '“]”')
    this.areObjects.pop()
    this.endValue(at + 1)
  }

  private beginValue(kind: JsonKind, at: number, what: string): void {
    if (this.expect === 'top') {
      if (this.shape === 'array') this.fail(at, 'has more text after the closing bracket')
      this.shape = 'values'
    } else if (this.expect !== 'value' && this.expect !== 'value-or-end') this.unexpected(at, what)
    if (this.areObjects.length === (this.shape === 'array' ? 1 : 0)) {
      this.recordCount += 1
      this.isAligned &&= this.recordCount === this.line
    }
    this.visitBegin(kind, at)
  }

  private visitBegin(kind: JsonKind, at: number): void {
    const { key } = this
    this.key = null
    if (this.areObjects.length > this.maxDepth) return
    this.handOver(at)
    this.visitor?.onBegin(kind, this.areObjects.length, key)
  }

  private endValue(end: number): void {
    const depth = this.areObjects.length
    this.expect = depth === 0 ? 'top' : 'comma-or-end'
    if (depth > this.maxDepth) return
    this.handOver(end)
    this.visitor?.onEnd(depth)
  }

  private handOver(end: number): void {
    if (this.visitor?.isTaking === true && end > this.handedOver)
      this.visitor.onText(this.text.slice(this.handedOver, end))
    this.handedOver = end
  }

  private unexpected(at: number, what: string): never {
    const wanted = {
      value: 'a value',
      'value-or-end': 'a value or “]”',
      key: 'a name in quotes',
      'key-or-end': 'a name in quotes or “}”',
      colon: '“:”',
      'comma-or-end': this.areObjects.at(-1) === true ? '“,” or “}”' : '“,” or “]”',
      top: 'a record',
    }[this.expect]
    this.fail(at, `has ${what} where ${wanted} belongs`)
  }

  private fail(at: number, problem: string): never {
    const [record, column] = [Math.max(1, this.recordCount), Math.max(1, at - this.lineStart + 1)]
    throw new TidemarkError('upload-unreadable', {
      detail: `Record ${record} (line ${this.line}, column ${column}) ${problem}.`,
      hint: 'Correct it there and drop the file again.',
    })
  }
}

function isEscapeChar(char: number): boolean {
  return '"\\/bfnrt'.includes(String.fromCharCode(char))
}

function isHexDigit(char: number): boolean {
  return (char >= 48 && char <= 57) || (char >= 65 && char <= 70) || (char >= 97 && char <= 102)
}

function isScalarChar(char: number): boolean {
  return (
    (char >= 48 && char <= 57) ||
    (char >= 97 && char <= 122) ||
    (char >= 65 && char <= 90) ||
    char === 45 ||
    char === 43 ||
    char === 46
  )
}

/** Returns true if no engine type can hold the number. number: in JSON syntax. */
function isLongNumber(number: string): boolean {
  const [, whole = '', fraction, exponent] = numberPattern.exec(number) ?? []
  if (fraction === undefined && exponent === undefined) {
    const largest = number.startsWith('-') ? largestNegative : largestPositive
    return whole.length > largest.length || (whole.length === largest.length && whole > largest)
  }
  // A double would be infinite, which JSON cannot represent.
  if (!Number.isFinite(Number(number))) return true
  const digits = `${whole}${fraction ?? ''}`.replace('.', '').replace(/^0+/, '').replace(/0+$/, '')
  return digits.length > maxFractionDigits
}

/** Returns true if a double may round the whole number. number: in JSON syntax. */
function isWideNumber(number: string): boolean {
  return number.length >= minWideLength && /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number))
}
