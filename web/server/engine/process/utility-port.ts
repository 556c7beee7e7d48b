import type { ParentPort } from './process-port'

/**
 * The port that Electron gives a utility process: messages of the main process, together with ports to other processes.
 * Only the members in use are declared, because the server does not depend on Electron's types.
 */
export interface UtilityParentPort {
  on(
    event: 'message',
    listener: (event: { readonly data: unknown; readonly ports: readonly UtilityPort[] }) => void,
  ): void
  postMessage(message: unknown): void
}

export interface UtilityPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
  postMessage(message: unknown): void
  start(): void
  close(): void
}

/** Returns the port to the main process; null outside a utility process of Electron. */
export function getUtilityParentPort(): UtilityParentPort | null {
  if (!('parentPort' in process)) return null
  // Only Electron defines this property, with this type.
  return process.parentPort as UtilityParentPort
}

/**
 * Opens the child's side for a process that the main process started on behalf of the host. They talk over the first
 * port that the main process sends.
 */
export function openUtilityPort<In, Out>(parent: UtilityParentPort): ParentPort<In, Out> {
  const messageListeners: ((message: In) => void)[] = []
  const closeListeners: (() => void)[] = []
  let port: UtilityPort | undefined
  const closed = () => {
    for (const listener of closeListeners) listener()
  }
  parent.on('message', ({ ports }) => {
    if (port !== undefined || ports[0] === undefined) return
    port = ports[0]
    port.on('message', ({ data }) => {
      for (const listener of messageListeners) listener(data as In) // the other end posts only In
    })
    port.on('close', closed)
    port.start()
  })
  return {
    postMessage: (message) => port?.postMessage(message),
    onMessage: (listener) => void messageListeners.push(listener),
    onClose: (listener) => void closeListeners.push(listener),
    end: () => {
      port?.close()
      closed()
    },
  }
}
