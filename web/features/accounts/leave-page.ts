import type { SyncClient } from '@/client/sync-client'

/** Shows nothing more of a person who signs out, however long the next page takes. */
export function hidePage(): void {
  document.documentElement.hidden = true
}

/** Goes to the sign-in page; the databases of this one are closed before. */
export async function leavePage(client: SyncClient): Promise<void> {
  hidePage()
  await client.leave()
  window.location.replace('/sign-in')
}
