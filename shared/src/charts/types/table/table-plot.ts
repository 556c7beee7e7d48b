import { shownLabel } from '../../../query/run-query'
import { frameOf } from '../../plot/frame'
import type { TablePlot } from '../../plot/plot'
import { plural } from '../../plot/numbers/format-number'
import type { PlotInput } from '../../plot/read-columns'

/** Plots the rows as they are: every column, or only those that a table's visual names (x, then the measures). */
export function tablePlot(input: PlotInput): TablePlot {
  const { visual, data } = input
  const chosen = visual.type === 'table' ? [visual.x, ...visual.y].filter((name) => name !== null) : []
  const all = data.fields.map((_, index) => index)
  const named = chosen.flatMap((name) => all.filter((index) => data.fields[index]?.name === name))
  const indexes = named.length > 0 ? named : all
  const fields = indexes.flatMap((index) => data.fields[index] ?? [])
  const summary = `Table of ${plural(input.locale, data.rowCount, 'row')} and ${plural(input.locale, fields.length, 'column')}: ${fields.map((field) => shownLabel(data, field.name)).join(', ')}.`
  return {
    ...frameOf(input, [], [], summary),
    kind: 'table',
    written: { format: visual.format, y: visual.y },
    data: named.length === 0 ? data : { ...data, fields, columns: indexes.map((index) => data.columns[index] ?? []) },
  }
}
