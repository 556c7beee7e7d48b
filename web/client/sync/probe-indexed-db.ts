const probeName = 'tidemark-probe'
const timeoutMs = 15_000

/**
 * Resolves to true if a database can be opened here. Private windows, blocked site data and damaged profiles refuse or
 * hang, and a failed open leaves Replicache 15.3 waiting forever, so it is tried first.
 */
export async function canUseIndexedDb(): Promise<boolean> {
  try {
    return typeof indexedDB !== 'undefined' && (await canOpenDatabase())
  } catch {
    // Some browsers throw instead of firing an error event, some as soon as the factory is read.
    return false
  }
}

async function canOpenDatabase(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), timeoutMs)
    const request = indexedDB.open(probeName, 1)
    request.onerror = () => resolve(false)
    request.onsuccess = () => {
      request.result.close()
      resolve(true)
    }
  })
}
