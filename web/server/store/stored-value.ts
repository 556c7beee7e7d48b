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
const decodedByKey = new Map<string, { readonly text: string; readonly value: JsonObject }>()
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

/** By the decoded value: what is written once goes to everybody who may see it. */
const jsonByValue = new WeakMap<JsonObject, string>()

/** A value as JSON text; of one that was decoded it is made once. */
export function jsonOf(value: JsonObject): string {
  let json = jsonByValue.get(value)
  if (json === undefined) jsonByValue.set(value, (json = JSON.stringify(value)))
  return json
}

function remember(key: string, text: string, value: JsonObject): void {
  decodedLength += text.length - (decodedByKey.get(key)?.text.length ?? 0)
  if (decodedLength > maxDecodedLength) {
    decodedByKey.clear()
    decodedLength = text.length
  }
  decodedByKey.set(key, { text, value })
}
