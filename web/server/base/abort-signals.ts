import { setMaxListeners } from 'node:events'
import type { ServerResponse } from 'node:http'

/**
 * Calls the listener when the signal aborts, or at once if it already has. Returns a function that removes the
 * listener.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener()
    return () => undefined
  }
  // Every running query may listen to one signal; Node warns of a leak above ten listeners.
  setMaxListeners(0, signal)
  signal.addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}

/** Waits for the promise; fails with `failure()` if the signal aborts before. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal, failure: () => unknown): Promise<T> {
  let takeBack = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    takeBack = onAbort(signal, () => reject(failure()))
  })
  try {
    return await Promise.race([aborted, promise])
  } finally {
    takeBack()
  }
}

/**
 * Waits for a resource that is being opened. If the signal aborts first, fails with its reason and passes the late
 * resource to `putBack`.
 */
export async function takenUnlessAborted<T>(
  opened: Promise<T>,
  signal: AbortSignal,
  putBack: (late: T) => void,
): Promise<T> {
  try {
    return await orAborted(opened, signal, () => signal.reason)
  } catch (thrown) {
    // The caller has gone, so a failure of the late resource is ignored.
    if (signal.aborted) void opened.then(putBack, () => undefined)
    throw thrown
  }
}

/**
 * Creates a controller that also aborts with the signal. The signal must not outlive the work, because its listener is
 * never removed.
 */
export function controllerWith(signal: AbortSignal): AbortController {
  const controller = new AbortController()
  onAbort(signal, () => controller.abort(signal.reason))
  return controller
}

/** Creates a controller that aborts when the client disconnects before the response is complete. */
export function controllerOfReader(response: ServerResponse): AbortController {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  return left
}

/**
 * Runs a function with a signal that aborts when any of the given signals does, for the same reason, and removes the
 * listeners afterwards. `AbortSignal.any` is not used: in Node 20 it leaks memory on each source signal for as long as
 * that signal lives.
 */
export async function withAnySignal<T>(
  signals: readonly AbortSignal[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController()
  const taken = signals.map((signal) => onAbort(signal, () => either.abort(signal.reason)))
  try {
    return await run(either.signal)
  } finally {
    for (const takeBack of taken) takeBack()
  }
}
