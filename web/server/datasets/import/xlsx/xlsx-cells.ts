import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { assertNever } from '@tidemark/shared/base/assert-never'
import type { NumberSign } from '@tidemark/shared/query/number-sign'
import { plainNumber, type XlsxNumberFormat } from './xlsx-number-format'
import type { XlsxLimits, XlsxPackage } from './xlsx-package'
import { isTrue, unescapeText, type DayCount, type Workbook } from './xlsx-workbook'

/** A cell with a value. text: as in the table. error: `#N/A` and the like. uncalculated: a formula without a result. */
export interface XlsxCell {
  /** From 0. */
  readonly column: number
  readonly kind: CellKind
  readonly text: string
  /** The sign with which a number is displayed. */
  readonly sign?: NumberSign | null
  /** True for a number of days that is displayed as hours. */
  readonly isElapsed?: boolean
}
export type CellKind =
  | 'integer'
  | 'number'
  | 'text'
  | 'padded'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'time'
  | 'error'
  | 'uncalculated'

/** A row. number: as the sheet counts, from 1. isHidden: hidden manually or by a filter. */
export interface SheetRow {
  readonly number: number
  readonly cells: readonly XlsxCell[]
  readonly isHidden: boolean
}

interface SheetReader {
  /** Called for each row that has a value. */
  readonly onRow: (row: SheetRow) => void
  /** Called before the rows with each range of hidden columns, from 0. */
  readonly onHiddenColumns?: (first: number, last: number) => void
  readonly onMerge?: (range: string) => void
  readonly isDone?: () => boolean
  readonly afterPiece?: () => Promise<void>
}

/** Reads the cells of a sheet row by row. Fails with `upload-unreadable`. */
export async function readCells(
  file: XlsxPackage,
  part: string,
  workbook: Workbook,
  { maxCells }: XlsxLimits,
  { onRow, onHiddenColumns, onMerge, isDone, afterPiece }: SheetReader,
): Promise<void> {
  let row = 0
  let isHidden = false
  let cells: XlsxCell[] = []
  let cellCount = 0
  let column = -1
  let type = ''
  let style = 0
  let text = ''
  let hasFormula = false
  let textOf: 'value' | 'inline' | null = null
  let isPhonetic = false
  await file.read(
    part,
    {
      ...(isDone === undefined ? {} : { isDone }),
      onOpen: (name, attributes) => {
        switch (name) {
          case 'row':
            row = attributes['r'] === undefined ? row + 1 : Number(attributes['r'])
            isHidden = isTrue(attributes['hidden'])
            column = -1
            cells = []
            break
          case 'c':
            column = attributes['r'] === undefined ? column + 1 : columnIndexOf(attributes['r'])
            type = attributes['t'] ?? 'n'
            style = Number(attributes['s'] ?? 0)
            text = ''
            hasFormula = false
            cellCount += 1
            if (cellCount > maxCells) {
              throw new TidemarkError('upload-unreadable', {
                detail: `A sheet has more than ${maxCells.toLocaleString('en')} cells.`,
                hint: 'Save the sheet as CSV, which may be larger.',
              })
            }
            break
          case 'v':
            textOf = 'value'
            break
          case 't':
            textOf = isPhonetic ? null : 'inline'
            break
          case 'rPh':
            isPhonetic = true
            break
          case 'f':
            hasFormula = true
            break
          case 'col':
            if (isTrue(attributes['hidden']))
              onHiddenColumns?.(Number(attributes['min']) - 1, Number(attributes['max']) - 1)
            break
          case 'mergeCell':
            onMerge?.(attributes['ref'] ?? '')
        }
      },
      onText: (piece) => {
        if (textOf !== null) text += piece
      },
      onClose: (name) => {
        switch (name) {
          case 'v':
          case 't':
            textOf = null
            break
          case 'rPh':
            isPhonetic = false
            break
          case 'c': {
            const cell = cellOf(column, type, text, hasFormula, workbook, workbook.formats[style])
            if (cell !== null) cells.push(cell)
            break
          }
          case 'row':
            if (cells.length > 0) onRow({ number: row, cells, isHidden })
        }
      },
    },
    afterPiece,
  )
}

/** Returns the column of a cell, from 0. */
export function columnIndexOf(reference: string): number {
  const letters = /^[A-Za-z]{1,3}/.exec(reference)?.[0].toUpperCase()
  if (letters === undefined)
    throw new TidemarkError('upload-unreadable', {
      detail: `It has a cell that is called “${reference.slice(0, 20)}”.`,
    })
  let number = 0
  for (let index = 0; index < letters.length; index++) number = number * 26 + letters.charCodeAt(index) - 64
  return number - 1
}

function cellOf(
  column: number,
  type: string,
  given: string,
  hasFormula: boolean,
  workbook: Workbook,
  format: XlsxNumberFormat | undefined,
): XlsxCell | null {
  const cell = (kind: CellKind, text: string): XlsxCell => ({ column, kind, text })
  if (given === '' && type !== 'inlineStr') {
    // A formula with an empty text as its result has type `str`; another without a value was never calculated.
    return hasFormula && type !== 'str' ? cell('uncalculated', '') : null
  }
  switch (type) {
    case 's': {
      const text = workbook.texts[Number(given)]
      if (text === undefined)
        throw new TidemarkError('upload-unreadable', { detail: `It refers to text ${given}, which it does not have.` })
      return text === '' ? null : cell('text', text)
    }
    case 'str':
    case 'inlineStr':
      return given === '' ? null : cell('text', unescapeText(given))
    case 'b':
      return cell('boolean', isTrue(given) ? 'true' : 'false')
    case 'e':
      return cell('error', given)
    case 'd':
      return cell(given.includes('T') ? 'timestamp' : 'date', given)
    default:
      return numberCell(column, given, workbook.dayCount, format ?? plainNumber)
  }
}

function numberCell(column: number, given: string, dayCount: DayCount, format: XlsxNumberFormat): XlsxCell {
  const value = Number(given)
  if (!Number.isFinite(value)) return { column, kind: 'text', text: given }
  const number = { column, kind: Number.isSafeInteger(value) ? 'integer' : 'number', text: plainText(value) } as const
  switch (format.kind) {
    case 'number':
      return format.sign === null ? number : { ...number, sign: format.sign }
    case 'elapsed':
      return { ...number, isElapsed: true }
    case 'padded': {
      if (!Number.isSafeInteger(value) || value < 0 || number.text.length >= format.digits) return number
      return { column, kind: 'padded', text: number.text.padStart(format.digits, '0') }
    }
    case 'date':
      return dateCell(column, value, dayCount, format.hasDate) ?? number
    default:
      return assertNever(format)
  }
}

/** Converts a number to text; `-0` becomes 0. */
function plainText(value: number): string {
  return String(value === 0 ? 0 : value)
}

const dayMs = 86_400_000
const unixDays = 25_569
const days1904 = 1462
/** The serial of the day after 9999-12-31. */
const lastSerial = 2_958_466
/** 0001-01-01, in days since 1899-12-30. */
const firstDay = -693_593

/** Converts a serial number to a date or time; null if it is not a valid date. */
function dateCell(column: number, serial: number, dayCount: DayCount, hasDate: boolean): XlsxCell | null {
  if (serial >= lastSerial) return null
  if (serial >= 0 && serial < 1 && !hasDate) return { column, kind: 'time', text: isoOf(serial).slice(11) }
  const days = daysSince1899(serial, dayCount)
  if (days === null) return null
  if (days === 'never') return { column, kind: 'text', text: '1900-02-29' }
  const text = isoOf(days - unixDays)
  return text.endsWith('T00:00:00.000')
    ? { column, kind: 'date', text: text.slice(0, 10) }
    : { column, kind: 'timestamp', text }
}

/**
 * Converts a serial number to days since 1899-12-30. null: not a valid day. never: day 60 of 1900, 29 February, which
 * did not exist.
 */
function daysSince1899(serial: number, dayCount: DayCount): number | 'never' | null {
  switch (dayCount) {
    case 'gapless':
      return serial < firstDay ? null : serial
    case '1904':
      return serial < 0 ? null : serial + days1904
    case '1900':
      if (serial >= 61) return serial
      if (serial >= 60) return 'never'
      return serial < 1 ? null : serial + 1
    default:
      return assertNever(dayCount)
  }
}

/** Formats days since 1970 in ISO 8601. */
function isoOf(days: number): string {
  return new Date(Math.round(days * dayMs)).toISOString().slice(0, -1)
}
