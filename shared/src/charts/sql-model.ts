import { err, ok, type Result } from '../base/result'
import type { SqlModel } from '../builder/models/model'
import type { Field } from '../query/field'
import type { SqlSyntax } from '../query/sql-syntax'
import { modelFieldsSchema, type ModelField, type SqlChart } from './chart'

/** A chart in SQL as a model, whether or not it is one. */
export function sqlModelOf({ id, name, query, modelFields }: SqlChart, syntax: SqlSyntax): SqlModel {
  const columns = (modelFields ?? []).map((field) => ({ ...field, references: null }))
  const unknown =
    query.withheld === true ? 'is kept from you.' : 'has not told its columns yet. Open it and run its SQL.'
  const refusal = columns.length === 0 ? { refusal: unknown } : {}
  return { kind: 'sql', id, name, connectionId: query.connectionId, query, syntax, columns, ...refusal }
}

/** Columns with the parts that the columns of the same names were before. */
export function keepParts(fields: readonly ModelField[], before: readonly ModelField[] = []): readonly ModelField[] {
  return fields.map((field) => ({ ...before.find(({ name }) => name === field.name), ...field }))
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
