import { LRUCache } from 'lru-cache'
import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { parseEntry } from '@tidemark/shared/sync/concepts'
import type { Logger } from '../observability/log'
import { logFailure } from '../observability/log-failure'

/** The text of a value as it is stored. Fails with `invalid-mutation` when it does not fit its concept's schema. */
export function encodeValue(key: string, value: JsonObject): string {
  return JSON.stringify(parseEntry(key, value))
}

interface DecodedValue {
  /** As it is stored. */
  readonly text: string
  readonly value: JsonObject
  /** The value as text, once somebody asked; the same text as a rule, so that it is kept once. */
  json: string | undefined
  /** As it is sent in UTF-8, once somebody asked. */
  sent: Uint8Array | undefined
  /** The scope of its last commit, as far as that was seen. */
  scope: CommittedScope | undefined
  version: number
}

/** The size limit of the values' texts; a value that is sent is stored in UTF-8 and as an object besides. */
const maxDecodedLength = 32 * 1024 * 1024

/**
 * Caches decoded values by key and evicts the least recently used: a page reads the same entries again and again, and checking them takes
 * longer than reading.
 */
const decodedByKey = new LRUCache<string, DecodedValue>({
  maxSize: maxDecodedLength,
  sizeCalculation: ({ text }) => text.length,
})

/**
 * One workspace of a store that is open, for which a version is given to one transaction that commits and to no second one: what stands
 * there under a key and a version never changes. It says nothing to a transaction that may read what is not committed: a
 * version that was rolled back is given again. A token, told by its identity.
 */
export interface CommittedScope {
  readonly orgId: string
}

/** The value of a key that was committed with that version; undefined where it would have to be read. */
export function getCommitted(scope: CommittedScope, key: string, version: number): JsonObject | undefined {
  const known = decodedByKey.get(key)
  return known?.scope === scope && known.version === version ? known.value : undefined
}

/** A value that `decodeValue` gave stands committed with that version. */
export function noteCommitted(scope: CommittedScope, key: string, version: number, value: JsonObject): void {
  const known = getDecoded(key, value)
  if (known === undefined) return
  known.scope = scope
  known.version = version
}

/** Texts that are no values and were logged, by key. */
const damagedByKey = new LRUCache<string, string>({ max: 1000 })

/**
 * The value of a stored text, the same object each time. One that does not fit its concept's schema is treated as absent and logged: it would take
 * the whole workspace with it otherwise.
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
    // Once, as it is met with each read.
    if (damagedByKey.get(key) === text) return null
    damagedByKey.set(key, text)
    const error = new TidemarkError('store-corrupt', { cause })
    logFailure(log, error, { key }, 'A stored entry does not fit its schema and is left out.')
    return null
  }
}

/**
 * A value of that key as JSON text; of one that was decoded it is made once, as what is written once goes to everybody who may see
 * it. Found by its key, which the read before has just looked up: a table of the values themselves is spread over the memory, and
 * to fetch a thousand of them from there takes as long as to read them from the store.
 */
export function jsonOf(key: string, value: JsonValue): string {
  const known = getDecoded(key, value)
  if (known === undefined) return JSON.stringify(value)
  if (known.json !== undefined) return known.json
  const json = JSON.stringify(value)
  known.json = json === known.text ? known.text : json
  return known.json
}

/**
 * Returns the value's bytes as they are sent, in their one canonical form; those of a decoded value are computed once,
 * too.
 */
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

/** undefined: another value than the one decoded last, as one of which something is withheld. */
function getDecoded(key: string, value: JsonValue): DecodedValue | undefined {
  const known = decodedByKey.get(key)
  return known?.value === value ? known : undefined
}
