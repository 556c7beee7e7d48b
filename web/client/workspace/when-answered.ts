import type { SyncClient } from '../sync/sync-client'
import type { SyncStatus } from '../sync/sync-status'

/**
 * Resolves to `answered` once the server has answered all changes made here until now, or to `waits` if it takes no
 * changes for the time being and they are kept in this browser.
 */
export function whenAnswered(client: Pick<SyncClient, 'getState' | 'subscribe'>): Promise<'answered' | 'waits'> {
  return whenStatus(client, ({ kind }) => (kind === 'syncing' ? undefined : kind === 'synced' ? 'answered' : 'waits'))
}

/** Resolves once the server has answered all changes, however long that takes. */
export async function whenSynced(client: Pick<SyncClient, 'getState' | 'subscribe'>): Promise<void> {
  await whenStatus(client, ({ kind }) => (kind === 'synced' ? kind : undefined))
}

function whenStatus<T>(
  { getState, subscribe }: Pick<SyncClient, 'getState' | 'subscribe'>,
  read: (status: SyncStatus) => T | undefined,
): Promise<T> {
  return new Promise((resolve) => {
    const look = () => {
      const found = read(getState().status)
      if (found === undefined) return
      unsubscribe()
      resolve(found)
    }
    const unsubscribe = subscribe(look)
    look()
  })
}
