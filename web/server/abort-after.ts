/**
 * Aborts after so many milliseconds. Held by its timer: where an `AbortSignal.timeout` is a part of `AbortSignal.any` and
 * nobody keeps it besides, Node 20 collects it, and the limit never comes (nodejs/node #57736).
 */
export function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(new DOMException('It took too long.', 'TimeoutError'))
  setTimeout(abort, ms).unref()
  return controller.signal
}
