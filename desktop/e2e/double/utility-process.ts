import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { ForkOptions } from 'electron'
import { onControl } from './control'
import { portsById, type PortDouble } from './message-ports'

const running = new Set<UtilityProcessDouble>()

interface FromChild {
  readonly type: 'message' | 'port' | 'port-close'
  readonly port?: number
  readonly data?: unknown
}

/** A utility process as a Node child: it talks to its parent only over `process.parentPort`, and cannot fork. */
class UtilityProcessDouble extends EventEmitter {
  readonly #child: ChildProcess
  readonly modulePath: string

  constructor(modulePath: string, { env, stdio, serviceName }: ForkOptions) {
    super()
    this.modulePath = modulePath
    if (JSON.stringify(stdio) !== '["ignore","pipe","pipe"]' || serviceName === undefined)
      throw new Error('the electron double forks utility processes with pipes and a name only')
    this.#child = fork(modulePath, [], {
      execArgv: ['--import', join(import.meta.dirname, 'utility-shim.js')],
      env: { ...env },
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    // A message to a process that has just ended is lost, as with Electron.
    this.#child.on('error', () => undefined)
    running.add(this)
    this.#child.once('spawn', () => this.emit('spawn'))
    this.#child.on('message', (message) => this.#receive(message as unknown as FromChild)) // the shim sends only these
    this.#child.once('exit', (code, signal) => {
      running.delete(this)
      this.emit('exit', code ?? (signal === 'SIGKILL' ? 9 : 15))
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get stdout(): NodeJS.ReadableStream | null {
    return this.#child.stdout
  }

  get stderr(): NodeJS.ReadableStream | null {
    return this.#child.stderr
  }

  postMessage(data: unknown, ports: readonly PortDouble[] = []): void {
    if (!this.#child.connected) return
    this.#child.send({
      type: 'message',
      data: structuredClone(data),
      ports: ports.map((port) => port.transferTo(this.#child)),
    })
  }

  kill(): boolean {
    return this.#child.kill('SIGTERM')
  }

  #receive({ type, port, data }: FromChild): void {
    if (type === 'message') this.emit('message', data)
    else if (type === 'port') portsById.get(port ?? 0)?.postMessage(data)
    else portsById.get(port ?? 0)?.close()
  }
}

export const utilityProcess = {
  fork: (modulePath: string, args: readonly string[] = [], options: ForkOptions = {}) => {
    if (args.length > 0) throw new Error('the electron double passes no arguments to utility processes')
    return new UtilityProcessDouble(modulePath, options)
  },
}

onControl('utility-processes', () => [...running].map(({ pid, modulePath }) => ({ pid, modulePath })))

/** Kills them with the app, as Electron does. */
export function endUtilityProcesses(): void {
  for (const child of running) if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
}
