import type { ResultData } from '../query/run-query'
import { comboLines, type ChartVisual } from './chart-visual'
import { cellNumber, getColumn } from './plot/read-columns'

/** Beyond this the smaller of two measures lies flat on the axis of the larger. */
const mostTimes = 10

/**
 * Moves the measures of a combo to a second axis that the first axis would not show: those whose largest value is more than
 * ten times smaller or larger. They are drawn as lines where nobody chose the lines. Empty where one axis shows them all.
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

/** A combo with one measure more, on the axis that shows it; on the right one it is a line. */
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

/** The size of the value that is farthest from zero; 0 where there is none. */
function largest(name: string, data: ResultData): number {
  const values = getColumn(data, name)?.values ?? []
  return values.reduce<number>((most, value) => Math.max(most, Math.abs(cellNumber(value) ?? 0)), 0)
}
