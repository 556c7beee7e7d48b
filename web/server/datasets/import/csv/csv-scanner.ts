import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mustHaveRoomFor } from '../types/column-limit'

/** A value as written: null for an empty unquoted value, `''` for an empty quoted one. */
export type CsvValue = string | null

export interface CsvSummary {
  /** The number of records, including the first. Blank lines are records only in a file of one column. */
  readonly recordCount: number
  readonly firstRecord: readonly CsvValue[]
  readonly blankLineCount: number
  /** Records of nothing but delimiters, which do not count as records; in a single column they are text. */
  readonly emptyRecordCount: number
  /** The length of the longest record in characters. */
  readonly longestRecord: number
  /** The number of values of the widest record without empty ones at its end. */
  readonly widest: number
  /** The number of records with more values than the first, all of them empty beyond it. */
  readonly emptyEndCount: number
}

/** The position of a record. row: from 1, the header included. offset: characters before it. */
export interface RecordPlace {
  readonly row: number
  readonly line: number
  readonly offset: number
}

/**
 * A record that does not fit. problem: continues the words “Row 5 ”. text: as in the file, up to a million characters.
 */
export interface BadRecord extends RecordPlace {
  readonly problem: string
  readonly text: string
  /** The values as far as they could be read; empty unless `onRecord` is used. */
  readonly values: readonly CsvValue[]
}

interface CsvScannerOptions {
  /** Called with the values of each record, which is slower. */
  readonly onRecord?: (values: readonly CsvValue[], place: RecordPlace) => void
  /** Called instead of failing for a record that is not as wide as the first or has text after a closing quote. */
  readonly onBad?: (record: BadRecord) => void
  /** any: the widths of records are not compared, and blank lines are records. */
  readonly widths?: 'equal' | 'any'
  /** The number of lines before the text. */
  readonly linesBefore?: number
}

type State = 'record-start' | 'field-start' | 'leading-space' | 'unquoted' | 'quoted' | 'after-quote' | 'after-return'

const quote = 34
const newline = 10
const carriageReturn = 13
const space = 32
const excerptLength = 80
const maxTextLength = 1_000_000

/**
 * Scans the structure of a CSV text in pieces: every record must have as many values as the first one.
 *
 * Fails with `upload-unreadable`. The detail names the row (the header is row 1), and the line if that differs because
 * of line breaks in quotes or blank lines.
 */
export class CsvScanner {
  private state: State = 'record-start'
  private line: number
  private recordLine = 1
  /** The number of characters in earlier pieces. */
  private lengthBefore = 0
  /** The start of the record in the current piece; negative if it began in an earlier one. */
  private recordFrom = 0
  private fields: CsvValue[] = []
  private fieldCount = 0
  private field = ''
  private isQuoted = false
  /** The number of values of the current record up to the last non-empty one. */
  private filledCount = 0
  private recordCount = 0
  private firstRecord: readonly CsvValue[] = []
  private firstFilledCount = 0
  private blankLineCount = 0
  private emptyRecordCount = 0
  private longestRecord = 0
  private widest = 0
  private emptyEndCount = 0
  /** The problem of the current record, if it is reported instead of thrown. */
  private problem: string | null = null
  /** The part of the current record in earlier pieces. */
  private textBefore = ''
  private readonly delimiter: number

  constructor(
    delimiter: string,
    private readonly options: CsvScannerOptions = {},
  ) {
    this.delimiter = delimiter.charCodeAt(0)
    this.line = 1 + (options.linesBefore ?? 0)
  }

  push(text: string): void {
    // The characters from here to the current one belong to the current value but are not in `field` yet.
    let start = 0
    for (let i = 0; i < text.length; i++) {
      const char = text.charCodeAt(i)
      if (this.state === 'after-return') {
        this.state = 'record-start'
        if (char === newline) continue
      }
      if (this.state === 'record-start') {
        this.recordFrom = i
        this.recordLine = this.line
        this.state = 'field-start'
      }
      if (this.state === 'field-start') {
        start = i
        this.state = 'leading-space'
        if (char === quote) {
          this.openQuote()
          start = i + 1
          continue
        }
      }
      if (this.state === 'leading-space') {
        if (char === space) continue
        if (char === quote) {
          this.openQuote()
          start = i + 1
          continue
        }
        this.state = 'unquoted'
      }
      switch (this.state) {
        case 'unquoted':
          if (char === this.delimiter) {
            this.take(text, start, i)
            this.endField()
          } else if (char === newline || char === carriageReturn) {
            this.take(text, start, i)
            this.endRecord(text, i)
          } else if (char !== space) this.filledCount = this.fieldCount + 1
          break
        case 'quoted':
          if (char === quote) {
            this.take(text, start, i)
            this.state = 'after-quote'
          } else if (char === newline) this.line += 1
          break
        case 'after-quote':
          if (char === quote) {
            // A doubled quote is an escaped quote.
            this.state = 'quoted'
            start = i
          } else if (char === this.delimiter) this.endField()
          else if (char === newline || char === carriageReturn) this.endRecord(text, i)
          else if (char !== space) {
            this.complain(
              this.recordCount + 1,
              `has text after the closing quote of value ${this.fieldCount + 1}`,
              text,
              i + 1,
            )
            this.state = 'unquoted'
            start = i
          }
      }
    }
    if (this.state === 'leading-space' || this.state === 'unquoted' || this.state === 'quoted') {
      this.take(text, start, text.length)
    }
    if (this.options.onBad !== undefined && this.state !== 'record-start' && this.state !== 'after-return') {
      this.textBefore = (this.textBefore + text.slice(Math.max(0, this.recordFrom))).slice(0, maxTextLength)
    }
    this.recordFrom -= text.length
    this.lengthBefore += text.length
  }

  end(): CsvSummary {
    switch (this.state) {
      case 'quoted':
        this.fail(this.recordCount + 1, `opens a quote at value ${this.fieldCount + 1} that is never closed`, '', 0)
        break
      case 'after-return':
      case 'record-start':
        break
      default:
        this.endRecord('', 0)
    }
    const { recordCount, firstRecord, blankLineCount, emptyRecordCount, longestRecord } = this
    return {
      recordCount,
      firstRecord,
      blankLineCount,
      emptyRecordCount,
      longestRecord,
      widest: this.widest,
      emptyEndCount: this.emptyEndCount,
    }
  }

  private openQuote(): void {
    this.isQuoted = true
    this.filledCount = this.fieldCount + 1
    this.field = ''
    this.state = 'quoted'
  }

  private take(text: string, start: number, end: number): void {
    if (this.recordCount === 0 || this.options.onRecord !== undefined) this.field += text.slice(start, end)
  }

  private endField(): void {
    this.fields.push(this.field === '' && !this.isQuoted ? null : this.field)
    this.fieldCount += 1
    if (this.recordCount === 0 && this.options.widths !== 'any') mustHaveRoomFor(this.fieldCount)
    this.field = ''
    this.isQuoted = false
    this.state = 'field-start'
  }

  private endRecord(text: string, end: number): void {
    this.endField()
    const length = end - this.recordFrom
    if (
      this.filledCount === 0 &&
      this.options.widths !== 'any' &&
      (this.recordCount === 0 || this.firstRecord.length > 1)
    ) {
      if (this.fieldCount === 1) this.blankLineCount += 1
      else this.emptyRecordCount += 1
    } else {
      this.recordCount += 1
      if (this.recordCount === 1) {
        this.firstRecord = this.fields
        this.firstFilledCount = this.filledCount
      } else if (this.options.widths !== 'any' && this.fieldCount !== this.firstRecord.length)
        this.judgeWidth(text, end)
      const place = { row: this.recordCount, line: this.recordLine, offset: this.lengthBefore + this.recordFrom }
      if (this.problem === null) this.options.onRecord?.(this.fields, place)
      else {
        const whole = (this.textBefore + text.slice(Math.max(0, this.recordFrom), end)).slice(0, maxTextLength)
        const values = this.options.onRecord === undefined ? [] : this.fields
        this.options.onBad?.({ ...place, problem: this.problem, text: whole, values })
      }
      this.longestRecord = Math.max(this.longestRecord, length)
      this.widest = Math.max(this.widest, this.filledCount)
    }
    this.problem = null
    this.textBefore = ''
    this.state = text.charCodeAt(end) === carriageReturn ? 'after-return' : 'record-start'
    this.line += 1
    this.fields = []
    this.fieldCount = 0
    this.filledCount = 0
  }

  /**
   * Checks the width of a record. Delimiters at its end, or at the end of the first record, with no values after them
   * are ignored; in a single column they are text.
   */
  private judgeWidth(text: string, end: number): void {
    const width = this.firstRecord.length
    if (width > 1 && this.filledCount <= width && this.fieldCount >= (this.firstFilledCount || width)) {
      if (this.fieldCount > width) this.emptyEndCount += 1
      return
    }
    const values = this.fieldCount === 1 ? '1 value' : `${this.fieldCount} values`
    this.complain(this.recordCount, `has ${values}, the header has ${width}`, text, end)
  }

  /** Records the first problem of the current record. A problem in the header is thrown. */
  private complain(row: number, problem: string, text: string, end: number): void {
    if (this.options.onBad === undefined || row === 1) this.fail(row, problem, text, end)
    this.problem ??= problem
  }

  private fail(row: number, problem: string, text: string, end: number): never {
    const excerpt =
      this.recordFrom < 0 ? '' : text.slice(this.recordFrom, Math.min(end, this.recordFrom + excerptLength))
    throw new TidemarkError('upload-unreadable', {
      detail: `Row ${row}${this.recordLine === row ? '' : ` (line ${this.recordLine})`} ${problem}.`,
      hint: `Correct that row and drop the file again.${excerpt === '' ? '' : ` It begins: ${excerpt}`}`,
    })
  }
}
