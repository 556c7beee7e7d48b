import { textHash } from '../base/text-hash'
import { err, ok, type Result } from '../base/result'
import type { SqlModel } from '../builder/models/model'
import type { SqlText } from '../builder/compile/sql-node'
import { TidemarkError } from '../errors/tidemark-error'
import { bindTemplate } from '../query/bind-template'
import type { Field } from '../query/field'
import { nestedSelect } from '../builder/models/nested-select'
import type { SqlQuery } from '../query/run-query'
import type { SqlSyntax } from '../query/sql-syntax'
import { parseSqlTemplate } from '../query/sql-template'
import { modelFieldsSchema, type ModelField, type SqlChart } from './chart'

// Charts stay the same objects until they change, and a text is read each time that its model is asked.
const known = new WeakMap<SqlChart, { readonly syntax: SqlSyntax; readonly model: SqlModel }>()

/** A chart in SQL as a model, whether or not it is one. */
export function sqlModelOf(chart: SqlChart, syntax: SqlSyntax): SqlModel {
  const before = known.get(chart)
  if (before?.syntax === syntax) return before.model
  const model = readModel(chart, syntax)
  known.set(chart, { syntax, model })
  return model
}

function readModel({ id, name, query, modelFields }: SqlChart, syntax: SqlSyntax): SqlModel {
  const { connectionId } = query
  const columns = (modelFields ?? []).map((field) => ({ ...field, references: null }))
  const base = { kind: 'sql', id, name, connectionId, query, columns, nested: null } as const
  const unknown = { refusal: 'has not told its columns yet. Open it and run its SQL.' }
  if (query.withheld === true) return { ...base, ...(columns.length === 0 ? { refusal: 'is kept from you.' } : {}) }
  const nested = nestedSql(query, syntax, id)
  if (!nested.ok) return { ...base, refusal: `cannot be asked: its SQL ${nested.error}` }
  return { ...base, nested: nested.value, ...(columns.length === 0 ? unknown : {}) }
}

/**
 * Returns a query's text as a part of another statement, with the defaults of its parameters; or why it cannot be one, as the end of a
 * sentence. id: keeps its values apart from those of other models.
 */
export function nestedSql(query: SqlQuery, syntax: SqlSyntax, id: string): Result<SqlText, string> {
  const template = parseSqlTemplate(query.sql, syntax)
  if (!template.ok) return err(`cannot be read: ${template.error.detail}`)
  try {
    const { text, params } = bindTemplate(template.value, query.parameters ?? [], {}, new Set(), `m_${textHash(id)}_`)
    const nested = nestedSelect(text, syntax, params)
    return nested.ok ? ok({ kind: 'text', text: nested.value, params }) : nested
  } catch (thrown) {
    if (!(thrown instanceof TidemarkError)) throw thrown
    return err(`waits for a value: ${thrown.detail} Give it a default.`)
  }
}

/** Returns the columns of an answer as those of a model; or what keeps them from being that. */
export function modelFieldsOf(
  fields: readonly Pick<Field, 'name' | 'type' | 'databaseType'>[],
): Result<readonly ModelField[], string> {
  if (fields.some(({ name }) => name.trim() === '')) return err('A column has no name. Give it one with AS.')
  const parsed = modelFieldsSchema.safeParse(fields)
  if (!parsed.success) return err('A model has at most 1000 columns, with names of at most 255 characters.')
  const names = new Set<string>()
  for (const { name } of parsed.data) {
    const lower = name.toLowerCase()
    if (names.has(lower)) return err(`Two columns are called “${name}”. Give one of them another name with AS.`)
    names.add(lower)
  }
  return ok(parsed.data)
}
