import type { CellValue } from '../../query/field'
import { plainModelColumns } from '../models/plain-model-columns'
import { distinctLabels, outputNames } from '../part-labels'
import {
  isTimeGrain,
  otherValue,
  type Question,
  type QuestionColumn,
  type QuestionGroup,
  type QuestionSort,
  type QuestionStep,
  type QuestionTable,
} from '../question'
import type { BuilderColumn } from '../suggest-join'
import { unitedColumns } from '../unions/united-columns'
import { mappedColumns } from './mapped-columns'

/**
 * A step of a question as a question of its own, without further steps. id: null for the first. number: from 1, as people count
 * them. The source of a later one is the step before it, which is to it what a model is: `tableOfStage`. reads: the columns of
 * that, as far as they are known without asking.
 */
export interface QuestionStage {
  readonly id: string | null
  readonly number: number
  readonly reads: readonly BuilderColumn[]
  readonly question: Question
}

/** Stages are asked for again and again, and what is made of them is compared by identity. */
const known = new WeakMap<Question, Map<string, readonly QuestionStage[]>>()

/**
 * The steps of a question that say anything, the first of them always among these. owner: the model that the question is of,
 * since the steps of several may be in one statement.
 */
export function stagesOf(question: Question, owner = ''): readonly QuestionStage[] {
  const byOwner = known.get(question) ?? new Map<string, readonly QuestionStage[]>()
  known.set(question, byOwner)
  const found = byOwner.get(owner)
  if (found !== undefined) return found
  const { steps, ...first } = question
  const stages: QuestionStage[] = [{ id: null, number: 1, reads: [], question: steps === undefined ? question : first }]
  let columns = plainModelColumns(first, () => null)
  for (const [index, step] of (steps ?? []).entries()) {
    const before = stages.at(-1)
    if (before === undefined || isEmptyStep(step)) continue
    const asked = stageAfter(before, step, columns, owner)
    stages.push({ id: step.id, number: index + 2, reads: columns ?? [], question: asked })
    const read = columns
    columns = plainModelColumns(asked, () => read)
  }
  byOwner.set(owner, stages)
  return stages
}

/** The step whose answer is a question's: the question itself where it has one alone. */
export function lastStage(question: Question, owner = ''): Question {
  return stagesOf(question, owner).at(-1)?.question ?? question
}

/**
 * The columns of a question's answer, as far as they are known without reading expressions. columnsOf: of the table or model that it
 * reads.
 */
export function answerColumns(
  question: Question,
  columnsOf: (table: QuestionTable) => readonly BuilderColumn[] | null | undefined = () => null,
): readonly BuilderColumn[] {
  const stage = stagesOf(question).at(-1)
  if (stage === undefined) return []
  return plainModelColumns(stage.question, (table) => (isOfStage(table) ? stage.reads : columnsOf(table))) ?? []
}

/**
 * The names of a column of the answer in the steps that it comes through, those that it is grouped by a span of time in: its own first.
 * `days` is the column that months of days are months of. value: one of the column, which may be one of the largest of another.
 */
export function namesThrough(
  question: Question,
  column: string,
  value: CellValue = otherValue,
): { readonly names: readonly string[]; readonly first: string } {
  const names = [column]
  let first = column
  let isSame = true
  for (const { question: of } of stagesOf(question).toReversed()) {
    const group = of.groups[outputNames(of).indexOf(first)]
    if (group === undefined) continue
    first = group.column.name
    const { top: _, ...whole } = group
    const isValue = isPlain(whole) && (group.top === undefined || value !== otherValue)
    isSame &&= isValue || isTimeGrain(group.grain)
    if (isSame && !isPlain(group)) names.push(first)
  }
  return { names, first }
}

/** True of a group by the values of its column as they are. */
export function isPlain({ grain, bin, top }: Pick<QuestionGroup, 'grain' | 'bin' | 'top'>): boolean {
  return grain === null && bin === undefined && top === undefined
}

/** The name that a step's answer has for a column, which may be called otherwise where it was chosen. */
export function nameInAnswer(question: Question, { name, part }: Pick<QuestionColumn, 'name' | 'part'>): string {
  const at = part === undefined ? -1 : [...question.groups, ...question.measures].findIndex(({ id }) => id === part)
  return outputNames(question)[at] ?? name
}

/** The step as its successors name it. */
export function tableOfStage({ number }: Pick<QuestionStage, 'number'>, owner = ''): QuestionTable & { model: string } {
  return { schema: null, name: `Step ${number}`, model: `${owner}/${number}` }
}

/** True of what is no model but a step of a question. */
export function isOfStage({ model }: Pick<QuestionTable, 'model'>): boolean {
  return model?.includes('/') === true
}

/** The changes of a question that change one of its steps. id: null for the first. */
export function changedStage(question: Question, id: string | null, parts: Partial<QuestionStep>): Partial<Question> {
  if (id === null) return parts
  return { steps: (question.steps ?? []).map((step) => (step.id === id ? { ...step, ...parts } : step)) }
}

/** The question with other parts in its last step. */
export function withLastStage(question: Question, { source: _, steps: __, ...parts }: Partial<Question>): Question {
  return { ...question, ...changedStage(question, stagesOf(question).at(-1)?.id ?? null, parts) }
}

/** The question that ends with a step. id: null for the first. */
export function untilStage(question: Question, id: string | null): Question {
  const { steps = [], ...first } = question
  const kept = steps.slice(0, steps.findIndex((step) => step.id === id) + 1)
  return kept.length === 0 ? first : { ...first, steps: kept }
}

/** True of a step that changes nothing: the answer of the one before it goes through. */
export function isEmptyStep(step: Omit<QuestionStep, 'id'>): boolean {
  const { unions = [], joins, expressions = [], filter, groups, measures, measureFilters = [] } = step
  const { columns, sort, limit } = step
  const lists = [unions, joins, expressions, filter.items, groups, measures, measureFilters, columns, sort]
  return limit === null && lists.every((list) => list.length === 0)
}

function stageAfter(
  before: QuestionStage,
  { id: _, ...step }: QuestionStep,
  columns: readonly BuilderColumn[] | null,
  owner: string,
): Question {
  const written: Question = { ...step, source: tableOfStage(before, owner) }
  const asked = columns === null ? written : mappedColumns(written, (of) => asOfNow(of, columns, before.question))
  const isRows = asked.groups.length + asked.measures.length === 0 && unitedColumns(asked) === null
  return isRows && asked.sort.length === 0 ? { ...asked, sort: orderAfter(before.question, columns ?? []) } : asked
}

/** A column with the type that it has got since it was chosen. Expressions are not read for it. */
function asOfNow(of: QuestionColumn, columns: readonly BuilderColumn[], { measures }: Question): QuestionColumn {
  if (of.join !== null || measures.some(({ id, fn }) => id === of.part && fn === 'expression')) return of
  const found = of.part === undefined ? undefined : columns.find(({ part }) => part === of.part)
  return found === undefined ? of : { ...of, type: found.type, databaseType: found.databaseType }
}

/** The order of a step, for rows of it that have none of their own: nobody expects a filter to shuffle them. */
function orderAfter(before: Question, columns: readonly BuilderColumn[]): QuestionSort[] {
  if (before.groups.length + before.measures.length > 0) {
    const asked = before.sort.flatMap(({ by, direction }) => (by.kind === 'part' ? [{ id: by.id, direction }] : []))
    const others = before.groups.filter(({ id }) => asked.every((one) => one.id !== id))
    return [...asked, ...others.map(({ id }) => ({ id, direction: 'ascending' as const }))].flatMap((order) => {
      const found = columns.find(({ part }) => part === order.id)
      return found === undefined ? [] : [sortBy(found, order)]
    })
  }
  const labels = distinctLabels(before.columns.map(({ name }) => name))
  return before.sort.flatMap((order) => {
    if (order.by.kind !== 'column') return []
    const { column } = order.by
    const { join, name } = column
    if (before.columns.length === 0)
      return join === null || before.expressions?.some(({ id }) => id === join) ? [sortBy(column, order)] : []
    const label = labels[before.columns.findIndex((one) => one.join === join && one.name === name)]
    return label === undefined ? [] : [sortBy({ ...column, name: label }, order)]
  })
}

function sortBy(
  { name, type, databaseType, part }: Pick<BuilderColumn, 'name' | 'type' | 'databaseType' | 'part'>,
  { id, direction }: Pick<QuestionSort, 'id' | 'direction'>,
): QuestionSort {
  const column = { join: null, name, type, databaseType, ...(part === undefined ? {} : { part }) }
  return { id, by: { kind: 'column', column }, direction }
}
