import { assertNever } from '../base/assert-never'
import { jsonEqual } from '../base/json'
import { percentSign, signsOf, type NumberSign, type SignedColumn } from '../query/number-sign'
import { distinctLabels, groupNames, outputNames } from './part-labels'
import type { Model, QuestionModel } from './models/model'
import { nameInAnswer } from './stages/question-stages'
import { findColumn } from './suggest-join'
import { originsOf, unitedColumns } from './unions/united-columns'
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
  const { source, groups, measures, columns } = question
  const signOf = (of: Pick<QuestionColumn, 'join' | 'name' | 'part'>) => {
    const [sign, ...others] = originsOf(question, of).map(
      (origin) => findColumn(columnsOf(origin.table), origin.column)?.sign,
    )
    return others.every((other) => jsonEqual(other ?? null, sign ?? null)) ? sign : undefined
  }
  if (groups.length + measures.length > 0) {
    const signs = [
      ...groups.map(({ column, grain }) => (grain === null ? signOf(column) : undefined)),
      ...measures.map((measure) => measureSign(measure, signOf)),
    ]
    return signsOf(outputNames(question).map((name, index) => ({ name, sign: signs[index] })))
  }
  const united = unitedColumns(question)
  if (columns.length === 0 && united !== null)
    return signsOf(united.map((column) => ({ name: column.name, sign: signOf({ ...column, join: null }) })))
  if (columns.length === 0) return signsOf(source === null ? [] : columnsOf(source))
  const names = distinctLabels(columns.map(({ name }) => name))
  return signsOf(columns.map((column, index) => ({ name: names[index] ?? column.name, sign: signOf(column) })))
}

/**
 * The buckets of time that values of the answer are, by the names of their columns: those it is grouped by, and those of models
 * and earlier steps whose columns it passes on. models: those that the question reads, steps among them.
 */
export function grainsOfAnswer(question: Question, models: readonly Model[] = []): Readonly<Record<string, TimeGrain>> {
  const { source, groups, measures, columns } = question
  const modelOf = (table: QuestionTable | null | undefined) =>
    models.find((one): one is QuestionModel => one.kind === 'builder' && one.id === table?.model)
  const passed = (of: Pick<QuestionColumn, 'join' | 'name' | 'part'>): TimeGrain | undefined => {
    const [grain, ...others] = originsOf(question, of).map((origin) => {
      const model = modelOf(origin.table)
      return model && grainOfColumn(model.question, nameInAnswer(model.question, origin.column), models)
    })
    return others.every((other) => other === grain) ? grain : undefined
  }
  if (groups.length + measures.length > 0) {
    const names = groupNames(question)
    return named(
      groups.map((group, index) => {
        const { column, grain, bin } = group
        const isKept = grain === null && bin === undefined
        return [names[index] ?? '', isTimeGrain(grain) ? grain : isKept ? passed(column) : undefined]
      }),
    )
  }
  if (columns.length > 0) {
    const names = distinctLabels(columns.map(({ name }) => name))
    return named(columns.map((column, index) => [names[index] ?? column.name, passed(column)]))
  }
  const united = unitedColumns(question)
  if (united !== null) return named(united.map((column) => [column.name, passed({ ...column, join: null })]))
  const model = modelOf(source)
  return model === undefined ? {} : grainsOfAnswer(model.question, models)
}

function grainOfColumn(question: Question, name: string, models: readonly Model[]): TimeGrain | undefined {
  const grains = grainsOfAnswer(question, models)
  return Object.hasOwn(grains, name) ? grains[name] : undefined
}

function named(grains: readonly (readonly [string, TimeGrain | undefined])[]): Readonly<Record<string, TimeGrain>> {
  return Object.fromEntries(
    grains.flatMap(([name, grain]): [string, TimeGrain][] => (grain === undefined ? [] : [[name, grain]])),
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
