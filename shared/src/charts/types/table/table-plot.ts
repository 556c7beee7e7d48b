import type { CellValue } from '../../../query/field'
import { shownLabel } from '../../../query/run-query'
import { styleOf, type ColumnStyle } from '../../column-style'
import { frameOf } from '../../plot/frame'
import { plural } from '../../plot/numbers/format-number'
import type { CellLook, TablePlot } from '../../plot/plot'
import { isGrouped, type Column, type PlotInput } from '../../plot/read-columns'
import { withPeriods } from '../../plot/own-rows'
import { withoutTotals } from '../../plot/without-totals'
import { canAddUp, sumOf } from '../../plot/sums'
import { looksOf } from './cell-looks'
import { listOf } from './list-cell'
import { mailHref, pictureSource, safeHref, templateHref } from './safe-link'

/**
 * Plots the rows as they are: every column, or only those that a table's visual names (x, then the measures), in the
 * order and with the styles that somebody chose.
 */
export function tablePlot(input: PlotInput): TablePlot {
  const { visual } = input
  const total = totalOf(input)
  const data = withPeriods(withoutTotals(input.data))
  const isTable = visual.type === 'table'
  const chosen = isTable ? [visual.x, ...visual.y].filter((name) => name !== null) : []
  const all = data.fields.map((_, index) => index)
  const named = chosen.flatMap((name) => all.filter((index) => data.fields[index]?.name === name))
  const styleAt = (index: number): ColumnStyle =>
    styleOf(isTable ? visual.columnStyles : [], data.fields[index]?.name ?? '')
  const ordered = inOrder(
    named.length > 0 ? named : all,
    isTable ? visual.columnOrder : [],
    (index) => data.fields[index]?.name ?? '',
  )
  const shown = ordered.filter((index) => styleAt(index).isHidden !== true)
  // A table without columns says nothing, not even that they are hidden.
  const indexes = pinnedFirst(shown.length > 0 ? shown : ordered, (index) => styleAt(index).isPinned === true)
  const fields = indexes.flatMap((index) => data.fields[index] ?? [])
  const hidden = ordered.length - indexes.length
  const columns = indexes.map((index): Column => ({
    field: data.fields[index] ?? { name: '', type: 'text', databaseType: '', nullable: true },
    values: data.columns[index] ?? [],
  }))
  const styles = indexes.map(styleAt)
  const isPlain = indexes.length === all.length && indexes.every((index, place) => index === place)
  const summary = `Table of ${plural(input.locale, data.rowCount, 'row')} and ${plural(input.locale, fields.length, 'column')}: ${fields.map((field) => shownLabel(data, field.name)).join(', ')}.`
  const notes = [
    ...(hidden === 0 ? [] : [`${plural(input.locale, hidden, 'column')} hidden.`]),
    ...(total === null ? [] : [total.of]),
  ]
  const own = isPlain ? data : { ...data, fields, columns: columns.map(({ values }) => values as CellValue[]) }
  return {
    ...frameOf(input, [], notes, summary),
    kind: 'table',
    written: { format: visual.format, y: visual.y },
    data: own,
    styles,
    total: total === null ? null : { of: total.of, cells: indexes.map((index) => total.cells[index] ?? null) },
    pinned: styles.filter(({ isPinned }) => isPinned === true).length,
    looks: columns.map((column, index) =>
      lookOf(column, styles[index], (name, row) => {
        const at = data.fields.findIndex((field) => field.name === name)
        return at < 0 ? undefined : (data.columns[at]?.[row] ?? null)
      }),
    ),
  }
}

/**
 * Returns the total of all rows, by the columns of the answer without its level: as the database worked it out, else the
 * sums of what can be added up. of: which rows it is of, in words. Null if there is none.
 */
function totalOf({
  visual,
  data,
  isCut,
}: PlotInput): { readonly of: string; readonly cells: readonly CellValue[] } | null {
  if (visual.type !== 'table' || !visual.tableTotals || data.lacksTotals === true) return null
  const { totals } = data
  if (totals === undefined) {
    // A sum of the first rows alone would be taken for that of all.
    if (isCut === true || data.rowCount === 0) return null
    const cells = data.fields.map((field, index) => {
      const column = { field, values: data.columns[index] ?? [] }
      const isPercent = styleOf(visual.columnStyles, field.name).format?.style === 'percent'
      return canAddUp(field, data) && isGrouped(column) && !isPercent ? sumOf(column) : null
    })
    return { of: 'The totals add up the rows: of averages and distinct counts they mean nothing.', cells }
  }
  if (totals.of.rows.length + totals.of.columns.length > 0) return null
  const at = data.fields.findIndex(({ name }) => name === totals.column)
  const row = data.columns[at]?.findIndex((level) => Number(level) !== 0) ?? -1
  if (row < 0) return null
  const groups = Math.log2(Number(data.columns[at]?.[row] ?? 0) + 1)
  const cells = data.columns.map((values, index) => (index < groups ? null : (values[row] ?? null))).toSpliced(at, 1)
  return {
    of:
      totals.isOfMore === true
        ? 'The totals are of all groups, also of those that are not shown.'
        : 'The totals are of all rows.',
    cells,
  }
}

/** Those that somebody put in order first, then the others as they come. */
function inOrder(
  indexes: readonly number[],
  order: readonly string[],
  nameOf: (index: number) => string,
): readonly number[] {
  if (order.length === 0) return indexes
  const places = new Map(order.map((name, place) => [name, place]))
  const placeOf = (index: number) => places.get(nameOf(index)) ?? order.length
  return indexes.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function pinnedFirst(indexes: readonly number[], isPinned: (index: number) => boolean): readonly number[] {
  return [...indexes.filter(isPinned), ...indexes.filter((index) => !isPinned(index))]
}

/** Returns the look of a column's cells by their row; null if they are plain. */
function lookOf(
  column: Column,
  { kind = 'auto', link = '', rules = [] }: Partial<ColumnStyle> = {},
  cellAt: (name: string, row: number) => CellValue | undefined,
): ((row: number) => CellLook) | null {
  const content = contentOf(kind, link, cellAt)
  const looks = looksOf(column, rules)
  if (content === null && looks === null) return null
  return (row) => {
    const value = column.values[row] ?? null
    return { ...looks?.(value), ...(value === null ? {} : content?.(value, row)) }
  }
}

type Content = (value: CellValue & {}, row: number) => CellLook

function contentOf(
  kind: NonNullable<ColumnStyle['kind']>,
  link: string,
  cellAt: (name: string, row: number) => CellValue | undefined,
): Content | null {
  switch (kind) {
    case 'link':
      return (value, row) => {
        const own = (name: string) => (name === '' ? value : cellAt(name, row))
        const href = link === '' ? safeHref(String(value)) : templateHref(link, own)
        return href === null ? {} : { href }
      }
    case 'email':
      return (value) => {
        const href = mailHref(String(value))
        return href === null ? {} : { href }
      }
    case 'image':
      return (value) => {
        const text = String(value)
        const picture = pictureSource(text)
        if (picture !== null) return { picture }
        const href = safeHref(text)
        return href === null ? {} : { href }
      }
    case 'bars':
    case 'line':
      return (value) => {
        const list = listOf(value)
        return list === null ? {} : { list: { kind, values: list } }
      }
    case 'auto':
    case 'number':
    case 'date':
    case 'month':
    case 'time':
    case 'duration':
    case 'bytes':
    case 'json':
    case 'mark':
      return null
  }
}
