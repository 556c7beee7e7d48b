import { setMaxListeners } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Calls back once the signal aborts, at once where it has. What it returns takes that back. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener()
    return () => undefined
  }
  // All that runs at once may listen to one; Node takes more than ten for a leak.
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

/** Waits for what is being opened; fails with the signal's reason if it aborts, and gives to `putBack` what comes too late. */
export async function takenUnlessAborted<T>(
  opened: Promise<T>,
  signal: AbortSignal,
  putBack: (late: T) => void,
): Promise<T> {
  try {
    return await orAborted(opened, signal, () => signal.reason)
  } catch (thrown) {
    // Nobody waits for it any more, so that its failure is nobody's either.
    if (signal.aborted) void opened.then(putBack, () => undefined)
    throw thrown
  }
}

/** One that aborts by itself and with the signal, which is to live no longer than what it is for. */
export function controllerWith(signal: AbortSignal): AbortController {
  const controller = new AbortController()
  onAbort(signal, () => controller.abort(signal.reason))
  return controller
}

/** One that aborts when the reader goes away before the answer is complete. */
export function controllerOfReader(response: ServerResponse): AbortController {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  return left
}

/**
 * Runs it with a signal that aborts with the first of these, for the same reason, and lets go of them once it is done. Of
 * `AbortSignal.any` Node 20 leaves a piece with each of them for as long as they live, and all that hangs on it stays until the
 * whole of memory is cleared up next.
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
