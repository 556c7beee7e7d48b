import { fork } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { printTable } from '../bench/measure.mjs'
import { recordRows } from '../bench/results.mjs'
import { ensureBuild } from './build/ensure-build.mjs'
import { ensureInstall } from './build/ensure-install.mjs'
import { ensureNode } from './build/ensure-node.mjs'
import { listFiles } from './list-files.mjs'
import { repositoryRoot } from './repository-root.mjs'

ensureNode()
await ensureInstall()
await ensureBuild()

const options = process.argv.slice(2)
const wanted = options.filter((option) => option !== '--record')
const files = listFiles(repositoryRoot, 'bench').filter(
  (path) => path.endsWith('.bench.mjs') && (wanted.length === 0 || wanted.includes(nameOf(path))),
)

/** @type {import('../bench/measure.mjs').Row[]} */
const rows = []
for (const file of files) {
  console.log(`measuring ${nameOf(file)}…`)
  try {
    rows.push(...(await measure(join(repositoryRoot, file))))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
console.log(`\n${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`)
// If the load exceeds the number of cores, other work was measured too, and only ratios and counts mean something.
console.log(`load ${loadavg()[0]?.toFixed(1)}\n`)
printTable(rows)
if (options.includes('--record')) recordRows(rows)

/** @param {string} path */
function nameOf(path) {
  return basename(path, '.bench.mjs')
}

/** @param {string} path @returns {Promise<import('../bench/measure.mjs').Row[]>} */
async function measure(path) {
  const child = fork(path)
  return await new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(/** @type {import('../bench/measure.mjs').Row[]} */ (message)))
    child.once('exit', (code) => reject(new Error(`${path} ended with ${code} and measured nothing`)))
  })
}
