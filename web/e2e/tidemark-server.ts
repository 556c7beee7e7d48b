import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const builtServer = fileURLToPath(new URL('../dist/server/main.js', import.meta.url))
const startTimeoutMs = 30_000

/** The real built server in a process of its own, with a data folder of its own. */
export class TidemarkServer {
  readonly origin: string
  readonly dataDir: string
  readonly #port: number
  #child: ChildProcess | null = null
  #output = ''

  private constructor(port: number, dataDir: string) {
    this.#port = port
    this.origin = `http://127.0.0.1:${port}`
    this.dataDir = dataDir
  }

  static async create(): Promise<TidemarkServer> {
    return new TidemarkServer(await freePort(), await mkdtemp(join(tmpdir(), 'tidemark-e2e-')))
  }

  /** Starts, also after a stop: same port, same data. Fails with what the server printed. */
  async start(): Promise<void> {
    this.#output = ''
    const child = spawn(process.execPath, [builtServer], {
      env: { ...process.env, ...serverEnvironment, PORT: String(this.#port), TIDEMARK_DATA_DIR: this.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the server did not start:\n${this.#output}`)), startTimeoutMs)
      const read = (chunk: Buffer) => {
        this.#output += chunk.toString('utf8')
        if (!this.#output.includes(`ready at ${this.origin}`)) return
        clearTimeout(timer)
        resolve()
      }
      child.stdout?.on('data', read)
      child.stderr?.on('data', read)
      child.once('exit', (code) => {
        clearTimeout(timer)
        reject(new Error(`the server ended with ${code}:\n${this.#output}`))
      })
    })
  }

  /** Stops as Ctrl-C does and waits for the end. Fails when the server ends badly. */
  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null) return
    child.kill('SIGINT')
    await once(child, 'exit')
    if (child.exitCode !== 0) throw new Error(`the server ended with ${child.exitCode}:\n${this.#output}`)
  }

  /** Ends it without a chance to close anything, as a power cut does. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async remove(): Promise<void> {
    await this.stop()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

/** Nothing of the person's own settings reaches a test's server. */
const serverEnvironment = {
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  HOST: '',
  TIDEMARK_MODE: '',
  TIDEMARK_DEV: '',
  TIDEMARK_LOCAL_TOKEN: '',
  DATABASE_URL: '',
  TZ: 'UTC',
} as const

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}
