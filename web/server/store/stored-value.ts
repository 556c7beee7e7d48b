import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { parseEntry } from '@tidemark/shared/sync/concepts'
import type { Logger } from '../log'

/** The text of a value as it is stored. Fails with `invalid-mutation` when it does not fit its concept's schema. */
export function encodeValue(key: string, value: JsonObject): string {
  return JSON.stringify(parseEntry(key, value))
}

/** The values decoded last, by key: a page reads the same entries again and again, and checking them takes longer than reading. */
const decodedByKey = new Map<string, { readonly text: string; readonly value: JsonObject }>()
const maxDecoded = 10_000

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
      if (decodedByKey.size >= maxDecoded) decodedByKey.clear()
      decodedByKey.set(key, { text, value: parsed })
      return parsed
    }
    throw new Error('not an object')
  } catch (cause) {
    log.error({ code: 'store-corrupt', key, err: cause }, 'A stored entry does not fit its schema and is left out.')
    return null
  }
}
