import type { DashboardPresence } from '@tidemark/shared/presence/presence'

/** The viewers of each dashboard, as last received: from the stream, or in the answer to this page's own beat. */
export class PresenceStore {
  readonly #userIdsByDashboard = new Map<string, readonly string[]>()
  readonly #listeners = new Set<() => void>()

  /** Returns the ids of the users who view a dashboard, in order of arrival; the same array until it changes. */
  of(dashboardId: string): readonly string[] {
    return this.#userIdsByDashboard.get(dashboardId) ?? nobody
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly hear = ({ dashboardId, userIds }: DashboardPresence): void => {
    const known = this.of(dashboardId)
    if (known.length === userIds.length && known.every((id, index) => id === userIds[index])) return
    this.#userIdsByDashboard.set(dashboardId, userIds)
    for (const listener of this.#listeners) listener()
  }

  /** Forgets all viewers: while the server is out of reach nobody is known to be here. */
  readonly forget = (): void => {
    if (this.#userIdsByDashboard.size === 0) return
    this.#userIdsByDashboard.clear()
    for (const listener of this.#listeners) listener()
  }
}

const nobody: readonly string[] = []
