import { err, ok, type Result } from '../base/result'
import { atStage, type QuestionProblem } from '../builder/stages/question-problem'
import {
  conditionsIn,
  leavesIn,
  mapFilterColumns,
  mapLeaves,
  type BuilderQuery,
  type PlainFilter,
  type Question,
  type QuestionFilter,
  type QuestionTable,
  type SegmentItem,
} from '../builder/question'
import type { Segment } from './segment'
import { isOfTable } from './segment-queries'

type StepParts = Pick<Question, 'joins' | 'filter' | 'measures'>

/**
 * Returns a question in which each segment holds what it filters by now. segmentOf: undefined for those that do not exist, or
 * that the reader may not see.
 */
export function withSegments(
  { connectionId, question }: Pick<BuilderQuery, 'connectionId' | 'question'>,
  segmentOf: (id: string) => Segment | undefined,
): Result<Question, readonly QuestionProblem[]> {
  if (segmentsIn(question).length === 0) return ok(question)
  const problems: QuestionProblem[] = []
  /** table: undefined for the answer of the step before, and for a join that was removed. */
  const found = (item: SegmentItem, table: QuestionTable | undefined, tell: (message: string) => void): SegmentItem => {
    const segment = segmentOf(item.segment)
    const reason = reasonAgainst(segment, connectionId, table)
    if (segment === undefined || reason !== null) tell(reason ?? `The segment “${item.name}” ${notSeen}`)
    return segment === undefined ? item : { ...item, filter: filterOf(segment, item.join) }
  }
  const filled = <Step extends StepParts>(step: Step, id: string | null, source: QuestionTable | null): Step => {
    const fill = (filter: QuestionFilter, measure: string | null) =>
      mapLeaves(filter, (leaf) => {
        if (leaf.kind === 'condition') return leaf
        const table = leaf.join === null ? source : step.joins.find((join) => join.id === leaf.join)?.table
        return found(leaf, table ?? undefined, (message) => {
          const place = { step: measure === null ? 'filter' : 'measures', partId: measure ?? leaf.id } as const
          problems.push(...atStage({ id }, [{ ...place, message }]))
        })
      })
    const measures = step.measures.map(({ filters, ...measure }) => ({
      ...measure,
      ...(filters && { filters: filters.map((filter) => fill(filter, measure.id)) }),
    }))
    return { ...step, filter: fill(step.filter, null), measures }
  }
  const { steps } = question
  const whole: Question = {
    ...filled(question, null, question.source),
    ...(steps && { steps: steps.map((step) => filled(step, step.id, null)) }),
  }
  return problems.length > 0 ? err(problems) : ok(whole)
}

/** The segments that a question names, in any of its steps. */
export function segmentsIn({ steps = [], ...first }: Question): readonly SegmentItem[] {
  return [first, ...steps]
    .flatMap(({ filter, measures }) => [filter, ...measures.flatMap(({ filters = [] }) => filters)])
    .flatMap(leavesIn)
    .filter((leaf) => leaf.kind === 'segment')
}

const notSeen = 'is in the trash, or in a folder that you do not see.'

function reasonAgainst(
  segment: Segment | undefined,
  connectionId: string,
  table: QuestionTable | undefined,
): string | null {
  if (segment === undefined) return null
  if (segment.deletedAt !== null) return `The segment “${segment.name}” ${notSeen}`
  if (table === undefined || !isOfTable(segment, connectionId, table))
    return `“${segment.name}” is a segment of other data.`
  return leavesIn(segment.query.question.filter).length === 0
    ? `The segment “${segment.name}” filters nothing yet.`
    : null
}

function filterOf({ query }: Segment, join: string | null): PlainFilter {
  const { match, items } = mapFilterColumns(query.question.filter, (column) => ({ ...column, join }))
  return {
    match,
    // A segment holds no segments.
    items: items.flatMap((item): PlainFilter['items'] => {
      if (item.kind === 'segment') return []
      return item.kind === 'condition' ? [item] : [{ ...item, items: conditionsIn(item) }]
    }),
  }
}
