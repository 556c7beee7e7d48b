import { observable } from '@legendapp/state'
import type { SyncClient } from '@/client/sync/sync-client'

/** Longer than a server needs that answers at all. */
const patienceMs = 3_000

/** The state of leaving. isLate: the next page takes long, so this one says what it waits for. */
export const leaving$ = observable({ isLate: false })

/**
 * Shows nothing more of a person who signs out, and goes to the sign-in page; the databases of this one are closed before.
 * ended: while the server is still being told that the session is to end.
 */
export async function leavePage(client: SyncClient, ended?: Promise<unknown>): Promise<void> {
  document.documentElement.hidden = true
  await client.leave()
  // A network may neither carry a request nor refuse it, and a browser waits for minutes.
  setTimeout(() => leaving$.isLate.set(true), patienceMs)
  await ended
  goToSignIn()
}

export function goToSignIn(): void {
  window.location.replace('/sign-in')
}
