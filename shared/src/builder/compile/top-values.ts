import type { BuilderDialect } from '../dialects/builder-dialect'
import { outputNames } from '../part-labels'
import { namesLikeOther, otherValue, type Question, type QuestionGroup } from '../question'
import {
  allOf,
  anyOf,
  binary,
  call,
  column,
  isNull,
  numberLiteral,
  word,
  type SqlExpression,
  type SqlSelect,
} from './sql-node'

/** A group of which the largest values alone are kept. */
export interface ToppedGroup extends QuestionGroup {
  readonly top: NonNullable<QuestionGroup['top']>
}

export function toppedGroups({ groups }: Pick<Question, 'groups'>): readonly ToppedGroup[] {
  return groups.filter((group): group is ToppedGroup => group.top !== undefined)
}

/** Groups of which some may be gone: the largest of each value of one that is are those of all rows. */
export function withoutLostWithin(groups: readonly QuestionGroup[]): QuestionGroup[] {
  return groups.map((group) => {
    if (group.top?.within === undefined || groups.some(({ id }) => id === group.top?.within)) return group
    const { within: _, ...top } = group.top
    return { ...group, top }
  })
}

/** The names of the answer's columns that hold what is left of a column's values. */
export function toppedNames(question: Pick<Question, 'groups' | 'measures'>): ReadonlySet<string> {
  const names = outputNames(question)
  return new Set(question.groups.flatMap(({ top }, index) => (top === undefined ? [] : [names[index] ?? ''])))
}

/**
 * The question for how large the values of a group are, the largest first and no more of them than are wanted; all of them
 * where they are the largest of each value of another group, which comes first.
 */
export function topQuestion(question: Question, { top, ...group }: ToppedGroup): Question {
  const measure = question.measures.find(({ id }) => id === top.by)
  const within = question.groups.filter(({ id }) => id === top.within)
  const count: Question['measures'][number] = {
    id: 'size',
    fn: 'count',
    column: null,
    percentile: 50,
    show: 'value',
    label: '',
  }
  return {
    ...question,
    groups: [...within.map((one) => ({ ...one, label: withinName })), { ...group, id: 'value', label: valueName }],
    measures: [{ ...(measure ?? count), id: 'size', show: 'value', label: sizeName }],
    measureFilters: [],
    sort: within.length > 0 ? [] : [{ id: 'largest', by: { kind: 'part', id: 'size' }, direction: 'descending' }],
    limit: within.length > 0 ? null : top.count,
  }
}

const [withinName, valueName, sizeName, placeName] = ['within', 'value', 'size', 'place']

/** The values that are the largest of each value of another group, from how large all are. inOrder: of a value, and of its size. */
export function largestWithin(
  sized: SqlSelect,
  { top }: ToppedGroup,
  inOrder: (name: 'value' | 'size', of: SqlExpression) => readonly SqlExpression[],
): SqlSelect {
  const [sizes, places] = ['sizes', 'places']
  const reading = (name: string) => ({
    from: { table: [name], alias: null },
    joins: [],
    groupBy: 0,
    orderBy: [],
    limit: null,
  })
  const place: SqlExpression = {
    kind: 'over',
    of: call('row_number'),
    partition: [column(sizes, withinName)],
    order: [
      ...inOrder('size', column(sizes, sizeName)).map((of) => ({ of, direction: 'descending' as const })),
      ...inOrder('value', column(sizes, valueName)).map((of) => ({ of, direction: 'ascending' as const })),
    ],
    isRunning: false,
  }
  const names = [withinName, valueName]
  return {
    ...reading(places),
    with: [
      { name: sizes, select: { ...sized, orderBy: [] } },
      {
        name: places,
        select: {
          ...reading(sizes),
          with: [],
          columns: [
            ...names.map((name) => ({ of: column(sizes, name), alias: name })),
            { of: place, alias: placeName },
          ],
          where: null,
        },
      },
    ],
    columns: names.map((name) => ({ of: column(places, name), alias: name })),
    where: binary(column(places, placeName), '<=', numberLiteral(top.count)),
  }
}

/** The names of the steps that have the largest values, by the ids of the groups. */
export function topSteps(question: Pick<Question, 'groups'>): ReadonlyMap<string, string> {
  return new Map(toppedGroups(question).map(({ id }, index) => [id, `largest_${index + 1}`]))
}

/** True for the values that are ranked: not for nothing, nor the empty text. key: as the group has it without its top. */
export function isRanked({ column, grain }: ToppedGroup, key: SqlExpression): SqlExpression {
  const isThere: SqlExpression = { kind: 'is-null', of: key, isNegated: true }
  return column.type === 'text' && grain === null ? allOf([isThere, binary(key, '<>', word(''))]) : isThere
}

/** Where the largest values of a group are found. step: the name of the one that has them. within: of what they are the largest. */
export interface LargestValues {
  readonly step: string
  readonly within: SqlExpression | null
}

/** The condition that keeps the largest, and what is not ranked. */
export function keptValues(group: ToppedGroup, key: SqlExpression, { step, within }: LargestValues): SqlExpression {
  const isEmpty = group.column.type === 'text' && group.grain === null ? [binary(key, '=', word(''))] : []
  const pair = within === null ? {} : { within: { of: within, name: withinName } }
  return anyOf([{ kind: 'in-step', of: key, step, name: valueName, ...pair }, isNull(key), ...isEmpty])
}

/** The value of a group among the largest, or that of all others. */
export function toppedKey(group: ToppedGroup, key: SqlExpression, largest: LargestValues): SqlExpression {
  if (group.top.rest === 'left-out') return key
  const named = namesLikeOther.reduceRight<SqlExpression>((otherwise, name, index) => {
    const shown = namesLikeOther[index + 1]
    return shown === undefined
      ? otherwise
      : { kind: 'case', when: binary(key, '=', word(name)), result: word(shown), otherwise }
  }, key)
  return { kind: 'case', when: keptValues(group, key, largest), result: named, otherwise: word(otherValue) }
}

/** A key that puts the value of all others after every value of a group; none if it has no such value. */
export function othersLast(
  { top }: Pick<QuestionGroup, 'top'>,
  of: SqlExpression,
  { exact }: BuilderDialect,
): readonly SqlExpression[] {
  if (top?.rest !== 'other') return []
  const isOther = binary(exact(of, { type: 'text', databaseType: 'text' }), '=', word(otherValue))
  return [{ kind: 'case', when: isOther, result: numberLiteral(1), otherwise: numberLiteral(0) }]
}
