import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** A program that runs clients: see `client-program.mjs`. */
export class ClientProgram {
  /** @readonly */ #child

  /** @param {ChildProcess} child */
  constructor(child) {
    this.#child = child
  }

  /** @param {string} path @param {string} node @param {Readonly<Record<string, string>>} settings by environment names */
  static async start(path, node, settings) {
    const program = new ClientProgram(fork(path, { execPath: node, env: { ...process.env, ...settings } }))
    await program.#answer()
    return program
  }

  /** @param {{ what: 'firstLoad' | 'openPair' | 'write' | 'closePair' } & Record<string, unknown>} asked @returns {Promise<number>} */
  async ask(asked) {
    this.#child.send(asked)
    return await this.#answer()
  }

  /** Returns the processor time of the program so far. */
  cpuMs() {
    return cpuOfTree(this.#child.pid ?? 0)
  }

  async stop() {
    if (this.#child.connected) this.#child.disconnect()
    await endOf(this.#child)
  }

  /** @returns {Promise<number>} */
  async #answer() {
    const ended = new AbortController()
    const onExit = () => ended.abort(new Error('the program of clients ended'))
    this.#child.once('exit', onExit)
    try {
      const [{ value, error }] = await once(this.#child, 'message', { signal: ended.signal })
      if (error !== undefined) throw new Error(error)
      return value
    } finally {
      this.#child.off('exit', onExit)
    }
  }
}

/**
 * Starts a program and waits until its output matches; returns it with the match. Fails with its output.
 *
 * @param {string} command @param {readonly string[]} args @param {NodeJS.ProcessEnv} env @param {RegExp} ready @param {string} cwd
 * @returns {Promise<{ child: ChildProcess, match: RegExpExecArray }>}
 */
export async function startUntil(command, args, env, ready, cwd) {
  const child = spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const match = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output = (output + text).slice(-20_000)
        const found = ready.exec(output)
        if (found !== null) resolve(found)
      })
    }
    child.once('exit', (code) => reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`)))
  })
  return { child, match }
}

/**
 * Ends a program, and then any processes that it started and left.
 *
 * @param {ChildProcess} child @param {NodeJS.Signals} signal
 */
export async function stopProcess(child, signal) {
  const ids = treeOf(child.pid ?? 0)
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  await endOf(child)
  for (const id of ids) {
    try {
      process.kill(id, 'SIGKILL')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

/** @param {ChildProcess} child */
async function endOf(child) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/**
 * Returns the bytes of memory of a process and its descendants, counting shared pages once; null if the system does not
 * report it.
 *
 * @param {number} pid
 */
export function memoryOfTree(pid) {
  const sizesKb = treeOf(pid).map((id) => Number(/^Pss:\s+(\d+)/m.exec(readOfProcess(id, 'smaps_rollup'))?.[1] ?? 0))
  return sizesKb.length === 0 ? null : sum(sizesKb) * 1024
}

/**
 * Returns the milliseconds of processor time of a process and its descendants; null if the system does not report it.
 * Other work on the machine affects it little.
 *
 * @param {number} pid
 */
export function cpuOfTree(pid) {
  const ticks = treeOf(pid).map((id) => Number(statOf(id)[11] ?? 0) + Number(statOf(id)[12] ?? 0))
  return ticks.length === 0 ? null : sum(ticks) * msPerTick
}

const msPerTick = 10

/** Returns the ids of a process and its descendants; empty if the system does not list them. @param {number} pid */
export function treeOf(pid) {
  if (process.platform !== 'linux') return []
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  )
  const isBelow = (/** @type {number} */ id) => {
    for (let at = id; at > 0; at = parents.get(at) ?? 0) if (at === pid) return true
    return false
  }
  return [...parents.keys()].filter(isBelow)
}

/** @param {number} pid */
function parentOf(pid) {
  return Number(statOf(pid)[1] ?? 0)
}

/**
 * Returns the fields from the state on: the program's name before it is in parentheses and may contain anything.
 *
 * @param {number} pid
 */
function statOf(pid) {
  return (readOfProcess(pid, 'stat').split(') ').at(-1) ?? '').split(' ')
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

/** Returns the content of a process's file; empty if the process has ended. @param {number} pid @param {string} file */
function readOfProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
