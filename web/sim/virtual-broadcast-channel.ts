/** The channels of one simulated browser; messages arrive by the simulation's clock. */
class Hub {
  readonly channels = new Set<VirtualBroadcastChannel>()
  readonly later: (run: () => void) => void

  constructor(later: (run: () => void) => void) {
    this.later = later
  }
}

let current: Hub | null = null

/**
 * Replaces the platform's BroadcastChannel, whose messages arrive at unpredictable times. Replicache keeps the
 * constructor that it finds when it is loaded, so this must be installed earlier.
 */
export class VirtualBroadcastChannel {
  static readonly Hub = Hub

  /** Makes channels opened from now on belong to this hub; returns a function that ends this. */
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
