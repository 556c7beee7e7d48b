/** Sets it as the one used last in a map that is in that order, and lets go of the eldest where there are more than `most` then. */
export function setNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [eldest] = map.keys()
  if (map.size > most && eldest !== undefined) map.delete(eldest)
}
