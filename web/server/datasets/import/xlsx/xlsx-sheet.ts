import { listOf } from '@tidemark/shared/base/list-of'
import { cutText } from '@tidemark/shared/base/plain-text'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import type { NumberSign } from '@tidemark/shared/query/number-sign'
import { numberedNote } from '../types/column-names'
import { datesEither, markerNote, numbersEither, type ColumnReading } from '../types/column-type'
import { isInfinity, isMissingMark, marksToName } from '../types/missing-marks'
import { countPreamble, isBlank } from '../csv/csv-preamble'
import { groupedNames, groupedNote } from '../csv/grouped-names'
import { isHeaderRow } from '../csv/header-row'
import type { XlsxCell, CellKind, readCells, SheetRow } from './xlsx-cells'
import type { PivotPlace } from './xlsx-pivot'

/** A note on a column; `{}` stands for the column's name. */
export type SheetNote = Pick<ColumnReading, 'note' | 'couldBe'>

/** A column with a header or a value. */
export interface SheetColumn {
  /** The index in the sheet, from 0. */
  readonly column: number
  readonly header: string | null
  readonly databaseType: string
  readonly valueCount: number
  /** True if every value is a text. */
  readonly isAllText: boolean
  /** True if some texts stand for missing values; valueCount excludes them unless the column is text. */
  readonly hasMarks: boolean
  /** The sign with which all of its numbers are displayed. */
  readonly sign?: NumberSign
  /** Notes if the column is text because it mixes kinds of values; otherwise null. */
  readonly mixedNotes: readonly SheetNote[] | null
  /** Notes on its type. */
  readonly typeNotes: readonly SheetNote[]
  /** Notes on cells without a value, whatever the type. */
  readonly notes: readonly SheetNote[]
}

/**
 * The content of a sheet. headerRow: null if the first row has values. firstRow: where values begin. Both count from 1,
 * as the sheet does.
 */
export interface SheetSummary {
  readonly headerRow: number | null
  readonly firstRow: number
  readonly rowCount: number
  readonly columns: readonly SheetColumn[]
  readonly notes: readonly ImportNote[]
}

/**
 * The kind of a value. mark: a text that stands for a missing value. infinite: a text that stands for an infinite
 * number.
 */
type TalliedKind = CellKind | 'mark' | 'infinite'

interface Tally {
  readonly countByKind: Map<TalliedKind, number>
  /** The first cell of each kind. */
  readonly firstByKind: Map<TalliedKind, { readonly row: number; readonly text: string }>
  /** The texts that stand for missing values. */
  readonly marks: Set<string>
  /** The signs of numbers; includes null if one has none. */
  readonly signs: Set<NumberSign | null>
  elapsedCount: number
  maxDigits: number
  digitTextCount: number
}

/** The number of rows in which a table's header is looked for. */
const headRows = 20

/** Known facts about the header. hasHeader: null if it must be detected. */
interface HeaderHints {
  readonly hasHeader: boolean | null
  readonly pivot: PivotPlace | null
}

/** Reads a sheet once to determine its content. */
export async function scanSheet(
  read: (reader: Parameters<typeof readCells>[4]) => Promise<void>,
  hints: HeaderHints,
): Promise<SheetSummary> {
  const head: SheetRow[] = []
  const tallies = new Map<number, Tally>()
  let layout: Layout | null = null
  let rowCount = 0
  let lastRow = 0
  let blankCount = 0
  let hiddenCount = 0
  const hiddenColumns: (readonly [first: number, last: number])[] = []
  const lastMerged: number[] = []
  const take = ({ number, cells, isHidden }: SheetRow, { firstRow }: Layout): void => {
    if (number < firstRow) return
    rowCount += 1
    if (isHidden) hiddenCount += 1
    if (lastRow > 0) blankCount += number - lastRow - 1
    lastRow = number
    for (const cell of cells) tally(tallies, cell, number)
  }
  const begin = (): Layout => {
    const begun = layoutOf(head, hints)
    for (const row of head) take(row, begun)
    return begun
  }
  await read({
    onRow: (row) => {
      if (layout !== null) return take(row, layout)
      head.push(row)
      if (head.length === headRows) layout = begin()
    },
    onHiddenColumns: (...ends) => hiddenColumns.push(ends),
    onMerge: (range) => lastMerged.push(Number(/\d+$/.exec(range)?.[0] ?? 0)),
  })
  const { headerRow, firstRow, headers, titles, grouped } = layout ?? begin()
  // Merged cells in titles and group rows do not count: titles are left out, and groups are part of the names.
  const firstMerged = grouped === null ? (headerRow ?? firstRow) : firstRow
  const mergeCount = lastMerged.filter((row) => row >= firstMerged).length
  const isHidden = (column: number) => hiddenColumns.some(([first, last]) => column >= first && column <= last)
  const used = [...new Set([...headers.keys(), ...tallies.keys()])].sort((a, b) => a - b)
  return {
    headerRow,
    firstRow,
    rowCount,
    columns: used.map((column) => {
      const found = columnOf(column, headers.get(column) ?? null, tallies.get(column))
      return isHidden(column) ? { ...found, notes: [...found.notes, hiddenNote] } : found
    }),
    notes: [
      ...titles.map(({ row, text }) => ({
        message: `Row ${row} (“${text}”) is above the table and was left out.`,
        row,
      })),
      ...(grouped === null || headerRow === null ? [] : [groupedNote(grouped, headerRow)]),
      ...(headerRow === null ? [{ message: numberedNote(hints.hasHeader), row: firstRow }] : []),
      ...(blankCount === 0
        ? []
        : [{ message: blankCount === 1 ? '1 blank row was left out.' : `${blankCount} blank rows were left out.` }]),
      ...(hiddenCount === 0 ? [] : [{ message: hiddenRowsNote(hiddenCount) }]),
      ...(mergeCount === 0 ? [] : [{ message: mergeNote(mergeCount) }]),
    ],
  }
}

const hiddenNote: SheetNote = { note: '{} is hidden in the sheet, and was read like the others.' }

function hiddenRowsNote(count: number): string {
  const what = count === 1 ? '1 row that the sheet hides was' : `${count} rows that the sheet hides were`
  return `${what} read like the others.`
}

function mergeNote(count: number): string {
  const what = count === 1 ? '1 range of cells is' : `${count} ranges of cells are`
  return `${what} merged; the value is in the first cell of the range, the others are empty.`
}

interface Layout {
  readonly headerRow: number | null
  readonly firstRow: number
  readonly headers: ReadonlyMap<number, string>
  readonly titles: readonly { readonly row: number; readonly text: string }[]
  /** The names if they were read from two rows. */
  readonly grouped: readonly string[] | null
}

/** Determines the layout. A row with a single text above wider rows is a title. */
function layoutOf(head: readonly SheetRow[], { hasHeader, pivot }: HeaderHints): Layout {
  const width = Math.max(0, ...head.map(({ cells }) => cells.length))
  const isTitle = ({ cells }: SheetRow) => width > 1 && cells.length === 1 && cells[0]?.kind === 'text'
  const titleCount = Math.max(
    0,
    head.findIndex((row) => !isTitle(row)),
    countAbove(head),
  )
  const pivotAt = pivot === null ? -1 : pivotHeaderAt(head, pivot)
  const titles = head.slice(0, pivotAt === -1 ? titleCount : pivotAt)
  const first = head[titles.length]
  const titleNotes = titles.map(({ number, cells }) => ({
    row: number,
    text: cutText(cells.map(({ text }) => text).join(', '), 40),
  }))
  if (first === undefined) return { headerRow: null, firstRow: 1, headers: new Map(), titles: [], grouped: null }
  const { start, records } = recordsOf(head.slice(titles.length))
  const grouped = hasHeader === false || pivotAt !== -1 ? null : groupedNames(records)
  const second = head[titles.length + 1]
  if (grouped !== null && second !== undefined) {
    return {
      headerRow: first.number,
      firstRow: second.number + 1,
      headers: new Map(grouped.map((name, index) => [start + index, name])),
      titles: titleNotes,
      grouped,
    }
  }
  const [names = [], ...rows] = records
  if (!(hasHeader ?? (pivotAt !== -1 || isHeaderRow(names, rows))))
    return { headerRow: null, firstRow: first.number, headers: new Map(), titles: titleNotes, grouped: null }
  return {
    headerRow: first.number,
    firstRow: first.number + 1,
    headers: new Map(first.cells.map(({ column, text }) => [column, text])),
    titles: titleNotes,
    grouped: null,
  }
}

/**
 * Returns the index of the pivot table's header among the first rows; -1 if the sheet contains more than the pivot
 * table.
 */
function pivotHeaderAt(head: readonly SheetRow[], { headerRow, firstColumn, lastColumn }: PivotPlace): number {
  const isAlone = head.every(({ cells }) => cells.every(({ column }) => column >= firstColumn && column <= lastColumn))
  return isAlone ? head.findIndex(({ number }) => number === headerRow) : -1
}

/**
 * Counts rows above a table's header that are more than a title, with the rules for text files; there, rows without
 * cells count too.
 */
function countAbove(head: readonly SheetRow[]): number {
  const { records } = recordsOf(head)
  const above = records.slice(0, countPreamble(records))
  return above.filter((values) => !isBlank(values)).length
}

/**
 * Converts rows to the records of a text file, with a blank record for missing rows. start: the column of the first
 * values.
 */
function recordsOf(head: readonly SheetRow[]): {
  readonly start: number
  readonly records: readonly (readonly (string | null)[])[]
} {
  const start = Math.min(...head.map(({ cells }) => cells[0]?.column ?? 0))
  const width = Math.max(...head.map(({ cells }) => cells.at(-1)?.column ?? 0)) - start + 1
  const records = head.flatMap(({ number, cells }, index) => {
    const values = new Array<string | null>(width).fill(null)
    for (const { column, text } of cells) values[column - start] = text
    const isApart = index > 0 && number - (head[index - 1]?.number ?? 0) > 1
    return isApart ? [[null], values] : [values]
  })
  return { start, records }
}

function tally(
  tallies: Map<number, Tally>,
  { column, kind: cellKind, text, sign = null, isElapsed = false }: XlsxCell,
  row: number,
): void {
  const kind = cellKind === 'text' ? kindOfText(text) : cellKind
  let found = tallies.get(column)
  if (found === undefined) {
    found = {
      countByKind: new Map(),
      firstByKind: new Map(),
      marks: new Set(),
      signs: new Set(),
      elapsedCount: 0,
      maxDigits: 0,
      digitTextCount: 0,
    }
    tallies.set(column, found)
  }
  found.countByKind.set(kind, (found.countByKind.get(kind) ?? 0) + 1)
  if (kind === 'mark') found.marks.add(text)
  if (!found.firstByKind.has(kind)) found.firstByKind.set(kind, { row, text })
  if (kind === 'integer' || kind === 'number') found.signs.add(sign)
  if (isElapsed) found.elapsedCount += 1
  if (kind === 'integer') found.maxDigits = Math.max(found.maxDigits, text.replace('-', '').length)
  if (kind === 'text' && /^\s*-?\d+([.,]\d+)?\s*$/.test(text)) found.digitTextCount += 1
}

function kindOfText(text: string): TalliedKind {
  if (isMissingMark(text)) return 'mark'
  return isInfinity(text) ? 'infinite' : 'text'
}

const kindNames: Readonly<Record<Exclude<TalliedKind, 'error' | 'uncalculated'>, string>> = {
  integer: 'numbers',
  number: 'numbers',
  text: 'texts',
  padded: 'numbers with leading zeros',
  boolean: 'true and false',
  date: 'dates',
  timestamp: 'times',
  time: 'times of day',
  mark: 'texts',
  infinite: 'texts',
}

function columnOf(column: number, header: string | null, found: Tally | undefined): SheetColumn {
  if (found === undefined)
    return {
      column,
      header,
      databaseType: 'VARCHAR',
      valueCount: 0,
      isAllText: false,
      hasMarks: false,
      mixedNotes: null,
      typeNotes: [],
      notes: [],
    }
  const count = (kind: TalliedKind) => found.countByKind.get(kind) ?? 0
  const errorCount = count('error')
  const uncalculatedCount = count('uncalculated')
  const databaseType = typeOf(found)
  const isText = databaseType === 'VARCHAR'
  const markCount = isText ? 0 : count('mark')
  const filledCount = [...found.countByKind.values()].reduce((sum, number) => sum + number, 0)
  const valueCount = filledCount - errorCount - uncalculatedCount - markCount
  const [sign = null, ...otherSigns] = found.signs
  const marked = markCount === 0 ? [] : [{ note: markerNote(markCount, marksToName(found.marks)) }]
  const notes: SheetNote[] = []
  if (errorCount > 0) {
    const first = found.firstByKind.get('error')
    const place = `${first?.text} in row ${first?.row}`
    notes.push({
      note:
        errorCount === 1
          ? `In {} 1 cell with an error (${place}) was read as empty.`
          : `In {} ${errorCount} cells with errors were read as empty, the first ${place}.`,
    })
  }
  if (uncalculatedCount > 0) {
    const what = uncalculatedCount === 1 ? '1 formula has' : `${uncalculatedCount} formulas have`
    notes.push({
      note: `In {} ${what} no result in the file, the first in row ${found.firstByKind.get('uncalculated')?.row}, and ${uncalculatedCount === 1 ? 'was' : 'were'} read as empty.`,
    })
  }
  const names = new Set(filledKinds(found).map((kind) => kindNames[kind]))
  const isMixed = isText && names.size > 1
  const whyText = isText ? textNotes(found, valueCount) : []
  return {
    column,
    header,
    databaseType,
    valueCount,
    isAllText: isText && !isMixed && names.has(kindNames.text),
    hasMarks: markCount > 0,
    notes,
    typeNotes: isText ? (isMixed ? [] : whyText) : [...shownNotes(found), ...marked],
    mixedNotes: isMixed ? whyText : null,
    ...(sign === null || otherSigns.length > 0 || isText ? {} : { sign }),
  }
}

/** Returns the kinds of cells that have a value. */
function filledKinds({ countByKind }: Tally): readonly Exclude<TalliedKind, 'error' | 'uncalculated'>[] {
  return [...countByKind.keys()].filter((kind) => kind !== 'error' && kind !== 'uncalculated')
}

/** Returns notes on a column of numbers whose display is lost. */
function shownNotes({ signs, elapsedCount }: Tally): readonly SheetNote[] {
  const shown = [...signs].filter((sign) => sign !== null)
  return [
    ...(shown.length > 1 ? [{ note: `{} is shown with ${listOf(shown)}, and was read as numbers without them.` }] : []),
    ...(elapsedCount > 0 ? [{ note: '{} has durations and was read as numbers of days: 12:00 is 0.5.' }] : []),
  ]
}

/** Returns the narrowest type that keeps every value, ignoring marks for missing values. */
function typeOf(found: Tally): string {
  const kinds = filledKinds(found).filter((kind) => kind !== 'mark')
  const only = (...allowed: TalliedKind[]) => kinds.length > 0 && kinds.every((kind) => allowed.includes(kind))
  if (only('integer')) return found.maxDigits <= 9 ? 'INTEGER' : 'BIGINT'
  if (only('integer', 'number', 'infinite') && !only('infinite')) return 'DOUBLE'
  if (only('boolean')) return 'BOOLEAN'
  if (only('date')) return 'DATE'
  if (only('date', 'timestamp')) return 'TIMESTAMP'
  return only('time') ? 'TIME' : 'VARCHAR'
}

function textNotes(found: Tally, valueCount: number): readonly SheetNote[] {
  const { countByKind, firstByKind, digitTextCount } = found
  const names = new Map<string, { count: number; first: { readonly row: number; readonly text: string } | undefined }>()
  for (const kind of filledKinds(found)) {
    const count = countByKind.get(kind) ?? 0
    const known = names.get(kindNames[kind])
    if (known === undefined) names.set(kindNames[kind], { count, first: firstByKind.get(kind) })
    else known.count += count
  }
  if (names.size === 1 && countByKind.has('padded'))
    return [{ note: '{} is shown with leading zeros and was kept as text, as it is shown.' }]
  if (names.size === 1)
    return valueCount > 0 && digitTextCount === valueCount
      ? [
          {
            note: '{} holds digits that the sheet keeps as text, and was kept as text.',
            couldBe: [{ kind: 'number', decimal: '.' }],
          },
        ]
      : []
  const rarest = [...names].sort(([, a], [, b]) => a.count - b.count)[0]
  if (rarest === undefined) return []
  const [name, { first }] = rarest
  return [
    {
      note: `{} has ${listOf([...names.keys()])}, the first of the ${name} (“${cutText(first?.text ?? '', 40)}”) in row ${first?.row}, and was kept as text.`,
      ...(names.has(kindNames.date) ? { couldBe: datesEither } : {}),
      ...(names.has(kindNames.number) && !names.has(kindNames.date) ? { couldBe: numbersEither } : {}),
    },
  ]
}
