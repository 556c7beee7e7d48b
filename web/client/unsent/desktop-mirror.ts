import type { DesktopApi } from '@tidemark/shared/ipc/desktop-api'
import type { PendingMutation } from 'replicache'
import { getLocalDesktop } from '../page/desktop-bridge'
import { reportCaught } from '../observability/report-caught'

const pauseMs = 150

/**
 * Copies this page's unsent changes into the desktop app's own files. The browser's database belongs to the server's
 * port: after a start on another port it is out of reach, and the copy is offered instead.
 */
export class DesktopMirror {
  readonly #databaseName: string
  readonly #desktop: DesktopApi | null = getLocalDesktop()
  #kept = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(databaseName: string) {
    this.#databaseName = databaseName
  }

  /** Copies all pending changes; does nothing in a browser. */
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
    // New changes are copied soon; an empty list is copied later, once it is likely to stay empty.
    this.#timer = setTimeout(keep, changes.length === 0 ? pauseMs * 4 : pauseMs)
  }

  /** Passes on the changes that a start on another port left behind; removes them there once `take` has kept them. */
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
