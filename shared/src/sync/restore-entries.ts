import * as z from 'zod/mini'
import { jsonEqual, isJsonObject, type JsonObject, type JsonValue } from '../base/json'
import { TidemarkError } from '../errors/tidemark-error'
import { parseEntry } from './concepts'
import { authorshipFields, entryChangeSchema, type EntryChange } from './entry-change'
import { atPath, fieldsOf, mergedAtPath, withPath } from './field-paths'
import {
  mustBeAllowedToRestore,
  mustBeEditable,
  mustBeRestorable,
  mustKeepRowRules,
  mustStayWhole,
} from './restore-rules'
import { defineMutator, updatedBy } from '../entries/define-mutator'

/** The most changes that one mutation restores. */
export const maxRestoredChanges = 500

/**
 * Undo and redo: restores fields, each only if it still has the value that this person left, so that another person's
 * later edit wins; lists of a question are merged part by part. Fails with `changed-since` if nothing was left to
 * restore.
 */
export const restoreEntries = defineMutator({
  name: 'restoreEntries',
  args: { changes: z.array(entryChangeSchema).check(z.minLength(1), z.maxLength(maxRestoredChanges)) },
  // Each concept asks for its own: everybody has favourites.
  permission: { do: 'read-content' },
  run: async (tx, { changes, at }) => {
    let restoredCount = 0
    for (const change of changes) await mustBeRestorable(tx, change)
    await mustBeEditable(tx, changes)
    for (const change of changes) {
      const current = await tx.get(change.key)
      const next = restoredValue(current, change)
      if (next === 'unchanged') continue
      mustKeepRowRules(tx, change.key, current, next)
      if (next !== null) await mustBeAllowedToRestore(tx, change.key, current, next)
      if (next === null) await tx.del(change.key)
      // Parsed here as well as in the store, so that a browser refuses what the server would.
      else await tx.set(change.key, parseEntry(change.key, { ...next, ...updatedBy(tx, at) }))
      restoredCount += 1
    }
    if (restoredCount === 0) throw new TidemarkError('changed-since')
    await mustStayWhole(tx, changes)
    await mustBeEditable(tx, changes)
  },
})

/** Returns the entry after the change, null to delete it, or `unchanged` if somebody else has changed it since. */
function restoredValue(
  current: JsonValue | undefined,
  { key, expected, restored }: EntryChange,
): JsonObject | null | 'unchanged' {
  if (expected === null) return current === undefined && restored !== null ? restored : 'unchanged'
  if (!isJsonObject(current)) return 'unchanged'
  if (restored === null) return contentEquals(current, expected) ? null : 'unchanged'
  let next: JsonObject | 'unchanged' = 'unchanged'
  for (const field of fieldsOf(expected, restored)) {
    if (authorshipFields.has(field)) continue
    const value: JsonObject = next === 'unchanged' ? current : next
    const found = atPath(key, value, field)
    const isStillMine = jsonEqual(found, expected[field])
    const wanted = isStillMine ? restored[field] : mergedAtPath(key, value, field, expected[field], restored[field])
    if (isStillMine || !jsonEqual(found, wanted)) next = withPath(key, value, field, wanted)
  }
  return next
}

function contentEquals(a: JsonObject, b: JsonObject): boolean {
  const fields = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...fields].every((field) => authorshipFields.has(field) || jsonEqual(a[field], b[field]))
}
