import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '../../tools/repository-root.mjs'

const program = join(repositoryRoot, 'web', 'dist', 'server', 'main.js')
/** A start fails by itself if the server says so or ends; the timeout only has to allow for a busy machine. */
const usualStartTimeoutMs = 90_000

/** Overrides the person's own settings, which must not reach this server. */
const environment = /** @type {const} */ ({
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  HOST: '',
  TIDEMARK_MODE: '',
  TIDEMARK_DEV: '',
  TIDEMARK_LOCAL_TOKEN: '',
  DATABASE_URL: '',
  ERROR_REPORTING_ENABLED: '',
  SENTRY_DSN: '',
  TZ: 'UTC',
})

/** The built server in its own process, with its own data folder. */
export class BuiltServer {
  /** @readonly */ origin
  /** @readonly */ dataDir
  /** The port, kept over restarts: another port is another origin. */
  #port
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null
  #output = ''
  /** @readonly */ #settings

  /** @param {number} port @param {string} dataDir @param {Readonly<Record<string, string>>} [settings] by environment names */
  constructor(port, dataDir, settings = {}) {
    this.#settings = settings
    this.#port = port
    this.origin = `http://127.0.0.1:${port}`
    this.dataDir = dataDir
  }

  /** @param {Readonly<Record<string, string>>} [settings] by environment names */
  static async create(settings = {}) {
    return new BuiltServer(await freePort(), await mkdtemp(join(tmpdir(), 'tidemark-server-')), settings)
  }

  /** The output since the last start, including the log. */
  get output() {
    return this.#output
  }

  /** The process id; null while it is stopped. */
  get pid() {
    return this.#child?.pid ?? null
  }

  /**
   * Starts the server, also after a stop: same port, same data. Fails with the server's output.
   *
   * @param {{ startTimeoutMs?: number }} [options]
   */
  async start({ startTimeoutMs = usualStartTimeoutMs } = {}) {
    this.#output = ''
    const child = spawn(process.execPath, [program], {
      env: {
        ...process.env,
        ...environment,
        ...this.#settings,
        PORT: String(this.#port),
        TIDEMARK_DATA_DIR: this.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    /** @type {NodeJS.Timeout | undefined} */
    let timer
    await new Promise((resolve, reject) => {
      timer = setTimeout(() => {
        child.kill('SIGKILL')
        reject(new Error(`the server did not start within ${startTimeoutMs / 1000} s:\n${this.#output}`))
      }, startTimeoutMs)
      /** @param {Buffer} chunk */
      const read = (chunk) => {
        this.#output += chunk.toString('utf8')
        // Matches any address, because in team mode the public one is printed.
        if (this.#output.includes(' is ready at ')) resolve(undefined)
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${this.#output}`)))
    }).finally(() => clearTimeout(timer))
  }

  /** Stops as Ctrl-C does and waits for the end. Fails if the server ends with an error. */
  async stop() {
    const exitCode = await this.#end('SIGINT')
    if (exitCode !== 0) throw new Error(`the server ended with ${exitCode}:\n${this.#output}`)
  }

  /** Kills the server without a chance to close anything, like a power cut. */
  async kill() {
    await this.#end('SIGKILL')
  }

  /** Stops the server and deletes its data. */
  async remove() {
    await this.stop()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** @param {NodeJS.Signals} signal @returns {Promise<number | null>} the exit code; 0 when it was not running */
  async #end(signal) {
    const child = this.#child
    this.#child = null
    if (child === null) return 0
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await once(child, 'exit')
    }
    return child.exitCode
  }
}

/** Returns a free port of this machine. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}
