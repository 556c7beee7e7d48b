import { goesAlongGroups } from '../../expressions/check-expression'
import { isNumericType } from '../../query/field'
import type { QuestionMeasure } from '../question'
import { countsSomeRows, measureExpression, type ReadExpression } from '../question-expressions'
import type { GroupWindow } from './along-groups'
import { compileMeasureExpression, termsOfExpression, type ExpressionTerm } from './compile-expression'
import type { QuestionBase } from './question-base'
import { allOf, anyOf, numberLiteral, type SqlExpression } from './sql-node'

/**
 * How a measure is worked out: first its summaries of the rows, each a term, then its value from those. isAlong: the value
 * needs all groups of the answer, and is taken once they are known.
 */
export interface MeasurePlan {
  readonly terms: readonly ExpressionTerm[]
  readonly read: ReadExpression | null
  readonly isAlong: boolean
}

/** The plans of a question's measures, which was checked before. */
export function measurePlans(measures: readonly QuestionMeasure[], base: QuestionBase): readonly MeasurePlan[] {
  return measures.map((measure) => {
    const read = measureExpression(measure)
    const terms = read === null ? [termOf(measure, base)] : termsOfExpression(read, base.context)
    const passed = (measure.filters ?? []).flatMap((filter) => base.condition(filter) ?? [])
    return {
      terms: passed.length === 0 ? terms : terms.map((term) => termWhere(passed, term)),
      read,
      isAlong: read !== null && goesAlongGroups(read.expression),
    }
  })
}

/**
 * The condition for rows that one of these measures counts, by its own filter or by those in its expression; null where
 * one of them counts all.
 */
export function countedBy(measures: readonly QuestionMeasure[], base: QuestionBase): SqlExpression | null {
  if (measures.length === 0 || !measures.every(countsSomeRows)) return null
  const terms = measurePlans(measures, base).flatMap((plan) => plan.terms)
  return anyOf(terms.flatMap(({ of }) => (of?.kind === 'case' ? [of.when] : [])))
}

/** A term of the rows alone for which conditions hold. */
function termWhere(conditions: readonly SqlExpression[], term: ExpressionTerm): ExpressionTerm {
  const { of } = term
  // What a value has to pass already comes with them.
  const isChosen = of?.kind === 'case' && of.otherwise === undefined
  const when = allOf(isChosen ? [...conditions, of.when] : conditions)
  return { ...term, of: { kind: 'case', when, result: isChosen ? of.result : (of ?? numberLiteral(1)) } }
}

function termOf({ fn, column, percentile }: QuestionMeasure, base: QuestionBase): ExpressionTerm {
  if (fn === 'expression') throw new Error('the question was not checked')
  if (column === null) return { fn, percentile, of: null, source: null }
  // A value that is not of its column's type is null; such a value still counts.
  const value = base.exact(column)
  const isCounted = fn === 'count' || fn === 'distinct' || !isNumericType(column.type)
  const fits = isCounted ? null : base.context.dialect.fits?.(value, column.type)
  return { fn, percentile, of: fits ? { kind: 'case', when: fits, result: value } : value, source: column }
}

/** The value from those of the plan's terms. window: null for a plan that is not along the groups. */
export function plannedValue(
  plan: MeasurePlan,
  summaries: readonly SqlExpression[],
  base: QuestionBase,
  window: GroupWindow | null,
): SqlExpression {
  const [only] = summaries
  if (plan.read !== null) return compileMeasureExpression(plan.read, base.context, summaries, window)
  if (only === undefined) throw new Error('a measure has a summary')
  return only
}

/** A list by the terms of each plan. */
export function byPlan<T>(plans: readonly MeasurePlan[], ofTerms: readonly T[]): readonly (readonly T[])[] {
  let at = 0
  return plans.map(({ terms }) => {
    at += terms.length
    return ofTerms.slice(at - terms.length, at)
  })
}

export const isPercentile = ({ fn }: Pick<ExpressionTerm, 'fn'>) => fn === 'median' || fn === 'percentile'

/** True if a measure's value is a text, which has an order of its own. */
export function isTextMeasure({ fn, column }: QuestionMeasure, { read }: MeasurePlan): boolean {
  return read === null ? (fn === 'min' || fn === 'max') && column?.type === 'text' : read.type === 'text'
}
