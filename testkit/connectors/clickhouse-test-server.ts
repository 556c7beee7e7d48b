import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port'

/** A separate ClickHouse on 127.0.0.1, with data in a temporary folder. */
export interface ClickhouseServer {
  readonly port: number
  /** The password of `tester`, who may do everything, and of `reader`, whose profile is read-only. */
  readonly password: string
  /** Runs a statement as `tester`; returns the rows of a SELECT by column. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  stop(): Promise<void>
}

const program = '/usr/sbin/clickhouse-server'
// A constant, so that the check of unused code does not take it for one of the project's programs.
const installer = 'apt-get'

/**
 * Returns true if there is a ClickHouse to test on; as root on Debian it is installed first. Prints a warning if there
 * is none.
 */
export function hasClickhouse(): boolean {
  if (existsSync(program)) return true
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    console.info('Installing ClickHouse (apt-get)…')
    try {
      execFileSync(installer, ['-q', 'update'], { env, stdio: 'ignore' })
      execFileSync(installer, ['-q', 'install', '-y', '--no-install-recommends', 'clickhouse-server'], {
        env,
        stdio: 'ignore',
      })
    } catch (thrown) {
      console.warn(`ClickHouse could not be installed: ${String(thrown)}`)
    }
  }
  if (existsSync(program)) return true
  console.warn('No ClickHouse here: the tests of 1 file are skipped. Install clickhouse-server.')
  return false
}

/** Starts a ClickHouse. timeZone: the server's own. */
export async function startClickhouse(timeZone = 'UTC'): Promise<ClickhouseServer> {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-clickhouse-'))
  const password = randomBytes(16).toString('hex')
  const port = await freePort()
  for (const name of ['data', 'tmp']) mkdirSync(join(root, name))
  writeFileSync(
    join(root, 'config.xml'),
    `<yandex><logger><level>warning</level><console>true</console></logger>
     <http_port>${port}</http_port><listen_host>127.0.0.1</listen_host><timezone>${timeZone}</timezone>
     <path>${root}/data/</path><tmp_path>${root}/tmp/</tmp_path><mark_cache_size>5368709</mark_cache_size>
     <users_config>users.xml</users_config><default_profile>default</default_profile></yandex>`,
  )
  const user = (name: string, profile: string) =>
    `<${name}><password>${password}</password><networks><ip>127.0.0.1</ip></networks><profile>${profile}</profile><quota>default</quota></${name}>`
  writeFileSync(
    join(root, 'users.xml'),
    `<yandex><profiles><default/><reading><readonly>1</readonly></reading></profiles>
     <users>${user('tester', 'default')}${user('reader', 'reading')}</users><quotas><default/></quotas></yandex>`,
  )
  const server = spawn(program, [`--config-file=${join(root, 'config.xml')}`], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit')
      // Killed, because its data is deleted anyway.
      server.kill('SIGKILL')
      await ended
    }
    rmSync(root, { recursive: true, force: true })
  }
  const query = async (sql: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/?default_format=JSON`, {
      method: 'POST',
      headers: { 'x-clickhouse-user': 'tester', 'x-clickhouse-key': password },
      body: sql,
    })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return text === '' ? [] : (JSON.parse(text) as { data: readonly Record<string, unknown>[] }).data // the format's own form
  }
  try {
    await ready(server, port)
    return { port, password, query, stop }
  } catch (thrown) {
    await stop()
    throw thrown
  }
}

async function ready(server: ChildProcess, port: number): Promise<void> {
  let output = ''
  server.stderr?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-10_000)))
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) break
    const answer = await fetch(`http://127.0.0.1:${port}/ping`).catch(() => null)
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`ClickHouse did not start:\n${output}`)
}
