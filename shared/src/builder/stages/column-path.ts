import { distinctLabels, outputNames } from '../part-labels'
import type { GroupGrain, Question, QuestionColumn } from '../question'
import { nameInAnswer, stagesOf, type QuestionStage } from './question-stages'

/** A column as a step of a question reads it. grain: by which a later step, or this one, has its times; null for as they are. */
export interface ColumnPlace {
  readonly stage: QuestionStage
  readonly column: QuestionColumn
  readonly grain: GroupGrain | null
}

/**
 * Follows a column of the last step to the steps before it, as far as it is one column of theirs: its own place first. It
 * ends where it is measured, computed, joined, cut into bins or only in part among the largest.
 */
export function columnPath(question: Question, column: QuestionColumn): readonly ColumnPlace[] {
  const stages = stagesOf(question)
  const path: ColumnPlace[] = []
  let place: Pick<ColumnPlace, 'column' | 'grain'> | null = { column, grain: null }
  for (const [index, stage] of stages.toReversed().entries()) {
    if (place === null) break
    path.push({ stage, ...place })
    const before = stages[stages.length - 2 - index]
    place = before === undefined || place.column.join !== null ? null : placeBefore(before.question, place.column)
  }
  return path
}

/** The column that a column of a question's answer is made of, and by which grain; null for one that is made of no single one. */
function placeBefore(question: Question, of: QuestionColumn): Pick<ColumnPlace, 'column' | 'grain'> | null {
  const name = nameInAnswer(question, of)
  const { groups, measures, columns, expressions = [] } = question
  if (groups.length + measures.length > 0) {
    const group = groups[outputNames(question).indexOf(name)]
    if (group === undefined || group.bin !== undefined || group.top !== undefined) return null
    return { column: group.column, grain: group.grain }
  }
  if (columns.length === 0)
    return expressions.some((computed) => computed.name === name) ? null : { column: { ...of, name }, grain: null }
  const column = columns[distinctLabels(columns.map((one) => one.name)).indexOf(name)]
  return column === undefined ? null : { column, grain: null }
}
