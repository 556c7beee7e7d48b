import type { DesktopApi } from '@tidemark/shared/ipc/desktop-api'
import type { PendingMutation } from 'replicache'
import { getLocalDesktop } from '../page/desktop-bridge'
import { reportCaught } from '../observability/report-caught'

const pauseMs = 150

/**
 * Copies what this page has not sent yet into the desktop app's own files. The browser's database belongs to the port of
 * the server: in a launch under another port it is out of reach, and the copy is offered instead.
 */
export class DesktopMirror {
  readonly #databaseName: string
  readonly #desktop: DesktopApi | null = getLocalDesktop()
  #kept = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(databaseName: string) {
    this.#databaseName = databaseName
  }

  /** pending: all that waits now. Does nothing in a browser. */
  keep(clientId: string, pending: readonly PendingMutation[]): void {
    const desktop = this.#desktop
    if (desktop === null) return
    const changes = pending.map(({ clientID, id, name, args }) => ({
      clientId: clientID,
      mutationId: id,
      name,
      args: args as JsonArgs, // Replicache's type is read-only all the way down
    }))
    const text = changes.map(({ clientId: client, mutationId }) => `${client}/${mutationId}`).join()
    if (text === this.#kept) return
    this.#kept = text
    clearTimeout(this.#timer)
    const keep = () =>
      void desktop.keepPending({ databaseName: this.#databaseName, clientId, pending: changes }).catch(reportCaught)
    // What is new is copied soon; that nothing waits any more, once it is sure to stay so.
    this.#timer = setTimeout(keep, changes.length === 0 ? pauseMs * 4 : pauseMs)
  }

  /** Hands over what a launch under another port left behind; it is forgotten there once `take` has kept it. */
  async restore(take: (pending: readonly PendingMutation[]) => Promise<boolean>): Promise<void> {
    const desktop = this.#desktop
    if (desktop === null) return
    const left = await desktop.readPending(this.#databaseName)
    if (left.length === 0) return
    const isKept = await take(
      left.map(({ clientId, mutationId, name, args }) => ({ clientID: clientId, id: mutationId, name, args })),
    )
    if (isKept) await desktop.forgetPending(this.#databaseName)
  }
}

type JsonArgs = Parameters<DesktopApi['keepPending']>[0]['pending'][number]['args']
