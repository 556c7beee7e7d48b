import { fork } from 'node:child_process'
import { bundleForNode } from '../bundle-for-node.mjs'
import { runBench } from '../run-bench.mjs'

/** Measures a usual chart of each type as the server draws it, and returns the slowest. @returns {Promise<readonly import('../measure.mjs').Row[]>} */
async function measure() {
  const child = fork(await bundleForNode('bench/pages/static-charts.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  /** @type {readonly { name: string, elapsedMs: number }[]} */
  const times = await new Promise((resolve, reject) => {
    child.once('message', (sent) => resolve(/** @type {readonly { name: string, elapsedMs: number }[]} */ (sent)))
    child.once('exit', (code) => reject(new Error(`measuring ended with ${code}`)))
  })
  const slowest = times.reduce((most, time) => (time.elapsedMs > most.elapsedMs ? time : most))
  return [
    {
      what: 'a static chart of any type, the slowest',
      value: slowest.elapsedMs,
      unit: 'ms',
      limit: 15,
      note: `${slowest.name}, of ${times.length}`,
    },
  ]
}

await runBench(import.meta.url, measure)
