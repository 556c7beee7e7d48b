import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

export interface JsonSummary {
  /** Items of the top-level array, or values one after the other. */
  readonly recordCount: number
  readonly shape: 'array' | 'values'
  /** Records that are lists. */
  readonly listCount: number
  /** Numbers that no engine type holds as written, of too many digits or too large; see `onText`. */
  readonly longNumberCount: number
  /** Whole numbers that a double may round. */
  readonly wideNumberCount: number
  /** True if each record begins in the line of its number. */
  readonly isAligned: boolean
}

type Expect = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'top'
type Token = 'none' | 'string' | 'escape' | 'scalar'

const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/
/** The engine reads JSON integers as 64 bits, signed or not, and rounds the rest. */
const largestPositive = '18446744073709551615'
const largestNegative = '9223372036854775808'
const maxFractionDigits = 17
/** Measured: the engine takes a minute for 3 000 levels and crashes at 20 000. */
const maxDepth = 500
const quote = 34
const backslash = 92

/**
 * Checks a JSON text piece by piece: one array of records, or records one after the other, as in NDJSON.
 *
 * onText: is handed the text again when given, with long numbers in quotes so that a reader keeps all their digits.
 * Fails with `upload-unreadable`; detail names the record, line and column.
 */
export class JsonScanner {
  private expect: Expect = 'top'
  private token: Token = 'none'
  private scalar = ''
  private readonly open: ('[' | '{')[] = []
  private isKey = false
  private shape: 'array' | 'values' | null = null
  private recordCount = 0
  private listCount = 0
  private longNumberCount = 0
  private wideNumberCount = 0
  private isAligned = true
  private line = 1
  private column = 0

  constructor(private readonly onText?: (text: string) => void) {}

  push(text: string): void {
    let copied = 0
    const copyTo = (end: number) => {
      if (end > copied) this.onText?.(text.slice(copied, end))
      copied = end
    }
    for (let i = 0; i < text.length; i++) {
      const char = text.charCodeAt(i)
      if (char === 10) {
        this.line += 1
        this.column = 0
      } else this.column += 1
      if (this.token === 'string') {
        if (char === quote) this.endString()
        else if (char === backslash) this.token = 'escape'
        else if (char < 32) this.fail('has a line end or another control character within a text')
        continue
      }
      if (this.token === 'escape') {
        this.token = 'string'
        continue
      }
      if (this.token === 'scalar') {
        if (isScalarChar(char)) {
          this.scalar += text[i]
          if (this.scalar.length > 4096) this.fail('holds a number or word that is far too long')
          continue
        }
        // A number is copied only once it is known whether it needs quotes.
        copied = i
        this.endScalar()
      }
      if (char === 32 || char === 10 || char === 13 || char === 9) continue
      if (char === quote) {
        this.isKey = this.expect === 'key' || this.expect === 'key-or-end'
        if (!this.isKey) this.beginValue('a text')
        this.token = 'string'
      } else if (isScalarChar(char)) {
        this.beginValue(`“${text[i]}”`)
        copyTo(i)
        this.token = 'scalar'
        this.scalar = text[i] ?? ''
      } else this.structure(text[i] ?? '')
    }
    if (this.token !== 'scalar') copyTo(text.length)
  }

  end(): JsonSummary {
    if (this.token === 'scalar') this.endScalar()
    if (this.token !== 'none' || this.open.length > 0) this.fail('ends too early: the file is cut off')
    const { recordCount, listCount, longNumberCount, wideNumberCount, isAligned } = this
    return { recordCount, shape: this.shape ?? 'values', listCount, longNumberCount, wideNumberCount, isAligned }
  }

  private structure(char: string): void {
    switch (char) {
      case '[':
      case '{':
        if (this.expect === 'top' && char === '[' && this.shape === null) this.shape = 'array'
        else {
          this.beginValue(`“${char}”`)
          if (char === '[' && this.open.length === 1 && this.shape === 'array') this.listCount += 1
        }
        this.open.push(char)
        if (this.open.length > maxDepth) this.fail(`nests values more than ${maxDepth} deep`)
        this.expect = char === '[' ? 'value-or-end' : 'key-or-end'
        break
      case ']':
      case '}': {
        const mayEnd = this.expect === 'comma-or-end' || this.expect === (char === ']' ? 'value-or-end' : 'key-or-end')
        if (!mayEnd || this.open.at(-1) !== (char === ']' ? '[' : '{')) this.unexpected(`“${char}”`)
        this.open.pop()
        this.endValue()
        break
      }
      case ':':
        if (this.expect !== 'colon') this.unexpected('“:”')
        this.expect = 'value'
        break
      case ',':
        if (this.expect !== 'comma-or-end') this.unexpected('“,”')
        this.expect = this.open.at(-1) === '[' ? 'value' : 'key'
        break
      default:
        this.unexpected(`“${char}”`)
    }
  }

  private beginValue(what: string): void {
    if (this.expect === 'top') {
      if (this.shape === 'array') this.fail('has more text after the closing bracket')
      this.shape = 'values'
    } else if (this.expect !== 'value' && this.expect !== 'value-or-end') this.unexpected(what)
    if (this.open.length === (this.shape === 'array' ? 1 : 0)) {
      this.recordCount += 1
      this.isAligned &&= this.recordCount === this.line
    }
  }

  private endValue(): void {
    this.expect = this.open.length === 0 ? 'top' : 'comma-or-end'
  }

  private endString(): void {
    this.token = 'none'
    if (this.isKey) this.expect = 'colon'
    else this.endValue()
  }

  private endScalar(): void {
    const { scalar } = this
    this.token = 'none'
    if (isLongNumber(scalar)) {
      this.longNumberCount += 1
      this.onText?.(`"${scalar}"`)
    } else {
      if (scalar !== 'true' && scalar !== 'false' && scalar !== 'null' && !numberPattern.test(scalar)) {
        this.fail(`has “${scalar.slice(0, 40)}”, which is not a JSON value`)
      }
      if (isWideNumber(scalar)) this.wideNumberCount += 1
      this.onText?.(scalar)
    }
    this.endValue()
  }

  private unexpected(what: string): never {
    const wanted = {
      value: 'a value',
      'value-or-end': 'a value or “]”',
      key: 'a name in quotes',
      'key-or-end': 'a name in quotes or “}”',
      colon: '“:”',
      'comma-or-end': this.open.at(-1) === '[' ? '“,” or “]”' : '“,” or “}”',
      top: 'a record',
    }[this.expect]
    this.fail(`has ${what} where ${wanted} belongs`)
  }

  private fail(problem: string): never {
    throw new TidemarkError('upload-unreadable', {
      detail: `Record ${Math.max(1, this.recordCount)} (line ${this.line}, column ${Math.max(1, this.column)}) ${problem}.`,
      hint: 'Correct it there and drop the file again.',
    })
  }
}

function isScalarChar(char: number): boolean {
  return (
    (char >= 48 && char <= 57) ||
    (char >= 65 && char <= 90) ||
    (char >= 97 && char <= 122) ||
    char === 45 ||
    char === 43 ||
    char === 46
  )
}

function isLongNumber(scalar: string): boolean {
  const parts = numberPattern.exec(scalar)
  if (parts === null) return false
  const whole = parts[1] ?? ''
  if (parts[2] === undefined && parts[3] === undefined) {
    const largest = scalar.startsWith('-') ? largestNegative : largestPositive
    return whole.length > largest.length || (whole.length === largest.length && whole > largest)
  }
  // A double would be infinite, which is no value of JSON.
  if (!Number.isFinite(Number(scalar))) return true
  const digits = `${whole}${parts[2] ?? ''}`.replace('.', '').replace(/^0+/, '').replace(/0+$/, '')
  return digits.length > maxFractionDigits
}

function isWideNumber(scalar: string): boolean {
  return scalar.length >= 16 && /^-?\d+$/.test(scalar) && !Number.isSafeInteger(Number(scalar))
}
