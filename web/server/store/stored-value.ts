import { LRUCache } from 'lru-cache'
import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { parseEntry } from '@tidemark/shared/sync/concepts'
import type { Logger } from '../observability/log'
import { logFailure } from '../observability/log-failure'

/** Returns a value's text for storage. Fails with `invalid-mutation` if it does not match its concept's schema. */
export function encodeValue(key: string, value: JsonObject): string {
  return JSON.stringify(parseEntry(key, value))
}

interface DecodedValue {
  /** The text as stored. */
  readonly text: string
  readonly value: JsonObject
  /** The value as JSON text, once requested. Usually the stored text itself, so that it is kept once. */
  json: string | undefined
  /** The value in UTF-8 as it is sent, once requested. */
  sent: Uint8Array | undefined
  /** The scope in which the value is known to be committed; undefined if that was not seen. */
  scope: CommittedScope | undefined
  version: number
}

/** The limit on the total length of the texts. A value that is sent is also kept as UTF-8 and as an object. */
const maxDecodedLength = 32 * 1024 * 1024

/**
 * Caches decoded values by key and evicts the least recently used. A page reads the same entries again and again, and
 * validating them takes longer than reading.
 */
const decodedByKey = new LRUCache<string, DecodedValue>({
  maxSize: maxDecodedLength,
  sizeCalculation: ({ text }) => text.length,
})

/**
 * Identifies a workspace of an open store, by object identity. Within it a committed version is given only once, so the
 * value under a key and version never changes. Must not be used by a transaction that may read uncommitted data: the
 * version of a rolled-back transaction is given again.
 */
export interface CommittedScope {
  readonly orgId: string
}

/** Returns the committed value of a key at a version; undefined if it is not cached. */
export function getCommitted(scope: CommittedScope, key: string, version: number): JsonObject | undefined {
  const known = decodedByKey.get(key)
  return known?.scope === scope && known.version === version ? known.value : undefined
}

/** Records that a value from `decodeValue` is committed with that version. */
export function noteCommitted(scope: CommittedScope, key: string, version: number, value: JsonObject): void {
  const known = getDecoded(key, value)
  if (known === undefined) return
  known.scope = scope
  known.version = version
}

/** Damaged texts that have been logged, by key. */
const damagedByKey = new LRUCache<string, string>({ max: 1000 })

/**
 * Decodes a stored text; returns the same object each time. A value that does not match its concept's schema is logged
 * and treated as absent, since it would otherwise break the whole workspace.
 */
export function decodeValue(key: string, text: string, log: Logger): JsonObject | null {
  const known = decodedByKey.get(key)
  if (known?.text === text) return known.value
  try {
    const value: JsonValue = JSON.parse(text)
    const parsed = parseEntry(key, value)
    if (isJsonObject(parsed)) {
      decodedByKey.set(key, { text, value: parsed, json: undefined, sent: undefined, scope: undefined, version: 0 })
      return parsed
    }
    throw new Error('not an object')
  } catch (cause) {
    // Log each damaged text once, although every read meets it.
    if (damagedByKey.get(key) === text) return null
    damagedByKey.set(key, text)
    const error = new TidemarkError('store-corrupt', { cause })
    logFailure(log, error, { key }, 'A stored entry does not fit its schema and is left out.')
    return null
  }
}

/**
 * Returns a value as JSON text. A decoded value is serialised once, because one write is sent to everybody who may see
 * it. The cache is found by key, which the previous read has just looked up: a map keyed by the value objects is
 * scattered over memory, and looking up a thousand of them takes as long as reading them from the store.
 */
export function jsonOf(key: string, value: JsonValue): string {
  const known = getDecoded(key, value)
  if (known === undefined) return JSON.stringify(value)
  if (known.json !== undefined) return known.json
  const json = JSON.stringify(value)
  known.json = json === known.text ? known.text : json
  return known.json
}

/** Returns a value's bytes as they are sent, in canonical form; computed once for a decoded value. */
export function sentBytesOf(
  key: string,
  value: JsonValue,
  write: (key: string, value: JsonValue) => string,
): Uint8Array {
  const known = getDecoded(key, value)
  if (known?.sent !== undefined) return known.sent
  const sent = utf8.encode(write(key, value))
  if (known !== undefined) known.sent = sent
  return sent
}

const utf8 = new TextEncoder()

/**
 * Returns the cache entry of a value; undefined for another object than the one decoded last, such as a copy with
 * withheld texts.
 */
function getDecoded(key: string, value: JsonValue): DecodedValue | undefined {
  const known = decodedByKey.get(key)
  return known?.value === value ? known : undefined
}
