import { observable } from '@legendapp/state'
import type { SyncClient } from '@/client/sync/sync-client'

/** Longer than a working server needs to answer. */
const patienceMs = 3_000

/** The state of leaving. isLate: the next page takes long, so this one says what it waits for. */
export const leaving$ = observable({ isLate: false })

/**
 * Hides the page of a person who signs out, closes its databases and goes to the sign-in page. ended: pending while the
 * server is still being asked to end the session.
 */
export async function leavePage(client: SyncClient, ended?: Promise<unknown>): Promise<void> {
  document.documentElement.hidden = true
  await client.leave()
  // Some networks neither carry a request nor refuse it, and a browser then waits for minutes.
  setTimeout(() => leaving$.isLate.set(true), patienceMs)
  await ended
  goToSignIn()
}

export function goToSignIn(): void {
  window.location.replace('/sign-in')
}
