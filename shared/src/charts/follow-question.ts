import type { Question } from '../builder/question'
import { answerColumns } from '../builder/stages/question-stages'
import type { ChartVisual } from './chart-visual'

/**
 * Returns a drawing that still shows the same groups and measures after its question was changed: their columns have
 * other names when a week becomes a month or a sum an average. A measure that is gone is no longer drawn, unless it was
 * the only one.
 */
export function followQuestion(visual: ChartVisual, before: Question, after: Question): ChartVisual {
  const names = newNames(before, after)
  const one = (name: string | null) => (name === null ? null : (names.get(name) ?? name))
  const those = (drawn: readonly string[]) => drawn.flatMap((name) => one(names.get(name) === null ? null : name) ?? [])
  const many = (drawn: readonly string[]) => {
    const left = drawn.filter((name) => names.get(name) !== null)
    return left.length === 0 ? [...drawn] : left.map((name) => names.get(name) ?? name)
  }
  return {
    ...visual,
    x: one(visual.x),
    y: many(visual.y),
    color: one(visual.color),
    detail: one(visual.detail),
    panel: one(visual.panel),
    size: one(visual.size),
    pivotRows: those(visual.pivotRows),
    pivotColumns: those(visual.pivotColumns),
    target:
      visual.target?.kind === 'column'
        ? { ...visual.target, column: names.get(visual.target.column) ?? visual.target.column }
        : visual.target,
    columnStyles: visual.columnStyles.map((style) => ({ ...style, column: one(style.column) ?? style.column })),
    columnOrder: those(visual.columnOrder),
    tableGroups: those(visual.tableGroups),
    secondAxis: many(visual.secondAxis),
    lines: many(visual.lines),
    areas: many(visual.areas),
    seriesStyles:
      visual.color === null
        ? visual.seriesStyles.map((style) => ({ ...style, series: one(style.series) ?? style.series }))
        : visual.seriesStyles,
    goals: visual.goals.map((goal) => ({ ...goal, column: one(goal.column) })),
  }
}

/** The name that each column of the answer has now; null for a part that is gone. */
function newNames(before: Question, after: Question): ReadonlyMap<string, string | null> {
  const present = namesById(after)
  return new Map([...namesById(before)].map(([id, name]) => [name, present.get(id) ?? null]))
}

function namesById(question: Question): ReadonlyMap<string, string> {
  return new Map(answerColumns(question).flatMap(({ part, name }) => (part === undefined ? [] : [[part, name]])))
}
