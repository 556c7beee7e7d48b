import type { BuilderDialect } from '../dialects/builder-dialect'
import { outputNames } from '../part-labels'
import { namesLikeOther, otherValue, type Question, type QuestionGroup } from '../question'
import { allOf, anyOf, binary, isNull, numberLiteral, word, type SqlExpression } from './sql-node'

/** A group of which the largest values alone are kept. */
export interface ToppedGroup extends QuestionGroup {
  readonly top: NonNullable<QuestionGroup['top']>
}

export function toppedGroups({ groups }: Pick<Question, 'groups'>): readonly ToppedGroup[] {
  return groups.filter((group): group is ToppedGroup => group.top !== undefined)
}

/** The names of the answer's columns that hold what is left of a column's values. */
export function toppedNames(question: Pick<Question, 'groups' | 'measures'>): ReadonlySet<string> {
  const names = outputNames(question)
  return new Set(question.groups.flatMap(({ top }, index) => (top === undefined ? [] : [names[index] ?? ''])))
}

/** The question for the largest values of a group, the largest first. */
export function topQuestion(question: Question, { top, ...group }: ToppedGroup): Question {
  const measure = question.measures.find(({ id }) => id === top.by)
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
    groups: [{ ...group, id: 'value', label: 'value' }],
    measures: [{ ...(measure ?? count), id: 'size', show: 'value', label: 'size' }],
    measureFilters: [],
    sort: [{ id: 'largest', by: { kind: 'part', id: 'size' }, direction: 'descending' }],
    limit: top.count,
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

/** The condition that keeps the largest, and what is not ranked. step: the name of the one that has them. */
export function keptValues(group: ToppedGroup, key: SqlExpression, step: string): SqlExpression {
  const isEmpty = group.column.type === 'text' && group.grain === null ? [binary(key, '=', word(''))] : []
  return anyOf([{ kind: 'in-step', of: key, step, name: 'value' }, isNull(key), ...isEmpty])
}

/** The value of a group among the largest, or that of all others. */
export function toppedKey(group: ToppedGroup, key: SqlExpression, step: string): SqlExpression {
  if (group.top.rest === 'left-out') return key
  const named = namesLikeOther.reduceRight<SqlExpression>((otherwise, name, index) => {
    const shown = namesLikeOther[index + 1]
    return shown === undefined
      ? otherwise
      : { kind: 'case', when: binary(key, '=', word(name)), result: word(shown), otherwise }
  }, key)
  return { kind: 'case', when: keptValues(group, key, step), result: named, otherwise: word(otherValue) }
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
