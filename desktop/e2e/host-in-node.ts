import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { doubleFolder } from './double/build-double.mjs'

interface FromProcess {
  readonly type: 'message' | 'port' | 'port-close'
  readonly port?: number
  readonly data?: unknown
}

interface HostMessage {
  readonly kind: 'ready' | 'failed' | 'open-process' | 'kill-process'
  readonly origin?: string
  readonly id?: number
  readonly program?: string
  readonly error?: { readonly code: string; readonly detail?: string }
}

const shim = join(doubleFolder, 'app', 'node_modules', 'electron', 'utility-shim.js')

/** The real built host as Node children, with this object in place of Electron's main process. */
export class HostInNode {
  readonly token = randomBytes(32).toString('base64url')
  origin = ''
  output = ''
  #host: ChildProcess | null = null
  readonly #programsById = new Map<number, ChildProcess>()

  /** serverRoot: the staged server, or the checkout. dataDir: by default a new folder. */
  constructor(
    readonly serverRoot: string,
    readonly port: number,
    readonly dataDir: string = mkdtempSync(join(tmpdir(), 'tidemark-host-')),
  ) {}

  /** Further settings of the next start, by environment name. */
  settings: Readonly<Record<string, string>> = {}

  /** Starts the host, also again. Fails with the server's error as `code: detail`. */
  async start(): Promise<void> {
    const host = this.#fork('desktop-host-process')
    this.#host = host
    const ready = new Promise<string>((resolve, reject) => {
      host.on('message', (message) => {
        const { type, port, data } = message as unknown as FromProcess // the shim sends only these
        if (type !== 'message') return this.#relay(this.#programsById.get(port ?? 0), type, port, data)
        const told = data as HostMessage // the host sends only these
        if (told.kind === 'ready') resolve(told.origin ?? '')
        if (told.kind === 'failed') reject(new Error(`${told.error?.code}: ${told.error?.detail}`))
        if (told.kind === 'open-process') this.#open(host, told.id ?? 0, told.program ?? '')
        if (told.kind === 'kill-process') this.#programsById.get(told.id ?? 0)?.kill('SIGKILL')
      })
      host.once('exit', (code) => reject(new Error(`the host ended with ${code}:\n${this.output}`)))
    })
    const settings = {
      PORT: String(this.port),
      HOST: '127.0.0.1',
      TIDEMARK_MODE: 'local',
      TIDEMARK_DATA_DIR: this.dataDir,
      ...this.settings,
    }
    host.send({ type: 'message', data: { kind: 'start', settings, token: this.token } })
    this.origin = await ready
  }

  get pid(): number {
    return this.#host?.pid ?? 0
  }

  /** The ids of all its processes. */
  get pids(): readonly number[] {
    return [this.#host, ...this.#programsById.values()].flatMap((child) =>
      child?.exitCode === null ? (child.pid ?? []) : [],
    )
  }

  async kill(): Promise<void> {
    const host = this.#host
    if (host === null) return
    const exited = once(host, 'exit')
    host.kill('SIGKILL')
    await exited
    this.endPrograms()
  }

  /** Asks it to close; resolves to its exit code. */
  async stop(): Promise<number | null> {
    const host = this.#host
    if (host === null || host.exitCode !== null) return null
    const exited = once(host, 'exit') as Promise<[number | null]>
    host.send({ type: 'message', data: { kind: 'stop' } })
    const [code] = await exited
    this.endPrograms()
    return code
  }

  async remove(): Promise<void> {
    if (this.#host?.exitCode === null && this.#host.signalCode === null) await this.stop()
    this.endPrograms()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return await fetch(`${this.origin}${path}`, {
      ...init,
      headers: { 'x-tidemark-token': this.token, 'content-type': 'application/json' },
    })
  }

  /** Queries the data of this computer. signal: aborts like a page that closes, which ends the query. */
  async query(sql: string, signal?: AbortSignal): Promise<Response> {
    const items = [{ query: { kind: 'sql', connectionId: 'local', sql } }]
    const body = JSON.stringify({ runId: 'run-1', items })
    return await this.fetch('/api/chart/run-query', {
      method: 'POST',
      body,
      ...(signal === undefined ? {} : { signal }),
    })
  }

  /** Sends a request with exactly these headers, some of which `fetch` would change. Returns status and body. */
  async raw(
    path: string,
    headers: Readonly<Record<string, string>>,
    method = 'GET',
  ): Promise<{ status: number; body: string }> {
    return await new Promise((resolve, reject) => {
      const { port } = new URL(this.origin)
      const asked = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        let body = ''
        response.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
      asked.on('upgrade', (response, socket) => {
        socket.destroy()
        resolve({ status: response.statusCode ?? 0, body: 'upgraded' })
      })
      asked.on('error', reject)
      asked.end()
    })
  }

  #open(host: ChildProcess, id: number, program: string): void {
    const child = this.#fork(program)
    this.#programsById.set(id, child)
    child.on('message', (message) => {
      const { type, data } = message as unknown as FromProcess // the shim sends only these
      this.#relay(host, type, id, data)
    })
    child.once('exit', (code) => {
      this.#tell(host, { type: 'message', data: { kind: 'process-exited', id, how: `exit code ${code}` } })
    })
    child.send({ type: 'message', data: null, ports: [id] })
    host.send({ type: 'message', data: { kind: 'process-opened', id }, ports: [id] })
  }

  #relay(to: ChildProcess | undefined, type: FromProcess['type'], port: number | undefined, data: unknown): void {
    this.#tell(to, { type, port, data })
  }

  #tell(to: ChildProcess | undefined, message: Readonly<Record<string, unknown>>): void {
    if (!to?.connected) return
    to.send(message, (error: NodeJS.ErrnoException | null) => {
      // The process was just killed, and its end is not known yet.
      if (error !== null && error.code !== 'EPIPE') to.emit('error', error)
    })
  }

  /** Kills the engine and the other programs beside the host, as a crash would. */
  endPrograms(): void {
    for (const child of this.#programsById.values()) child.kill('SIGKILL')
    this.#programsById.clear()
  }

  #fork(program: string): ChildProcess {
    const child = fork(join(this.serverRoot, 'web', 'dist', 'server', `${program}.js`), [], {
      execArgv: ['--import', shim],
      // Starts in an empty folder without this environment, so that anything missing from the staged server is noticed.
      cwd: this.dataDir,
      env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', TZ: 'UTC' },
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    // A message to a process that has just been killed is lost.
    child.on('error', () => undefined)
    const read = (chunk: Buffer) => (this.output += chunk.toString('utf8'))
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    return child
  }
}
