import { setTimeout as wait } from 'node:timers/promises'

const tickMs = 1

/**
 * Runs the work and returns the longest time in milliseconds for which it held the event loop. What other programs took
 * of the processor does not count: no stall is longer than the processor time that this process used meanwhile.
 *
 * Not `monitorEventLoopDelay`: its first sample misses what is done in the turn in which the work begins.
 */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0
  let [at, used] = [performance.now(), process.cpuUsage()]
  const look = () => {
    const { user, system } = process.cpuUsage(used)
    longestMs = Math.max(longestMs, Math.min(performance.now() - at - tickMs, (user + system) / 1e3))
    at = performance.now()
    used = process.cpuUsage()
  }
  await wait(tickMs)
  look()
  longestMs = 0
  const timer = setInterval(look, tickMs)
  await work()
  await wait(tickMs)
  look()
  clearInterval(timer)
  return longestMs
}
