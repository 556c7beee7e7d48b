import type * as z from 'zod/mini'
import type { Actor } from '../access/actor'
import type { JsonObject, JsonValue } from '../base/json'
import { TidemarkError } from '../errors/tidemark-error'

/** Keys are `concept/id`; parts of a dashboard are `concept/dashboardId/id`, so that one prefix reads them all. */
export type EntryKey = string
export type KeyedEntry = readonly [key: EntryKey, value: JsonValue]

/**
 * A consistent set of entries in memory, for reading. The browser has one of everything synced; the server makes one of
 * the prefixes that a page or API call needs. Synchronous, so that a view renders in the same frame.
 */
export interface EntryView {
  get(key: EntryKey): JsonValue | undefined
  /** Entries whose key starts with the prefix, in key order. */
  scan(prefix: string): Iterable<KeyedEntry>
}

/** The transaction that mutators write through: Replicache's in the browser, the store's on the server. */
export interface EntryTx {
  readonly actor: Actor
  get(key: EntryKey): Promise<JsonValue | undefined>
  /** Entries whose key starts with the prefix, in key order. */
  scan(prefix: string): Promise<readonly KeyedEntry[]>
  set(key: EntryKey, value: JsonObject): Promise<void>
  del(key: EntryKey): Promise<void>
}

/**
 * Returns the concept's value at a key; stored rows are parsed on every read. Fails with `not-found` if there is none;
 * `detail` names the key.
 */
export async function mustGetEntry<S extends z.ZodMiniType>(
  tx: EntryTx,
  schema: S,
  key: EntryKey,
): Promise<z.output<S>> {
  const value = await tx.get(key)
  if (value === undefined) throw new TidemarkError('not-found', { detail: key })
  return schema.parse(value)
}

/** Fails with `already-exists` if the key is taken. */
export async function mustBeFree(tx: EntryTx, key: EntryKey): Promise<void> {
  if ((await tx.get(key)) !== undefined) throw new TidemarkError('already-exists', { detail: key })
}

/**
 * Returns the concept's value in a view, or undefined. A value that does not fit its schema counts as absent: writes of
 * such values are refused, so it can only come from a newer schema.
 */
export function getFromView<S extends z.ZodMiniType>(
  view: EntryView,
  schema: S,
  key: EntryKey,
): z.output<S> | undefined {
  const value = view.get(key)
  return value === undefined ? undefined : parseCached(schema, value)
}

export function listFromView<S extends z.ZodMiniType>(view: EntryView, schema: S, prefix: string): z.output<S>[] {
  const found: z.output<S>[] = []
  for (const [, value] of view.scan(prefix)) {
    const parsed = parseCached(schema, value)
    if (parsed !== undefined) found.push(parsed)
  }
  return found
}

// Entries are immutable, so each is parsed once, and unchanged entities keep their identity across views.
const parsedByValue = new WeakMap<object, Map<z.ZodMiniType, unknown>>()

function parseCached<S extends z.ZodMiniType>(schema: S, value: JsonValue): z.output<S> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  let bySchema = parsedByValue.get(value)
  if (bySchema === undefined) parsedByValue.set(value, (bySchema = new Map()))
  if (!bySchema.has(schema)) bySchema.set(schema, schema.safeParse(value).data)
  // The map's key is the schema, so the value is that schema's output.
  return bySchema.get(schema) as z.output<S> | undefined
}
