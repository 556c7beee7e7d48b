import type { SyncClient } from './sync-client'

/**
 * Resolves once the server has answered all that was made here until now (`answered`), or does not take changes for the time being
 * (`waits`): they are kept in this browser.
 */
export function whenAnswered({
  getState,
  subscribe,
}: Pick<SyncClient, 'getState' | 'subscribe'>): Promise<'answered' | 'waits'> {
  return new Promise((resolve) => {
    const look = () => {
      const { kind } = getState().status
      if (kind === 'syncing') return
      unsubscribe()
      resolve(kind === 'synced' ? 'answered' : 'waits')
    }
    const unsubscribe = subscribe(look)
    look()
  })
}
