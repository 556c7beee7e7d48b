import { err, ok, type Result } from '../base/result'
import { narrowedLast } from '../builder/narrowed-question'
import { groupNames } from '../builder/part-labels'
import { isTimeGrain, type Question, type QuestionColumn, type TimeGrain } from '../builder/question'
import { columnPath } from '../builder/stages/column-path'
import {
  lastStage,
  nameInAnswer,
  stagesOf,
  untilStage,
  withLastStage,
  type QuestionStage,
} from '../builder/stages/question-stages'
import type { ResultFilter } from '../query/result-filter'

/** A question that ends with the step that measures, and a mark of it by that step's groups. */
export interface MeasuredMark {
  readonly question: Question
  readonly mark: readonly ResultFilter[]
}

/**
 * Traces a mark to the step that measures what it shows: the last one, or one whose groups the steps after it only choose
 * from. Returns why there is none where its number has no rows of its own.
 */
export function measuredMark(question: Question, mark: readonly ResultFilter[]): Result<MeasuredMark, string> {
  const stages = stagesOf(question)
  const at = stages.findLastIndex((stage) => isGrouped(stage))
  const measuring = stages[at]
  if (measuring === undefined || measuring.question.measures.length === 0)
    return err('It lists rows: there is no number to follow.')
  const after = stages.slice(at + 1)
  if (after.length === 0) return ok({ question, mark })
  const joined = after.find((stage) => stage.question.joins.length > 0)
  if (joined !== undefined)
    return err(`Step ${joined.number} joins other rows: a number of its answer is of no group alone.`)
  const until = untilStage(question, measuring.id)
  const names = groupNames(measuring.question)
  const traced = mark.flatMap((condition): readonly ResultFilter[] => {
    const place = columnPath(question, columnNamed(condition.column)).find(({ stage }) => stage === after[0])
    const name = place === undefined ? '' : nameInAnswer(measuring.question, place.column)
    return names.includes(name) ? [{ ...condition, column: name }] : []
  })
  const open = names.find((name) => !traced.some(({ column, op }) => column === name && op === '='))
  if (open !== undefined)
    return err(`Step ${after[0]?.number} chooses among groups, and the mark is of several: “${open}” is open.`)
  return ok({ question: until, mark: traced })
}

function isGrouped({ question: { groups, measures } }: QuestionStage): boolean {
  return groups.length + measures.length > 0
}

function columnNamed(name: string): QuestionColumn {
  return { join: null, name, type: 'text', databaseType: '' }
}

/** Says why the rows of a mark cannot be told from others; null if they can. The question ends with the step that measures. */
export function reasonAgainst(question: Question, mark: readonly ResultFilter[]): string | null {
  const last = lastStage(question)
  if (last.source === null || last.measures.length === 0) return 'It lists rows: there is no number to follow.'
  const names = groupNames(last)
  const unknown = mark.find(({ column }) => !names.includes(column))
  if (unknown !== undefined) return `The question does not group by “${unknown.column}”.`
  const isOneGroup = names.every((name) => mark.some(({ column, op }) => column === name && op === '='))
  if (isOneGroup) return null
  if ((last.measureFilters ?? []).length > 0)
    return 'The rows of several groups are not told apart by a filter of a measure.'
  return last.limit === null ? null : 'The question is limited: not all of its groups are in this mark.'
}

/** Returns the question for the rows of a mark alone, without what concerns its groups, or why there is none. */
export function questionOfMark(
  question: Question,
  mark: readonly ResultFilter[],
  context: Parameters<typeof narrowedLast>[2],
): Result<Question, string> {
  const reason = reasonAgainst(question, mark)
  if (reason !== null) return err(reason)
  const { question: narrowed, left } = narrowedLast(question, mark, context)
  const [first] = left
  if (first !== undefined) return err(`A question has no condition like that on “${first}”.`)
  return ok(withLastStage(narrowed, { sort: [], limit: null, measureFilters: undefined }))
}

/** The grains by which the steps before the last one have a column already, the nearest first: nothing finer is left of it. */
export function grainsBefore(question: Question, column: QuestionColumn): readonly TimeGrain[] {
  return columnPath(question, column).flatMap(({ grain }) => (isTimeGrain(grain) ? [grain] : []))
}
