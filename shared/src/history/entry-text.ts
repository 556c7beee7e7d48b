import * as z from 'zod/mini'
import { isJsonObject, type JsonValue } from '../base/json'
import { chartPrefix } from '../charts/chart'
import type { EntryKey } from '../entries/entry-tx'

/** Returns the text of an entry that is overwritten as a whole (SQL or a note); undefined if it has none. */
export function entryTextOf(key: EntryKey, value: JsonValue | undefined): string | undefined {
  if (!isJsonObject(value)) return undefined
  if (key.startsWith(chartPrefix)) return sqlSchema.safeParse(value.query).data?.sql
  return key.startsWith('tile/') ? noteSchema.safeParse(value.content).data?.text : undefined
}

const sqlSchema = z.object({ kind: z.literal('sql'), sql: z.string() })
export const noteSchema = z.object({ kind: z.literal('text'), text: z.string() })
