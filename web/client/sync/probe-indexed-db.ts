const probeName = 'tidemark-probe'
const timeoutMs = 15_000

/**
 * Returns true when a database can be opened here. Private windows, blocked site data and damaged profiles refuse or
 * hang, and a failed open leaves Replicache 15.3 waiting for ever, so it is tried first.
 */
export async function canUseIndexedDb(): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false
  return new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), timeoutMs)
    try {
      const request = indexedDB.open(probeName, 1)
      request.onerror = () => resolve(false)
      request.onsuccess = () => {
        request.result.close()
        resolve(true)
      }
    } catch {
      // Some browsers throw instead of reporting an error: the answer is the same.
      resolve(false)
    }
  })
}
