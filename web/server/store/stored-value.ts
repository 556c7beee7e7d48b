import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { parseEntry } from '@tidemark/shared/sync/concepts'
import type { Logger } from '../log'
import { logFailure } from '../observability/log-failure'

/** The text of a value as it is stored. Fails with `invalid-mutation` when it does not fit its concept's schema. */
export function encodeValue(key: string, value: JsonObject): string {
  return JSON.stringify(parseEntry(key, value))
}

/** The values decoded last, by key: a page reads the same entries again and again, and checking them takes longer than reading. */
const decodedByKey = new Map<string, DecodedValue>()

interface DecodedValue {
  /** As it is stored. */
  readonly text: string
  readonly value: JsonObject
  /** The value as text, once somebody asked; the same text as a rule, so that it is kept once. */
  json: string | undefined
}

/** Of their texts: some 100,000 charts, which take three times as much in all. */
const maxDecodedLength = 32 * 1024 * 1024
let decodedLength = 0

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
      remember(key, text, parsed)
      return parsed
    }
    throw new Error('not an object')
  } catch (cause) {
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
  const known = decodedByKey.get(key)
  if (known?.value !== value) return JSON.stringify(value)
  if (known.json !== undefined) return known.json
  const json = JSON.stringify(value)
  known.json = json === known.text ? known.text : json
  return known.json
}

function remember(key: string, text: string, value: JsonObject): void {
  decodedLength += text.length - (decodedByKey.get(key)?.text.length ?? 0)
  if (decodedLength > maxDecodedLength) {
    decodedByKey.clear()
    decodedLength = text.length
  }
  decodedByKey.set(key, { text, value, json: undefined })
}
