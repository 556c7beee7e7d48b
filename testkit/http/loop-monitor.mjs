import { appendFileSync } from 'node:fs'

/*
 * Loaded with `--import` into a server of its own process: appends how long its event loop was held, in milliseconds a
 * line, to the file that STALLS_FILE names. What other programs took of the processor does not count.
 */

const leastMs = 5
const tickMs = 1
const file = process.env['STALLS_FILE'] ?? ''
let [at, used] = [performance.now(), process.cpuUsage()]
setInterval(() => {
  const { user, system } = process.cpuUsage(used)
  const stallMs = Math.min(performance.now() - at - tickMs, (user + system) / 1e3)
  if (stallMs >= leastMs) appendFileSync(file, `${stallMs.toFixed(1)}\n`)
  at = performance.now()
  used = process.cpuUsage()
}, tickMs).unref()
