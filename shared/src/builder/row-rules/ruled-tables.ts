import type { Actor } from '../../access/actor'
import { valuesOfAttribute } from '../../access/attributes'
import { overOtherTables, type ModelLookup, type QuestionModel } from '../models/model'
import {
  emptyQuestion,
  type Question,
  type QuestionCondition,
  type QuestionFilter,
  type QuestionFilterGroup,
  type QuestionTable,
  type QuestionTest,
} from '../question'
import { isRuleValue, type RowCondition, type RowRule } from './row-rule'

type Asker = Pick<Actor, 'kind' | 'role' | 'attributes'>

/** Finds the rule of a table or model that holds for the asker; undefined if none does. */
export type RuleLookup = (table: QuestionTable) => RowRule | undefined

/** Questions and models as somebody asks them who sees only some rows of the tables that they read. */
export interface RuledTables {
  /** Returns the question over the rows that the asker sees. */
  readonly question: (question: Question) => Question
  /** Finds models over the rows that the asker sees, and those rows, which questions above read like a model. */
  readonly lookup: ModelLookup
  /** Lists the rows of tables that were put in so far. */
  readonly rows: () => readonly QuestionModel[]
}

/**
 * Puts the rows that a person sees in the place of each table with a rule, wherever a question or a model behind it
 * reads the table: each is compiled as a step of its own, before anything is joined, filtered or counted.
 */
export function createRuledTables(
  lookup: ModelLookup,
  ruleOf: RuleLookup,
  { connectionId, asker }: { readonly connectionId: string; readonly asker: Asker },
): RuledTables {
  const rowsByTable = new Map<string, QuestionModel>()
  const rowsById = new Map<string, QuestionModel>()
  const ruled = <Table extends QuestionTable>(table: Table): Table => {
    const rule = ruleOf(table)
    if (rule === undefined) return table
    const { schema, name, model } = table
    const place = JSON.stringify(model === undefined ? [schema, name] : [model])
    let rows = rowsByTable.get(place)
    if (rows === undefined) {
      const source = { schema, name, ...(model !== undefined && { model }) }
      const question = { ...emptyQuestion, source, filter: filterOf(rule, asker) }
      // No chart has an id with a blank.
      rows = { kind: 'builder', id: `rows of ${rowsByTable.size + 1}`, name, connectionId, question }
      rowsByTable.set(place, rows)
      rowsById.set(rows.id, rows)
    }
    return { ...table, schema: null, model: rows.id }
  }
  const over = (question: Question) => overOtherTables(question, ruled)
  return {
    question: over,
    rows: () => [...rowsById.values()],
    lookup: (id) => {
      const model = rowsById.get(id) ?? lookup(id)
      return model?.kind !== 'builder' || rowsById.has(id) ? model : { ...model, question: over(model.question) }
    },
  }
}

function filterOf({ match, conditions }: RowRule, asker: Asker): QuestionFilter {
  return { match, items: conditions.map((condition, index) => groupOf(condition, `rule-${index + 1}`, asker)) }
}

function groupOf(condition: RowCondition, id: string, asker: Asker): QuestionFilterGroup {
  const column = { join: null, ...condition.column }
  const tests = testsOf(condition, asker)
  const items = (all: readonly QuestionTest[]) =>
    all.map((test, index): QuestionCondition => ({ kind: 'condition', id: `${id}-${index + 1}`, column, test }))
  return tests.length > 0
    ? { kind: 'group', id, match: 'any', items: items(tests) }
    : // Without a value no row passes: none is empty and is not.
      { kind: 'group', id, match: 'all', items: items([{ op: 'is-empty' }, { op: 'is-not-empty' }]) }
}

/** The tests of which one must pass. A value that the column cannot have is the value of no row. */
function testsOf({ column, test }: RowCondition, asker: Asker): readonly QuestionTest[] {
  const given = test.kind === 'values' ? test.values : valuesOfAttribute(asker, test.attribute)
  const values = given.filter((value) => isRuleValue(value, column.type))
  if (column.type !== 'boolean') return values.length === 0 ? [] : [{ op: 'is', values }]
  return values.map((value) => ({ op: value === 'true' ? 'is-true' : 'is-false' }))
}
