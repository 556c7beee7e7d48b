import type { CellValue } from '../../../query/field'
import { shownLabel, type ResultData } from '../../../query/run-query'
import { styleOf, type ColumnStyle } from '../../column-style'
import { frameOf } from '../../plot/frame'
import { plural } from '../../plot/numbers/format-number'
import type { CellLook, TablePlot } from '../../plot/plot'
import type { Column, PlotInput } from '../../plot/read-columns'
import { withPeriods } from '../../plot/own-rows'
import { withoutTotals } from '../../plot/without-totals'
import { looksOf } from './cell-looks'
import { groupRows } from './group-rows'
import { listOf } from './list-cell'
import { rowTotalsOf, type RowTotals } from './row-totals'
import { tableColumns } from './table-columns'
import { groupTotals, totalOf } from './table-totals'
import { mailHref, pictureSource, safeHref, templateHref } from './safe-link'

/**
 * Plots the rows as they are: every column, or only those that a table's visual names (x, then the measures), in the
 * order and with the styles that somebody chose; those whose values the rows stand below come first.
 */
export function tablePlot(input: PlotInput): TablePlot {
  const { visual } = input
  const isTable = visual.type === 'table'
  const total = totalOf(input)
  const data = firstRows(withPeriods(withoutTotals(input.data)), input.data.totals)
  const nameAt = (index: number) => data.fields[index]?.name ?? ''
  const all = data.fields.map((_, index) => index)
  const { grouped, indexes, hidden } = isTable
    ? tableColumns(
        visual,
        data.fields.map(({ name }) => name),
      )
    : { grouped: [], indexes: all, hidden: 0 }
  const styleAt = (index: number): ColumnStyle => styleOf(isTable ? visual.columnStyles : [], nameAt(index))
  const columns = indexes.map((index): Column => ({
    field: data.fields[index] ?? { name: '', type: 'text', databaseType: '', nullable: true },
    values: data.columns[index] ?? [],
  }))
  const styles = indexes.map(styleAt)
  const written = { format: visual.format, y: visual.y }
  const summed = columns.slice(grouped.length)
  const rowTotals =
    isTable && visual.rowTotals ? rowTotalsOf(data, summed, styles.slice(grouped.length), written) : null
  /** Cells by the columns of the answer as those of the table, with what they add up to. */
  const cellsOf = (cells: readonly CellValue[]): readonly CellValue[] => {
    const own = indexes.map((index) => cells[index] ?? null)
    return rowTotals === null ? own : [...own, rowTotals.sum((place) => own[grouped.length + place] ?? null)]
  }
  const isPlain =
    rowTotals === null && indexes.length === all.length && indexes.every((index, place) => index === place)
  const plain = isPlain
    ? data
    : {
        ...data,
        fields: columns.map(({ field }) => field),
        columns: columns.map(({ values }) => values as CellValue[]),
      }
  const own = rowTotals === null ? plain : withRowTotals(plain, rowTotals, grouped.length)
  const groups = grouped.length === 0 ? null : groupTotals(input, visual.tableGroups)
  const names = own.fields.map(({ name }) => shownLabel(own, name)).join(', ')
  const summary = `Table of ${plural(input.locale, data.rowCount, 'row')}${grouped.length === 0 ? '' : ` in groups of ${grouped.map((index) => shownLabel(data, nameAt(index))).join(' and ')}`} and ${plural(input.locale, own.fields.length, 'column')}: ${names}.`
  const notes = [
    ...(hidden === 0 ? [] : [`${plural(input.locale, hidden, 'column')} hidden.`]),
    ...(total === null ? [] : [total.of]),
    ...(groups === null ? [] : [groups.of]),
  ]
  const looks = columns.map((column, index) =>
    lookOf(column, styles[index], (name, row) => {
      const at = data.fields.findIndex((field) => field.name === name)
      return at < 0 ? undefined : (data.columns[at]?.[row] ?? null)
    }),
  )
  return {
    ...frameOf(input, [], notes, summary),
    kind: 'table',
    written:
      rowTotals !== null && written.y.includes(rowTotals.like)
        ? { ...written, y: [...written.y, rowTotals.field.name] }
        : written,
    data: own,
    styles: rowTotals === null ? styles : [...styles, rowTotals.style],
    total: total === null ? null : { of: total.of, cells: cellsOf(total.cells) },
    groups:
      groups === null
        ? null
        : {
            of: groups.of,
            by: grouped.map((_, place) => place),
            groups: groupRows(
              plain,
              grouped.map((_, place) => place),
              (path, rows) => cellsOf(groups.cellsOf(path, rows)),
            ),
          },
    pinned: styles.filter(({ isPinned }) => isPinned === true).length,
    looks: rowTotals === null ? looks : [...looks, null],
  }
}

/** The rows that a question's limit leaves, where the totals of groups are of more. */
function firstRows(data: ResultData, totals: ResultData['totals']): ResultData {
  const limit = totals?.of.groups === undefined ? undefined : totals.limit
  if (limit === undefined || data.rowCount <= limit) return data
  return { ...data, columns: data.columns.map((values) => values.slice(0, limit)), rowCount: limit }
}

/** Adds the sums of rows as a last column, written like the first of those that they add up. */
function withRowTotals(data: ResultData, { field, like, description, sum }: RowTotals, from: number): ResultData {
  const { name } = field
  const sign = data.signs?.[like]
  return {
    ...data,
    fields: [...data.fields, field],
    columns: [
      ...data.columns,
      Array.from({ length: data.rowCount }, (_, row) => sum((place) => data.columns[from + place]?.[row] ?? null)),
    ],
    ...(sign === undefined ? {} : { signs: { ...data.signs, [name]: sign } }),
    shown: { ...data.shown, [name]: { ...data.shown?.[like], label: name, description } },
  }
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
