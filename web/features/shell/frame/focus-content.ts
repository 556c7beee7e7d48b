/** As long as a closing menu or dialog may hold the focus. */
const mostFrames = 30

/**
 * Moves the focus to the page's content, as the skip link does, once navigating has dropped it: what had it is gone, and
 * the new page took none. Whoever presses something meanwhile is on their way already. Returns a function that stops it.
 */
export function focusContentOnceLost(): () => void {
  const waiting = new AbortController()
  const { signal } = waiting
  const stop = () => waiting.abort()
  for (const event of ['keydown', 'pointerdown'] as const) addEventListener(event, stop, { signal, capture: true })
  let frames = 0
  const check = () => {
    if (signal.aborted) return
    frames += 1
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost) document.getElementById('content')?.focus({ preventScroll: true })
    if (isLost || frames === mostFrames) stop()
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
  return stop
}
