import { fork } from 'node:child_process'
import { bundleForNode } from '../bundle-for-node.mjs'
import { runBench } from '../run-bench.mjs'

/** @returns {Promise<readonly import('../measure.mjs').Row[]>} */
async function measure() {
  const child = fork(await bundleForNode('bench/sync/sync-cost.ts'))
  return await new Promise((resolve, reject) => {
    child.once('message', (rows) => resolve(/** @type {import('../measure.mjs').Row[]} */ (rows)))
    child.once('exit', (code) => reject(new Error(`measuring ended with ${code}`)))
  })
}

await runBench(import.meta.url, measure)
