import { ok, type Result } from '../../base/result'
import type { DrawnPivot } from '../../query/points'
import type { QuestionProblem } from '../stages/question-problem'
import type { BuilderDialect } from '../dialects/builder-dialect'
import { distinctLabels, groupNames, outputNames } from '../part-labels'
import type { Question, QuestionGroup } from '../question'
import {
  aggregate,
  aliasUnlessSame,
  measureOrder,
  narrowedBase,
  orderOf,
  partName,
  shownMeasure,
  type MeasureArgument,
  type NarrowedQuestion,
  type NarrowOptions,
  type QuestionOutput,
} from './compile-question'
import { byPlan, isPercentile, measurePlans, plannedValue, type MeasurePlan } from './measure-plan'
import type { ExpressionTerm } from './compile-expression'
import { groupInOrder } from './time-part'
import { othersLast } from './top-values'
import { groupKey, type CompileOptions, type QuestionBase } from './question-base'
import {
  allOf,
  anyOf,
  binary,
  call,
  column,
  numberLiteral,
  type SqlExpression,
  type SqlOrder,
  type SqlSelect,
} from './sql-node'

/** levels: the column that tells totals apart; see `points.ts`. isOfMore: totals include what cells leave out. */
export interface PivotQuestion extends NarrowedQuestion {
  readonly levels: string
  readonly isOfMore: boolean
}

/**
 * A question as one statement for a pivot: its measures by the groups of the pivot's rows and columns, and their
 * totals, each worked out from the rows themselves, so that averages, medians and distinct counts of totals are right.
 * The totals come first. A limit of the question does not apply, and filters of measures apply to cells alone.
 * Without rows and columns it is the question's own answer, limit and all, after one total; where its rows are grouped,
 * after the totals of these groups too, and without a limit, which would count them as rows.
 *
 * Null if the question does not group by the columns of the pivot, or measures nothing.
 */
export function compilePivot(
  question: Question,
  options: CompileOptions,
  narrowing: NarrowOptions,
  pivot: Pick<DrawnPivot, 'rows' | 'columns' | 'groups'>,
): Result<PivotQuestion, readonly QuestionProblem[]> | null {
  const names = outputNames(question)
  const isTable = pivot.rows.length + pivot.columns.length === 0
  const sides = isTable ? groupNames(question) : [...pivot.rows, ...pivot.columns]
  const groups = sides.flatMap((name): NamedGroup[] => {
    const group = question.groups[names.indexOf(name)]
    return group === undefined ? [] : [{ name, group }]
  })
  const isWhole = groups.length === sides.length && new Set(sides).size === sides.length
  if (!isWhole || groups.length === 0 || question.measures.length === 0) return null
  const found = narrowedBase(question, options, narrowing)
  if (!found.ok) return found
  const { base, after, applied, rest } = found.value
  const { dialect, weekStart } = options

  const levels = distinctLabels([...names, 'pivot level']).at(-1) ?? ''
  const plans = measurePlans(question.measures, base)
  const keyed = keyedRows(plans, groups, base, options)
  const measured: Measured = { plans, base, names: names.slice(question.groups.length), dialect, weekStart }
  const sets = isTable ? setsOfTable(sides, pivot.groups ?? []) : setsOf(pivot)
  const isLimited = isTable && question.limit !== null && sets.length === 2
  const grouped: SqlSelect['with'] = [
    ...base.with,
    { name: keyedName, select: keyed },
    ...(dialect.hasGroupingSets === true
      ? [{ name: groupedName, select: groupedInSets(measured, groups, sets, levels) }]
      : groupedOneByOne(measured, groups, sets, levels)),
  ]
  return ok({
    select: {
      ...shownRows(question, groups, measured, levels, grouped, after),
      ...(isLimited && question.limit !== null ? { limit: question.limit + 1 } : {}),
    },
    applied,
    rest,
    levels,
    isOfMore: after.length > 0 || (isTable && question.limit !== null),
  })
}

/** The measures with their names in the answer. */
interface Measured {
  readonly plans: readonly MeasurePlan[]
  readonly base: QuestionBase
  readonly names: readonly string[]
  readonly dialect: BuilderDialect
  readonly weekStart: number
}

interface NamedGroup {
  readonly name: string
  readonly group: QuestionGroup
}

const keyedName = 'keyed'
const groupedName = 'pivoted'
const own = (name: string) => column(groupedName, name)
const keyOf = (index: number, of = keyedName) => column(of, `key_${index + 1}`)

/** The keys and the values to measure, each under a name of its own, so that they can be grouped several times. */
function keyedRows(
  plans: readonly MeasurePlan[],
  groups: readonly NamedGroup[],
  base: QuestionBase,
  { dialect, weekStart }: CompileOptions,
): SqlSelect {
  const keys = groups.map(({ group }, index) => ({
    of: groupKey(group, base, dialect, weekStart),
    alias: `key_${index + 1}`,
  }))
  const terms = plans.flatMap((plan) => plan.terms)
  const values = terms.flatMap(({ of }, index) => (of === null ? [] : [{ of, alias: `value_${index + 1}` }]))
  return { with: [], columns: [...keys, ...values], ...base.reading, groupBy: 0, orderBy: [], limit: null }
}

/** The groups that each set of a table keeps, by index: all for its rows, some for its groups, none for its total. */
function setsOfTable(sides: readonly string[], grouped: readonly string[]): readonly (readonly number[])[] {
  const all = sides.map((_, index) => index)
  const known = grouped.map((name) => sides.indexOf(name))
  // Each group within the one before it, as far as the question has them all.
  const outer = known.map((_, index) => known.slice(0, index + 1)).filter((kept) => !kept.includes(-1))
  return [all, ...outer.filter((kept) => kept.length < all.length).toReversed(), []]
}

/** The groups that each set keeps, by index: those of the cells first. */
function setsOf({ rows, columns }: Pick<DrawnPivot, 'rows' | 'columns'>): readonly (readonly number[])[] {
  const prefixes = (count: number, from: number) =>
    Array.from({ length: count + 1 }, (_, left) => Array.from({ length: count - left }, (__, index) => from + index))
  return prefixes(rows.length, 0).flatMap((ofRows) =>
    prefixes(columns.length, rows.length).map((ofColumns) => [...ofRows, ...ofColumns]),
  )
}

function measureColumns(
  { plans, base, names, dialect }: Measured,
  of: string,
  isRanked: boolean,
): SqlSelect['columns'] {
  const terms = plans.flatMap((plan) => plan.terms)
  const values = terms.map((term, index) => {
    const ranked =
      isRanked && isPercentile(term)
        ? { rank: column(of, `rank_${index + 1}`), size: column(of, `size_${index + 1}`) }
        : null
    const argument: MeasureArgument | null = term.of === null ? null : { of: column(of, `value_${index + 1}`), ranked }
    return aggregate(term, argument, dialect)
  })
  const summaries = byPlan(plans, values)
  return plans.flatMap((plan, index) => {
    const own = summaries[index] ?? []
    if (plan.isAlong) return own.map((summary, at) => ({ of: summary, alias: partName(index, at) }))
    return [{ of: plannedValue(plan, own, base, null), alias: names[index] ?? '' }]
  })
}

function groupedInSets(
  measured: Measured,
  groups: readonly NamedGroup[],
  sets: readonly (readonly number[])[],
  levels: string,
): SqlSelect {
  return {
    with: [],
    columns: [
      ...groups.map(({ name }, index) => ({ of: keyOf(index), alias: name })),
      ...measureColumns(measured, keyedName, false),
      { of: call('GROUPING', ...groups.map((_, index) => keyOf(index))), alias: levels },
    ],
    ...readingFrom(keyedName),
    groupBySets: sets.map((kept) => kept.map((index) => keyOf(index))),
  }
}

/** For databases that group by one set at a time. */
function groupedOneByOne(
  measured: Measured,
  groups: readonly NamedGroup[],
  sets: readonly (readonly number[])[],
  levels: string,
): SqlSelect['with'] {
  const terms = measured.plans.flatMap((plan) => plan.terms)
  const isRanked = measured.dialect.percentile === null && terms.some(isPercentile)
  const nameOf = (set: number) => (isRanked ? `ranked_${set + 1}` : keyedName)
  const selects = sets.map((kept, set): SqlSelect => {
    const of = nameOf(set)
    const isKept = (index: number) => kept.includes(index)
    const level = groups.reduce((bits, _, index) => bits * 2 + (isKept(index) ? 0 : 1), 0)
    return {
      with: [],
      columns: [
        ...groups.map(({ name }, index) => ({
          of: isKept(index) ? keyOf(index, of) : ({ kind: 'keyword', word: 'NULL' } as const),
          alias: name,
        })),
        ...measureColumns(measured, of, isRanked),
        { of: numberLiteral(level), alias: levels },
      ],
      ...readingFrom(of),
      groupBySets: [kept.map((index) => keyOf(index, of))],
    }
  })
  const [first, ...others] = selects
  if (first === undefined) return []
  return [
    ...(isRanked ? sets.map((kept, set) => ({ name: nameOf(set), select: rankedRows(terms, groups, kept) })) : []),
    { name: groupedName, select: { ...first, union: others } },
  ]
}

/** Each value with its place among those of its group, for databases without an aggregate for medians. */
function rankedRows(
  terms: readonly ExpressionTerm[],
  groups: readonly NamedGroup[],
  kept: readonly number[],
): SqlSelect {
  const partition = kept.map((index) => keyOf(index))
  const over = (of: SqlExpression, order: readonly SqlOrder[]): SqlExpression => ({
    kind: 'over',
    of,
    partition,
    order,
    isRunning: false,
  })
  const values = terms.flatMap((term, index) => {
    if (term.of === null) return []
    const of = column(keyedName, `value_${index + 1}`)
    const value = { of, alias: `value_${index + 1}` }
    if (!isPercentile(term)) return [value]
    return [
      value,
      { of: over(call('row_number'), [{ of, direction: 'ascending' }]), alias: `rank_${index + 1}` },
      { of: over(call('count', of), []), alias: `size_${index + 1}` },
    ]
  })
  const keys = groups.map((_, index) => ({ of: keyOf(index), alias: `key_${index + 1}` }))
  return { with: [], columns: [...keys, ...values], ...readingFrom(keyedName) }
}

function readingFrom(name: string): Pick<SqlSelect, 'from' | 'joins' | 'where' | 'groupBy' | 'orderBy' | 'limit'> {
  return { from: { table: [name], alias: null }, joins: [], where: null, groupBy: 0, orderBy: [], limit: null }
}

/** The grouped rows with shares and running totals among those of the same level, the totals of all first. */
function shownRows(
  question: Question,
  groups: readonly NamedGroup[],
  { plans, base, names, dialect, weekStart }: Measured,
  levels: string,
  grouped: SqlSelect['with'],
  after: readonly SqlExpression[],
): SqlSelect {
  const keys = groups.map(({ name, group }): QuestionOutput => ({
    id: group.id,
    name,
    of: own(name),
    inOrder: (of) => groupInOrder(group, of, { dialect, weekStart }),
    othersLast: (of) => othersLast(group, of, dialect),
    isGroup: true,
  }))
  const [first, ...others] = keys
  const window = {
    order: (first?.inOrder(first.of) ?? []).map((of) => ({ of, direction: 'ascending' as const })),
    others: others.map(({ of }) => of),
    within: [own(levels)],
  }
  const measures = question.measures.flatMap((measure, index): QuestionOutput[] => {
    const plan = plans[index]
    if (plan === undefined) return []
    const name = names[index] ?? measure.id
    const parts = plan.isAlong ? plan.terms.map((_, at) => own(partName(index, at))) : [own(name)]
    const of = shownMeasure(measure.show, plan, parts, window, base)
    return [{ id: measure.id, name, of, inOrder: measureOrder(measure, plan, dialect), isGroup: false }]
  })
  const outputs = [...keys, ...measures]
  const columns = [...outputs, { of: own(levels), name: levels }]
  const shown: SqlSelect = {
    ...readingFrom(groupedName),
    with: grouped,
    columns: columns.map(({ of, name }) => ({
      of,
      alias: of.kind === 'column' ? aliasUnlessSame(of.name, name) : name,
    })),
  }
  const inOrderOf = (level: SqlExpression, by: readonly QuestionOutput[]): readonly SqlOrder[] => [
    { of: level, direction: 'descending' },
    ...orderOf(question, by),
  ]
  if (after.length === 0) return { ...shown, orderBy: inOrderOf(own(levels), outputs) }

  // Only the cells whose measures pass; the totals stay those of all rows.
  const name = 'measured'
  const level = column(null, levels)
  const measured = outputs.map((output) => ({ ...output, of: column(null, output.name) }))
  return {
    ...readingFrom(name),
    with: [...grouped, { name, select: { ...shown, with: [] } }],
    columns: columns.map((output) => ({ of: column(null, output.name), alias: null })),
    where: anyOf([binary(level, '<>', numberLiteral(0)), allOf(after)]),
    orderBy: inOrderOf(level, measured),
  }
}
