import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
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
  /** Runs a statement; rows of a SELECT by column. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  stop(): Promise<void>
}

const source = join(fileURLToPath(new URL('.', import.meta.url)), 'chdb')
// Half a gigabyte, for tests alone: no part of what the workspace installs.
const installed = join(source, '..', '..', '..', '..', 'node_modules', '.cache', 'tidemark-chdb')
const stamp = join(installed, 'installed')
const longestInstallMs = 120_000

/** Whether there is an engine to test on; it is installed from the npm registry first. Says so when there is none. */
export function hasCurrentClickhouse(): boolean {
  const lockfile = readFileSync(join(source, 'package-lock.json'), 'utf8')
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile
  if (isInstalled()) return true
  const folder = `${installed}-${process.pid}`
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(source, name), join(folder, name))
  console.info('Installing the engine of a current ClickHouse (npm ci, half a gigabyte)…')
  const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    timeout: longestInstallMs,
    encoding: 'utf8',
  })
  // Another worker may have been quicker.
  if (status === 0 && existsSync(join(folder, 'node_modules', '@chdb')) && !isInstalled()) {
    writeFileSync(join(folder, 'installed'), lockfile)
    rmSync(installed, { recursive: true, force: true })
    renameSync(folder, installed)
  }
  rmSync(folder, { recursive: true, force: true })
  if (isInstalled()) return true
  console.warn(`No engine of a current ClickHouse here: what is tested on it is skipped. ${stderr}`)
  return false
}

export async function startCurrentClickhouse(): Promise<CurrentClickhouse> {
  const data = mkdtempSync(join(tmpdir(), 'tidemark-chdb-'))
  const server = spawn(process.execPath, [join(source, 'serve.mjs'), installed, data], {
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
    query: async (sql) => {
      const response = await fetch(`http://127.0.0.1:${port}/?default_format=JSON`, { method: 'POST', body: sql })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return text === '' ? [] : (JSON.parse(text) as { data: readonly Record<string, unknown>[] }).data // the format's own form
    },
    stop: async () => {
      // At once: its data goes away with it.
      server.kill('SIGKILL')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}
