import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The engine of a current ClickHouse behind an HTTP interface on 127.0.0.1, with data in a temporary folder. */
export interface CurrentClickhouse {
  readonly port: number
  /** Runs a statement; returns the rows of a SELECT by column. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  stop(): Promise<void>
}

const source = fileURLToPath(new URL('./chdb', import.meta.url))
// Installed separately from the workspace, because it has half a gigabyte and only tests need it.
const cache = join(source, '..', '..', '..', 'node_modules', '.cache')
const installed = join(cache, 'tidemark-chdb')
const isWhole = join(installed, 'whole')
const hasFailed = join(cache, 'tidemark-chdb-failed')
const lock = join(cache, 'tidemark-chdb-lock')
const longestInstallMs = 90_000
const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0', '--loglevel=error']

/**
 * Returns true if there is an engine to test on; it is installed from the npm registry first. Prints a warning if there
 * is none.
 */
export function hasCurrentClickhouse(): boolean {
  const lockfile = readFileSync(join(source, 'package-lock.json'), 'utf8')
  const isInstalled = () => existsSync(isWhole) && readFileSync(isWhole, 'utf8') === lockfile
  if (isInstalled()) return true
  mkdirSync(cache, { recursive: true })
  // Tests run in several workers, so one of them installs it.
  if (takeLock()) {
    if (!isInstalled() && !isRecent(hasFailed)) install(lockfile)
    rmSync(lock, { recursive: true, force: true })
  }
  if (isInstalled()) return true
  console.warn('No engine of a current ClickHouse here: what is tested on it, in 2 files, is skipped.')
  return false
}

function install(lockfile: string): void {
  console.info('Installing the engine of a current ClickHouse (npm ci, half a gigabyte)…')
  mkdirSync(installed, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(source, name), join(installed, name))
  const options = { cwd: installed, timeout: longestInstallMs, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync('npm', npm, options)
  if (status === 0 && existsSync(join(installed, 'node_modules', '@chdb'))) return writeFileSync(isWhole, lockfile)
  writeFileSync(hasFailed, '')
  console.warn(`It could not be installed: ${stderr}`)
}

/** Takes the lock; returns false if another worker holds it for longer than an installation takes. */
function takeLock(): boolean {
  const stepMs = 200
  for (let waitedMs = 0; waitedMs < longestInstallMs; waitedMs += stepMs) {
    if (existsSync(lock) && !isRecent(lock)) rmSync(lock, { recursive: true, force: true })
    if (mkdirSync(lock, { recursive: true }) !== undefined) return true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stepMs)
  }
  return false
}

/** Returns true if the file was written in this run; the next run retries what failed. */
function isRecent(path: string): boolean {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return written !== undefined && Date.now() - written < 2 * longestInstallMs
}

/** The grants of its only user, as GRANT statements without TO. roles: further roles of the user. */
export interface Grants {
  readonly own: readonly string[]
  readonly roles: Readonly<Record<string, readonly string[]>>
}

/** Starts the engine. made: statements that run before the grants apply. */
export async function startCurrentClickhouse(
  limits: { readonly made: readonly string[]; readonly grants: Grants } | null = null,
): Promise<CurrentClickhouse> {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-chdb-'))
  if (limits !== null) {
    const free = await openOn(root)
    try {
      for (const sql of limits.made) await free.query(sql)
    } finally {
      await free.end()
    }
    writeLimits(root, limits.grants)
  }
  const server = await openOn(root)
  return {
    port: server.port,
    query: server.query,
    stop: async () => {
      await server.end()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Writes the configuration: the engine reads `config.xml` in the folder in which it starts. */
function writeLimits(root: string, { own, roles }: Grants): void {
  const users = join(root, 'users.xml')
  const queries = (all: readonly string[]) => `<grants>${all.map((sql) => `<query>${sql}</query>`).join('')}</grants>`
  writeFileSync(
    join(root, 'config.xml'),
    `<clickhouse><users_config>${users}</users_config><user_directories><users_xml><path>${users}</path></users_xml></user_directories></clickhouse>`,
  )
  writeFileSync(
    users,
    `<clickhouse><profiles><default/></profiles><quotas><default/></quotas>
     <users><default><password/><networks><ip>::/0</ip></networks>${queries(own)}</default></users>
     <roles>${Object.entries(roles)
       .map(([role, all]) => `<${role}>${queries(all)}</${role}>`)
       .join('')}</roles></clickhouse>`,
  )
}

async function openOn(root: string) {
  const server = spawn(process.execPath, [join(source, 'serve.mjs'), installed, join(root, 'data')], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  const [line] = await Promise.race([
    once(createInterface(server.stdout), 'line') as Promise<[string]>, // a line is a text
    ended.then(() => [''] as const),
  ])
  if (line === '') throw new Error('the engine of ClickHouse did not start')
  const port = Number(line)
  return {
    port,
    query: async (sql: string): Promise<readonly Record<string, unknown>[]> => {
      const response = await fetch(`http://127.0.0.1:${port}/?default_format=JSON`, { method: 'POST', body: sql })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return text === '' ? [] : (JSON.parse(text) as { data: readonly Record<string, unknown>[] }).data // the format's own form
    },
    end: async () => {
      // Killed, because there is nothing left to write.
      server.kill('SIGKILL')
      await ended
    },
  }
}
