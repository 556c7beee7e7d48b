import { assertNever } from '../base/assert-never'
import { percentSign, signsOf, type NumberSign, type SignedColumn } from '../query/number-sign'
import { distinctLabels, groupNames, outputNames } from './part-labels'
import { findColumn } from './suggest-join'
import {
  isTimeGrain,
  type Question,
  type QuestionColumn,
  type QuestionMeasure,
  type QuestionTable,
  type TimeGrain,
} from './question'

/** The signs of the numbers in a question's answer, by column name, as they follow from the columns it reads. */
export function signsOfAnswer(
  question: Question,
  columnsOf: (table: QuestionTable) => readonly SignedColumn[],
): Readonly<Record<string, NumberSign>> {
  const { source, joins, groups, measures, columns } = question
  const ofTable = (table: QuestionTable | null | undefined) => (table ? columnsOf(table) : [])
  const signOf = (of: QuestionColumn) => {
    const { join } = of
    return findColumn(ofTable(join === null ? source : joins.find(({ id }) => id === join)?.table), of)?.sign
  }
  if (groups.length + measures.length > 0) {
    const signs = [
      ...groups.map(({ column, grain }) => (grain === null ? signOf(column) : undefined)),
      ...measures.map((measure) => measureSign(measure, signOf)),
    ]
    return signsOf(outputNames(question).map((name, index) => ({ name, sign: signs[index] })))
  }
  if (columns.length === 0) return signsOf(ofTable(source))
  const names = distinctLabels(columns.map(({ name }) => name))
  return signsOf(columns.map((column, index) => ({ name: names[index] ?? column.name, sign: signOf(column) })))
}

/** The buckets of time that rows of the answer are grouped by, by the names of their columns. */
export function grainsOfAnswer(question: Pick<Question, 'groups' | 'measures'>): Readonly<Record<string, TimeGrain>> {
  const names = groupNames(question)
  return Object.fromEntries(
    question.groups.flatMap(({ grain }, index) => (isTimeGrain(grain) ? [[names[index] ?? '', grain]] : [])),
  )
}

function measureSign(
  { fn, column, show }: QuestionMeasure,
  signOf: (column: QuestionColumn) => NumberSign | undefined,
): NumberSign | undefined {
  if (show === 'share') return percentSign
  switch (fn) {
    case 'count':
    case 'distinct':
    case 'expression':
      return undefined
    case 'sum':
    case 'average':
    case 'min':
    case 'max':
    case 'median':
    case 'percentile':
      return column === null ? undefined : signOf(column)
    default:
      return assertNever(fn)
  }
}
