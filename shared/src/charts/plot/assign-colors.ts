import type { ResultData } from '../../query/run-query'
import type { ChartVisual } from '../chart-visual'
import { hueCount } from './palette'

/** The hue (from 0) of a category of a column, or undefined when it has none yet. */
export type ColorOf = (column: string, category: string) => number | undefined

/**
 * Gives each category a hue: those of `previous` keep theirs, new ones take the hue used least so far, in order.
 *
 * Filtering categories away and bringing them back therefore changes no colour.
 */
export function assignColors(
  categories: readonly string[],
  previous: ReadonlyMap<string, number> = new Map(),
): ReadonlyMap<string, number> {
  const hues = new Map(previous)
  const used = Array.from({ length: hueCount }, (_, hue) => [...hues.values()].filter((value) => value === hue).length)
  for (const category of categories) {
    if (hues.has(category)) continue
    const hue = used.indexOf(Math.min(...used))
    hues.set(category, hue)
    used[hue] = (used[hue] ?? 0) + 1
  }
  return hues
}

export type CategoryColors = ReadonlyMap<string, ReadonlyMap<string, number>>

/**
 * One colour per category across the charts of a dashboard, by column name.
 *
 * charts: in the order of the dashboard. previous: what was assigned before, so that filters and late results keep it.
 */
export function dashboardColors(
  charts: readonly { readonly visual: ChartVisual; readonly data: ResultData }[],
  previous: CategoryColors = new Map(),
): CategoryColors {
  const columns = new Map(previous)
  for (const { visual, data } of charts) {
    const name = visual.type === 'pie' ? visual.x : visual.color
    const index = data.fields.findIndex((field) => field.name === name)
    if (name === null || index < 0) continue
    const categories = new Set<string>()
    for (const value of data.columns[index] ?? []) if (value !== null) categories.add(String(value))
    if (categories.size > 200) continue
    columns.set(name, assignColors([...categories], columns.get(name)))
  }
  return columns
}

export function colorOfDashboard(colors: CategoryColors): ColorOf {
  return (column, category) => colors.get(column)?.get(category)
}
