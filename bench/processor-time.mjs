import { readdirSync, readFileSync } from 'node:fs'
import { treeOf } from './peers/processes.mjs'

/**
 * Returns the milliseconds of processor time of a process and its descendants so far, with a resolution far below one.
 * Other work on the machine affects it little. null if the system does not report it. Threads that have ended are not
 * counted.
 *
 * @param {number} pid @returns {number | null}
 */
export function processorMsOf(pid) {
  const nanoseconds = treeOf(pid).flatMap((id) => threadsOf(id).map((thread) => spentBy(id, thread)))
  return nanoseconds.length === 0 ? null : nanoseconds.reduce((total, value) => total + value, 0) / 1e6
}

/**
 * Returns the processor time of the main thread, which answers one request at a time: its time per request limits the
 * number of requests.
 *
 * @param {number} pid @returns {number | null}
 */
export function mainThreadMsOf(pid) {
  return threadsOf(pid).length === 0 ? null : spentBy(pid, String(pid)) / 1e6
}

/** @param {number} pid @returns {readonly string[]} */
function threadsOf(pid) {
  return ifThere(() => readdirSync(`/proc/${pid}/task`)) ?? []
}

/** @param {number} pid @param {string} thread */
function spentBy(pid, thread) {
  return Number(ifThere(() => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))?.split(' ')[0] ?? 0)
}

/** @template T @param {() => T} read @returns {T | undefined} */
function ifThere(read) {
  try {
    return read()
  } catch (error) {
    // A thread or process may end between being listed and being read.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code))) return undefined
    throw error
  }
}
