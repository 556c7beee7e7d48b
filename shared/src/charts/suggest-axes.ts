import type { ResultData } from '../query/run-query'
import { comboLines, type ChartVisual } from './chart-visual'
import { cellNumber, getColumn } from './plot/read-columns'

/** Beyond this factor the smaller of two measures looks flat on the axis of the larger. */
const mostTimes = 10

/**
 * Moves measures of a combo to the second axis if the first one would not show them, because their largest value is
 * more than ten times smaller or larger. They are drawn as lines unless somebody chose the lines. Empty if one axis
 * shows them all.
 */
export function suggestAxes(
  visual: Pick<ChartVisual, 'y' | 'lines'>,
  data: ResultData,
): Partial<Pick<ChartVisual, 'secondAxis' | 'lines'>> {
  const [first, ...others] = visual.y
  const secondAxis = first === undefined ? [] : others.filter((name) => isOfOtherScale(first, name, data))
  if (secondAxis.length === 0) return {}
  return visual.lines.length > 0 ? { secondAxis } : { secondAxis, lines: secondAxis }
}

/** Adds a measure to a combo, on the axis that shows it; on the right one it is a line. */
export function withMeasure(visual: ChartVisual, name: string, data: ResultData): Partial<ChartVisual> {
  const y = [...visual.y, name]
  const left = visual.y.find((measure) => !visual.secondAxis.includes(measure))
  if (visual.type !== 'combo' || left === undefined || !isOfOtherScale(left, name, data)) return { y }
  return { y, secondAxis: [...visual.secondAxis, name], lines: [...comboLines(visual), name] }
}

function isOfOtherScale(of: string, name: string, data: ResultData): boolean {
  const [a, b] = [largest(of, data), largest(name, data)]
  return a > 0 && b > 0 && Math.max(a, b) > mostTimes * Math.min(a, b)
}

/** Returns the largest absolute value; 0 if there is none. */
function largest(name: string, data: ResultData): number {
  const values = getColumn(data, name)?.values ?? []
  return values.reduce<number>((most, value) => Math.max(most, Math.abs(cellNumber(value) ?? 0)), 0)
}
