import type { NarrowOptions } from '../compile/compile-question'
import { mentionedColumns } from '../compile/question-base'
import type { ResolvedModel } from '../models/resolve-models'
import { distinctLabels, groupNames, outputNames } from '../part-labels'
import type { Question, QuestionColumn } from '../question'
import { isPlain, nameInAnswer, stagesOf, type QuestionStage } from './question-stages'
import { columnOf } from '../suggest-join'
import { unitedColumns } from '../unions/united-columns'

/** The step whose rows have a column, and the name that it has there. */
export interface StagePlace {
  readonly stage: QuestionStage
  readonly column: string
}

/**
 * Finds the step of a question that a filter of a name narrows: a column of the answer where its values come from, before all that is
 * made of them; any other name in the first step that has it, and what nobody knows in the last. sourceColumns: of the first
 * step's source, as far as they are known; null for somebody who may see the answer alone. isTraced: false for columns of the
 * answer as the last step reads them.
 */
export function stagePlaces(
  question: Question,
  sourceColumns: readonly Pick<QuestionColumn, 'name'>[] | null,
  isTraced = true,
): (name: string) => StagePlace {
  const stages = stagesOf(question)
  const last = stages.length - 1
  const at = (index: number, column: string): StagePlace => {
    const stage = stages[index]
    if (stage === undefined) throw new Error(`the question has no step ${index}`)
    return { stage, column }
  }
  const isOutput = (index: number, name: string): boolean => {
    const { question: of } = at(index, name).stage
    const names = answerNames(of)
    if (names !== null) return names.includes(name)
    if (of.expressions?.some((computed) => computed.name === name)) return true
    return isOfSource(index, name)
  }
  /** True of a name that a step's rows have before anything is made of them. */
  const isOfSource = (index: number, name: string): boolean => {
    const known = unitedColumns(at(index, name).stage.question) ?? (index === 0 ? (sourceColumns ?? []) : null)
    return known === null ? isOutput(index - 1, name) : known.some((column) => column.name === name)
  }
  const traced = (index: number, name: string): StagePlace => {
    const from = index === 0 ? null : throughColumn(at(index, name).stage.question, name)
    if (from === null) return at(index, name)
    const { question: before } = at(index - 1, name).stage
    const now = nameInAnswer(before, from)
    return isOutput(index - 1, now) && !measureNames(before).includes(now) ? traced(index - 1, now) : at(index, name)
  }
  const isRead = (index: number, name: string): boolean => {
    const { question: of } = at(index, name).stage
    if (groupNames(of).includes(name) || mentionedColumns(of).some((column) => column.name === name)) return true
    return isOfSource(index, name)
  }
  return (name) => {
    if (last === 0) return at(0, name)
    if (isOutput(last, name)) return isTraced ? traced(last, name) : at(last, name)
    const known = sourceColumns === null ? -1 : stages.findIndex((_, index) => isRead(index, name))
    return at(known < 0 ? last : known, name)
  }
}

/** The filters that narrow a step, as its columns are called there. given: the names that they came with. */
export interface StageNarrowing extends NarrowOptions {
  readonly stage: QuestionStage
  readonly given: readonly string[]
}

/** The filters of a question, step by step. models: those that it reads. */
export function stageNarrowings(
  question: Question,
  models: readonly Pick<ResolvedModel, 'id' | 'columns'>[],
  { filters, sourceColumns, onTheWall }: NarrowOptions,
): readonly StageNarrowing[] {
  const placeOf = stagePlaces(question, sourceColumns)
  const placed = filters.map((filter) => ({ filter, place: placeOf(filter.column) }))
  return stagesOf(question).map((stage) => {
    const own = placed.filter(({ place }) => place.stage === stage)
    const united = unitedColumns(stage.question)
    const before = united ?? models.find(({ id }) => id === stage.question.source?.model)?.columns ?? stage.reads
    return {
      stage,
      given: own.map(({ filter }) => filter.column),
      filters: own.map(({ filter, place }) => ({ ...filter, column: place.column })),
      sourceColumns:
        stage.id === null && united === null
          ? sourceColumns
          : sourceColumns && before.map((column) => columnOf(null, column)),
      onTheWall,
    }
  })
}

/** The names of an answer's columns; null for all that is read. */
function answerNames(question: Question): readonly string[] | null {
  if (question.groups.length + question.measures.length > 0) return outputNames(question)
  return question.columns.length === 0 ? null : distinctLabels(question.columns.map(({ name }) => name))
}

/** The column of the step before that a column of the answer is unchanged; null for one that is made or joined here. */
function throughColumn(question: Question, name: string): Pick<QuestionColumn, 'name' | 'part'> | null {
  const names = answerNames(question)
  // Its values are not those of the step before alone.
  if (unitedColumns(question) !== null) return null
  if (names === null) return question.expressions?.some((computed) => computed.name === name) ? null : { name }
  const index = names.indexOf(name)
  const isRows = question.groups.length + question.measures.length === 0
  const group = isRows ? undefined : question.groups[index]
  if (!isRows && (group === undefined || !isPlain(group))) return null
  const column = group?.column ?? question.columns[index]
  return column?.join === null ? column : null
}

function measureNames(question: Question): readonly string[] {
  return outputNames(question).slice(question.groups.length)
}
