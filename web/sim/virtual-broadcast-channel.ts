/** The channels of one simulated browser; what is posted arrives by the simulation's clock. */
class Hub {
  readonly channels = new Set<VirtualBroadcastChannel>()
  readonly later: (run: () => void) => void

  constructor(later: (run: () => void) => void) {
    this.later = later
  }
}

let current: Hub | null = null

/**
 * In place of the platform's BroadcastChannel, whose messages arrive whenever the event loop pleases. Replicache keeps
 * the constructor it finds when it is loaded: this module stands before it.
 */
export class VirtualBroadcastChannel {
  static readonly Hub = Hub

  /** Channels opened from now on belong to this hub; returns how to end that. */
  static openIn(hub: Hub): () => void {
    current = hub
    return () => {
      current = null
    }
  }

  readonly name: string
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  readonly #hub = current

  constructor(name: string) {
    this.name = name
    this.#hub?.channels.add(this)
  }

  postMessage(message: unknown): void {
    const hub = this.#hub
    if (hub === null) return
    for (const other of hub.channels) {
      if (other === this || other.name !== this.name) continue
      const data: unknown = structuredClone(message)
      hub.later(() => {
        if (hub.channels.has(other)) other.onmessage?.({ data })
      })
    }
  }

  close(): void {
    this.#hub?.channels.delete(this)
  }
}

Object.defineProperty(globalThis, 'BroadcastChannel', {
  value: VirtualBroadcastChannel,
  configurable: true,
  writable: true,
})
