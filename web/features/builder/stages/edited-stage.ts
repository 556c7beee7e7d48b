import { listOf } from '@tidemark/shared/base/list-of'
import { checkQuestion } from '@tidemark/shared/builder/check-question'
import type { QuestionProblem } from '@tidemark/shared/builder/stages/question-problem'
import { missingNames } from '@tidemark/shared/builder/missing-names'
import type { ModelLookup, QuestionModel } from '@tidemark/shared/builder/models/model'
import { resolveModels } from '@tidemark/shared/builder/models/resolve-models'
import { emptyQuestion, type Question, type QuestionStep, type QuestionTable } from '@tidemark/shared/builder/question'
import { isSameTable } from '@tidemark/shared/builder/same-table'
import { changedStage, stagesOf, tableOfStage, untilStage } from '@tidemark/shared/builder/stages/question-stages'
import { columnOf, findColumn, type BuilderTable, type ReadTable } from '@tidemark/shared/builder/suggest-join'
import { originsOf, unitedColumns } from '@tidemark/shared/builder/unions/united-columns'
import type { PreviewChoice } from './stage-preview'

/**
 * A step of a question as the builder changes it, empty ones too. question: its parts as they are stored, with what it reads as its
 * source. read: the tables it reads. own: its source, without the rows of others. before: the question that ends before it; absent for the first.
 */
export interface EditedStage {
  readonly id: string | null
  readonly number: number
  readonly question: Question
  readonly read: readonly ReadTable[]
  readonly own: BuilderTable | undefined
  readonly before: Question | undefined
}

/** The steps of a question to be edited, and what is wrong with them. isUnread: the tables are not known now. */
export function stagesToEdit(
  { connectionId, question }: Pick<QuestionModel, 'connectionId' | 'question'>,
  tables: readonly BuilderTable[],
  lookup: ModelLookup,
  isUnread = false,
): { readonly stages: readonly EditedStage[]; readonly problems: readonly QuestionProblem[] } {
  const { steps = [], ...first } = question
  const columnsOf = (wanted: QuestionTable) => tables.find(({ table }) => isSameTable(table, wanted))?.columns
  // A last step that reads what the question answers, so that the columns of that are found too.
  const probe: QuestionStep = { ...noParts, id: 'probe', limit: 1 }
  const probed: Question = { ...question, steps: [...steps, probe] }
  const models = resolveModels({ connectionId, question: probed }, lookup, columnsOf)
  const answered = stagesOf(probed)
  const missing = isUnread ? [] : missingNames(question, tables)
  const stages = steps.map((step, index): EditedStage => {
    const number = index + 2
    const before = answered.findLast((stage) => stage.number < number)
    if (before === undefined) throw new Error('a question has a first step')
    const table = tableOfStage(before)
    const next = answered.find((stage) => stage.number >= number)
    const found = models.ok ? models.value.find(({ id }) => id === table.model)?.columns : null
    const { id, ...parts } = step
    // The types of its columns are those of now.
    const asked = next?.number === number ? { ...next.question, sort: step.sort } : { ...parts, source: table }
    const own = { table, title: table.name, rowCount: null, columns: found ?? next?.reads ?? [] }
    return {
      id,
      number,
      question: asked,
      read: readTables(asked, [...tables, own]),
      own,
      before: untilStage(question, before.id),
    }
  })
  const own = tables.find(({ table }) => first.source !== null && isSameTable(table, first.source))
  const firstStage = { id: null, number: 1, question: first, read: readTables(first, tables), own, before: undefined }
  return {
    stages: [firstStage, ...stages],
    problems: [...checkQuestion(question), ...(models.ok ? missing : models.error)],
  }
}

const { source: _, ...noParts } = emptyQuestion

/** The queries for the first rows of a step: those it reads, as far as it groups them, and its own. */
export function previewsOf(connectionId: string, question: Question, stage: EditedStage): readonly PreviewChoice[] {
  const until = untilStage(question, stage.id)
  const queryOf = (of: Question) => ({ kind: 'builder', connectionId, question: of }) as const
  const result = { label: 'Result', query: queryOf(until) }
  const { groups, measures, joins } = stage.question
  if (groups.length + measures.length === 0) return [result]
  const columns =
    joins.length === 0 ? [] : stage.read.flatMap(({ join, table }) => table.columns.map((one) => columnOf(join, one)))
  const { joins: _joins, expressions: _expressions, filter: _filter, ...cleared } = noParts
  const rows = {
    ...until,
    ...changedStage(until, stage.id, { ...cleared, measureFilters: [], columns: columns.slice(0, 200) }),
  }
  return [result, { label: 'Before grouping', query: queryOf(rows) }]
}

/** The source, with the rows that follow those of it, and the joined tables, as far as the schema still has them. */
function readTables(question: Question, tables: readonly BuilderTable[]): readonly ReadTable[] {
  const find = (wanted: QuestionTable | null) =>
    tables.find(({ table }) => wanted !== null && isSameTable(table, wanted))
  const { source, unions = [], joins } = question
  const united = unitedColumns(question)
  return [{ id: null, table: source }, ...joins].flatMap(({ id, table }) => {
    const found = find(table)
    if (found === undefined) return []
    if (id !== null || united === null) return [{ join: id, table: found }]
    const titles = [found.title, ...unions.map((union) => find(union.table)?.title ?? union.table.name)]
    const columns = united.map((column) => {
      const [origin] = originsOf(question, { ...column, join: null })
      const described = origin && findColumn(find(origin.table)?.columns ?? [], origin.column)
      return { ...described, ...column }
    })
    return [{ join: id, table: { ...found, title: listOf(titles), rowCount: null, columns } }]
  })
}
