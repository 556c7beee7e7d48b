import { pathToFileURL } from 'node:url'
import { ensureBuild } from '../tools/build/ensure-build.mjs'
import { printTable } from './measure.mjs'

/**
 * Measures and prints if the file is the program that was started: each benchmark runs alone in its own process.
 *
 * @param {string} fileUrl @param {() => Promise<readonly import('./measure.mjs').Row[]>} measure
 */
export async function runBench(fileUrl, measure) {
  if (fileUrl !== pathToFileURL(process.argv[1] ?? '').href) return
  await ensureBuild()
  const rows = await measure()
  // tools/bench.mjs collects all rows into one table.
  if (process.send === undefined) printTable(rows)
  // What packs the desktop app keeps the process open.
  else process.send(rows, () => process.exit())
}
