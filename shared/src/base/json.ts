/** A JSON value as Replicache and the store hold it: readonly at every depth. */
export type JsonValue = null | string | boolean | number | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [key: string]: JsonValue | undefined }

/** Returns true if two JSON values are structurally equal; an absent field equals an `undefined` one. */
export function jsonEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (isJsonArray(a) || isJsonArray(b)) {
    if (!isJsonArray(a) || !isJsonArray(b) || a.length !== b.length) return false
    return a.every((item, index) => jsonEqual(item, b[index]))
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const key of keys) if (!jsonEqual(a[key], b[key])) return false
  return true
}

export function isJsonArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
