import * as z from 'zod/mini'
import { jsonEqual, type JsonValue } from '@tidemark/shared/base/json'
import { fieldsOf } from '@tidemark/shared/sync/field-paths'
import { undoOf, type EntryChange } from '@tidemark/shared/sync/entry-change'

/** One entry as a mutation found it and left it; undefined: absent. */
export interface Written {
  readonly key: string
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

const jsonSchema: z.ZodMiniType<JsonValue> = z.json()

/**
 * What a mutation has found where it changed something, by key: the fields as `undoOf` names them, of what it deleted all; null where
 * there was nothing. What it left as it was is not among it.
 */
export const foundSchema = z.record(z.string(), z.nullable(z.record(z.string(), jsonSchema)))
export type Found = Readonly<z.infer<typeof foundSchema>>

export function foundBy(writes: readonly Written[]): Found {
  return Object.fromEntries(
    writes.flatMap(({ key, before, after }) => {
      const undo = undoOf(key, before, after)
      return undo === null ? [] : [[key, undo.restored] as const]
    }),
  )
}

/** Whether all that a change would change is still as it was found. undo: of the change. */
export function isAsFound({ key, expected, restored }: EntryChange, found: Found): boolean {
  const then = found[key]
  if (then === undefined) return false
  if (then === null || restored === null) return then === restored
  // It deletes the whole entry.
  if (expected === null) return undoOf(key, then, restored) === null
  return fieldsOf(expected, restored).every((field) => jsonEqual(restored[field], then[field]))
}
