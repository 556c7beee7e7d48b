import { err, ok, type Result } from '@tidemark/shared/base/result'
import { builderDialectOf } from '@tidemark/shared/connections/connection-dialect'
import type { BuilderChart, ModelField, SqlChart } from '@tidemark/shared/charts/chart'
import { modelOfChart, modelsIn } from '@tidemark/shared/charts/chart-models'
import { modelFieldsOf } from '@tidemark/shared/charts/sql-model'
import { findConnection } from '@tidemark/shared/connections/connection-queries'
import { givenFields } from '@tidemark/shared/entries/define-mutator'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { modelTables } from '@tidemark/shared/builder/models/model-tables'
import { nestedSelect, nestedSql } from '@tidemark/shared/builder/models/nested-select'
import type { BuilderTable } from '@tidemark/shared/builder/suggest-join'
import { isWithheld, type RunItem } from '@tidemark/shared/query/run-query'
import type { Field } from '@tidemark/shared/query/field'
import { runItem } from '@/client/results/run-query-client'

/**
 * Returns the columns of a chart in SQL as a model, or why it cannot be one. fields: of the answer of that SQL; absent to run it for
 * them. Only a reader with its text is told of names that two columns share.
 */
export async function askModelFields(
  view: EntryView,
  { id, query }: SqlChart,
  fields?: readonly Field[],
): Promise<Result<readonly ModelField[], string>> {
  const dialect = builderDialectOf(findConnection(view, query.connectionId) ?? null, 'UTC')
  const nested = isWithheld(query) ? ok(null) : nestedSql(query, dialect.syntax, id)
  if (!nested.ok) return err(`Its SQL ${nested.error}`)
  const item: RunItem = isWithheld(query) ? { chartId: id } : { query }
  const answered = fields === undefined ? await askFields(item) : ok(fields)
  const found = answered.ok ? modelFieldsOf(answered.value) : answered
  const shared = found.ok ? nameMadeDistinct(found.value) : null
  if (shared === null || isWithheld(query)) return found
  // An answer tells two columns of one name apart by such names; a table may have them, too.
  const select = nestedSelect(query.sql, dialect.syntax)
  const names = (found.ok ? found.value : []).map(({ name }) => `answer.${dialect.quoteName(name)}`)
  const sql = `SELECT ${names.join(', ')}\nFROM (\n${select.ok ? select.value : query.sql}\n) AS answer`
  const again = await askFields({ query: { ...query, sql } })
  return again.ok ? found : err(`Two of its columns are called “${shared}”. Give one of them another name with AS.`)
}

/** Returns the name of which there is one with a number as well; null for none. */
function nameMadeDistinct(fields: readonly ModelField[]): string | null {
  const names = new Set(fields.map(({ name }) => name))
  return (
    fields
      .map(({ name }) => name.replace(/_\d+$/, ''))
      .find((name, at) => name !== fields[at]?.name && names.has(name)) ?? null
  )
}

/** Returns the columns of a question as a model, which it has before anything runs; none while it cannot be asked. */
export function fieldsOfQuestion(
  view: EntryView,
  chart: BuilderChart,
  tables: readonly BuilderTable[],
): readonly ModelField[] {
  const [model] = modelTables([modelOfChart(view, { ...chart, isModel: true })], modelsIn(view), tables)
  return (model?.columns ?? []).map(({ name, type, databaseType, part }) => ({
    name,
    type,
    databaseType,
    ...givenFields({ part }),
  }))
}

async function askFields(item: RunItem): Promise<Result<readonly Field[], string>> {
  const outcome = await runItem({ ...item, maxRows: 1 }, new AbortController().signal)
  if (outcome.kind === 'refused') return err(outcome.error.detail ?? outcome.error.message)
  if (outcome.kind !== 'result') return err('It has to be run once for its columns, and the server cannot be reached.')
  const { error, fields } = outcome.result
  return error === undefined ? ok(fields) : err(`Its SQL fails: ${error.detail ?? error.message}`)
}
