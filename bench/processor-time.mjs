import { readdirSync, readFileSync } from 'node:fs'
import { treeOf } from './peers/processes.mjs'

/**
 * Milliseconds of processor time that a process and all below it have taken so far, in steps far below one. Other work on the
 * machine changes it little. null where the system does not tell. Threads that have ended meanwhile are not counted.
 *
 * @param {number} pid @returns {number | null}
 */
export function processorMsOf(pid) {
  const nanoseconds = treeOf(pid).flatMap((id) => threadsOf(id).map((thread) => spentBy(id, thread)))
  return nanoseconds.length === 0 ? null : nanoseconds.reduce((total, value) => total + value, 0) / 1e6
}

/**
 * The same of the thread that answers requests, one at a time: what it takes for one is what limits how many there are.
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
    // A thread or a process may end between two looks at it.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code))) return undefined
    throw error
  }
}
