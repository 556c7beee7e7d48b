import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../testkit/servers/built-server.mjs'
import { cpuOfTree, memoryOfTree, startUntil, stopProcess } from './processes.mjs'
import { createTable } from './zero-schema.mjs'

const folder = import.meta.dirname

/** The real zero-cache and the application's server that it asks, on their own database with `count` charts. */
export class ZeroServer {
  /** @readonly */ url
  /** @readonly */ #cache
  /** @readonly */ #api
  /** @readonly */ #dataDir

  /** @param {string} url @param {import('node:child_process').ChildProcess} cache @param {import('node:child_process').ChildProcess} api @param {string} dataDir */
  constructor(url, cache, api, dataDir) {
    this.url = url
    this.#cache = cache
    this.#api = api
    this.#dataDir = dataDir
  }

  /** @param {string} node @param {string} postgresUrl a superuser's, with `wal_level=logical` @param {number} count */
  static async start(node, postgresUrl, count) {
    const databaseUrl = await createDatabase(postgresUrl, count)
    const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-zero-'))
    const env = { ...process.env, NODE_ENV: 'production', DO_NOT_TRACK: '1' }
    const api = await startUntil(
      node,
      [join(folder, 'zero-api.mjs')],
      { ...env, PEER_DATABASE_URL: databaseUrl },
      /port (\d+)\n/,
      folder,
    )
    const port = await freePort()
    const origin = `http://127.0.0.1:${api.match[1]}`
    const program = join(folder, 'node_modules', '@rocicorp', 'zero', 'out', 'zero', 'src', 'cli.js')
    const settings = {
      ZERO_UPSTREAM_DB: databaseUrl,
      ZERO_REPLICA_FILE: join(dataDir, 'replica.db'),
      ZERO_PORT: String(port),
      ZERO_CHANGE_STREAMER_PORT: String(await freePort()),
      ZERO_MUTATE_URL: `${origin}/mutate`,
      ZERO_QUERY_URL: `${origin}/query`,
      ZERO_ADMIN_PASSWORD: 'of this run',
      ZERO_ENABLE_TELEMETRY: 'false',
      ZERO_LOG_LEVEL: 'info',
    }
    const cache = await startUntil(
      node,
      [program],
      { ...env, ...settings },
      /zero-cache ready|all workers ready/i,
      dataDir,
    )
    return new ZeroServer(`http://127.0.0.1:${port}`, cache.child, api.child, dataDir)
  }

  /** Returns the memory of zero-cache and its workers, without the application's server. */
  memoryBytes() {
    return memoryOfTree(this.#cache.pid ?? 0)
  }

  /** Includes the application's server, which does a part of each write. */
  cpuMs() {
    const [ofCache, ofApi] = [cpuOfTree(this.#cache.pid ?? 0), cpuOfTree(this.#api.pid ?? 0)]
    return ofCache === null || ofApi === null ? null : ofCache + ofApi
  }

  async stop() {
    // SIGQUIT ends it at once; after SIGTERM it would wait for its clients to leave.
    await stopProcess(this.#cache, 'SIGQUIT')
    await stopProcess(this.#api, 'SIGTERM')
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

/** @param {string} postgresUrl @param {number} count */
async function createDatabase(postgresUrl, count) {
  await query(postgresUrl, 'CREATE DATABASE zero')
  const url = new URL(postgresUrl)
  url.pathname = '/zero'
  await query(url.href, createTable)
  await query(
    url.href,
    `INSERT INTO chart SELECT 'chart-' || i, 'folder-of-all', 'Revenue chart-' || i, 'What was sold in a month, in euros.',
       '{"kind":"sql","connectionId":"workspace","sql":"select month, sum(amount) from sales group by 1","parameters":[]}',
       $1, 'a0', null, 1, 'ann', 1, 'ann'
     FROM generate_series(1, ${count}) AS i`,
    [visual],
  )
  return url.href
}

/** As long as the visual of a Tidemark chart. */
const visual = JSON.stringify({ type: 'bar', padding: 'x'.repeat(240) })

/** @param {string} url @param {string} text @param {unknown[]} [values] */
async function query(url, text, values) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text, values)
  await client.end()
}
