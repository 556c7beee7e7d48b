import * as z from 'zod/mini'
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json'
import { blankSettings } from '../tables/table-settings'
import { atPath, changedPaths } from './field-paths'

const jsonSchema: z.ZodMiniType<JsonValue> = z.json()
const fieldsSchema = z.record(z.string(), jsonSchema)

/**
 * One entry's part of an undo or redo step. For whole entries, `expected` null means that it must be absent (it is
 * created again) and `restored` null that it is deleted. Otherwise both hold the same fields, before and after; a field
 * that only one of them holds is absent in the other. In a chart, a field's name may be a path into it (see
 * `changedPaths`).
 */
export const entryChangeSchema = z.object({
  key: z.string().check(z.maxLength(200)),
  expected: z.nullable(fieldsSchema),
  restored: z.nullable(fieldsSchema),
})
export type EntryChange = z.infer<typeof entryChangeSchema>

/** Fields that every change sets; undo ignores them. */
export const authorshipFields: ReadonlySet<string> = new Set(['createdAt', 'createdBy', 'updatedAt', 'updatedBy'])

/**
 * Returns the change that undoes going from `before` to `after` (undefined: absent); null if only authorship differs.
 */
export function undoOf(key: string, before: JsonValue | undefined, after: JsonValue | undefined): EntryChange | null {
  if (!isJsonObject(before)) {
    if (!isJsonObject(after)) return null
    const blank = blankSettings(key, after)
    return blank === null ? { key, expected: definedFields(after), restored: null } : undoOf(key, blank, after)
  }
  if (!isJsonObject(after)) return { key, expected: null, restored: definedFields(before) }
  const fields = changedPaths(key, before, after).filter((field) => !authorshipFields.has(field))
  if (fields.length === 0) return null
  const pick = (value: JsonObject) =>
    definedFields(Object.fromEntries(fields.map((field) => [field, atPath(key, value, field)])))
  return { key, expected: pick(after), restored: pick(before) }
}

/** Returns the change that redoes an undo. */
export function invertChange(change: EntryChange): EntryChange {
  return { key: change.key, expected: change.restored, restored: change.expected }
}

function definedFields(value: JsonObject): Record<string, JsonValue> {
  const fields: Record<string, JsonValue> = {}
  for (const [field, fieldValue] of Object.entries(value)) if (fieldValue !== undefined) fields[field] = fieldValue
  return fields
}
