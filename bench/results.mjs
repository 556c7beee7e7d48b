import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../tools/repository-root.mjs'

/**
 * A measured figure and its last value. what: the name that its benchmark gives the row. bar: its upper limit, in
 * `unit`.
 *
 * @typedef {{ what: string, value: number, unit: string, bar?: number, why: string, date: string, commit: string, command: string }} Result
 */

const path = join(repositoryRoot, 'bench', 'results.json')

/** @returns {Result[]} */
export function readResults() {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * Writes the values and limits of measured rows to bench/results.json, with today's date and the present commit. Only
 * figures listed there are kept: new ones are added by hand, with the reason why a person cares.
 *
 * @param {readonly import('./measure.mjs').Row[]} rows
 */
export function recordRows(rows) {
  const results = withRows(readResults(), rows, {
    date: new Date().toISOString().slice(0, 10),
    commit: presentCommit(),
  })
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`)
  console.log('\nRecorded in bench/results.json; npm run docs:performance writes docs/performance.md.')
}

/**
 * Returns the results with the rows' values. Of several rows with one name the first counts.
 *
 * @param {readonly Result[]} results @param {readonly import('./measure.mjs').Row[]} rows
 * @param {{ date: string, commit: string }} measured @returns {Result[]}
 */
export function withRows(results, rows, { date, commit }) {
  return results.map((result) => {
    const row = rows.find(({ what }) => what === result.what)
    if (row === undefined) return result
    const { what, why, command } = result
    const bar = row.limit === undefined ? {} : { bar: row.limit }
    return { what, value: rounded(row.value), unit: row.unit, ...bar, why, date, commit, command }
  })
}

/** @param {number} value */
function rounded(value) {
  return Number(value.toPrecision(3))
}

/** Returns the present commit, marked if there are uncommitted changes. */
function presentCommit() {
  const args = ['describe', '--always', '--dirty', '--abbrev=8', '--exclude=*']
  return execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).trim()
}
