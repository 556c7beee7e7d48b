import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mustHaveRoomFor } from '../types/column-limit'

/** A value as written: null for an empty unquoted one, `''` for an empty quoted one. */
export type CsvValue = string | null

export interface CsvSummary {
  /** Records, the first included; blank lines are records only in a file of one column. */
  readonly recordCount: number
  readonly firstRecord: readonly CsvValue[]
  readonly blankLineCount: number
  /** Records of separators only, which are none either; in one column they are text. */
  readonly emptyRecordCount: number
  /** Characters of the longest record. */
  readonly longestRecord: number
  /** Values of the widest record, empty ones at its end aside. */
  readonly widest: number
  /** Records with more values than the first one, of which those beyond it are empty. */
  readonly emptyEndCount: number
}

/** The place of a record. row: from 1, the header included. offset: characters before it. */
export interface RecordPlace {
  readonly row: number
  readonly line: number
  readonly offset: number
}

/** A record that does not fit. problem: goes on after “Row 5 ”. text: as in the file, up to a million characters. */
export interface BadRecord extends RecordPlace {
  readonly problem: string
  readonly text: string
  /** Read as well as can be; empty unless records are handed over. */
  readonly values: readonly CsvValue[]
}

interface CsvScannerOptions {
  /** Called with each record's values (slower). */
  readonly onRecord?: (values: readonly CsvValue[], place: RecordPlace) => void
  /** Called, instead of failing, for a record of another width than the first or with text after a closing quote. */
  readonly onBad?: (record: BadRecord) => void
  /** any: records are not compared, and blank lines are records. */
  readonly widths?: 'equal' | 'any'
  /** Lines before the text. */
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
 * Reads the structure of a CSV text piece by piece: every record must have as many values as the first one.
 *
 * Fails with `upload-unreadable`; detail names the row (the header is row 1), and the line where line ends within
 * quotes or blank lines make that another number.
 */
export class CsvScanner {
  private state: State = 'record-start'
  private line: number
  private recordLine = 1
  /** Characters of earlier pieces. */
  private lengthBefore = 0
  /** The start of the record in the current piece; negative when in an earlier one. */
  private recordFrom = 0
  private fields: CsvValue[] = []
  private fieldCount = 0
  private field = ''
  private isQuoted = false
  /** Values of the record at hand up to the last one that is not empty. */
  private filledCount = 0
  private recordCount = 0
  private firstRecord: readonly CsvValue[] = []
  private firstFilledCount = 0
  private blankLineCount = 0
  private emptyRecordCount = 0
  private longestRecord = 0
  private widest = 0
  private emptyEndCount = 0
  /** The fault of the current record, if it is no failure. */
  private problem: string | null = null
  /** The record at hand as far as it was in earlier pieces. */
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
    // From here to the current character the text belongs to the current value and is not in `field` yet.
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
            // A doubled quote stands for one.
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

  /** Separators at the end of a record, or of the first one, that nothing follows make no difference; in one column they are text. */
  private judgeWidth(text: string, end: number): void {
    const width = this.firstRecord.length
    if (width > 1 && this.filledCount <= width && this.fieldCount >= (this.firstFilledCount || width)) {
      if (this.fieldCount > width) this.emptyEndCount += 1
      return
    }
    const values = this.fieldCount === 1 ? '1 value' : `${this.fieldCount} values`
    this.complain(this.recordCount, `has ${values}, the header has ${width}`, text, end)
  }

  /** The first thing that is wrong with the record at hand. Of a header it is a failure. */
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
