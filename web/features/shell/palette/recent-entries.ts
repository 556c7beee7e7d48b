const storageKey = 'tidemark-recent'
const maxRecent = 30

/** Ids of what was opened or run from this browser, the latest first. Empty where the browser keeps nothing. */
export function readRecentIds(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    // Storage is denied in some private windows, and its text may be anybody's: then nothing is recent.
    return []
  }
}

export function rememberRecent(id: string): void {
  const ids = [id, ...readRecentIds().filter((other) => other !== id)].slice(0, maxRecent)
  try {
    localStorage.setItem(storageKey, JSON.stringify(ids))
  } catch (error) {
    console.info('the list of recent things could not be kept', error)
  }
}
