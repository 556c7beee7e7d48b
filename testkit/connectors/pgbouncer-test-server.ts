import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectorSettings } from '@/server/connectors/connector'
import { freePort } from './free-port'

const program = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync)

/** Returns true if there is a PgBouncer to test on. Prints a warning if there is none. */
export function hasPgbouncer(): boolean {
  if (program === undefined) console.warn('No PgBouncer here: the tests of 1 file are skipped. Install pgbouncer.')
  return program !== undefined
}

export interface Pgbouncer {
  /** The settings of the same database and user, through the pooler. */
  readonly settings: ConnectorSettings
  stop(): Promise<void>
}

/** Starts a PgBouncer in front of a database. connections: how many it opens there; a client waits a second for one. */
export async function startPgbouncer(
  target: ConnectorSettings,
  mode: 'session' | 'transaction' | 'statement',
  { connections = 20, maxClients = 100 } = {},
): Promise<Pgbouncer> {
  if (program === undefined) throw new Error('there is no PgBouncer here')
  const root = mkdtempSync(join(tmpdir(), 'tidemark-pgbouncer-'))
  chmodSync(root, 0o755)
  const usersPath = join(root, 'users.txt')
  const configPath = join(root, 'pgbouncer.ini')
  const port = await freePort()
  writeFileSync(usersPath, `"${target.user}" "${target.password}"\n`)
  writeFileSync(
    configPath,
    `[databases]
${target.database} = host=${target.host} port=${target.port}
gone = host=${target.host} port=${target.port} dbname=no_such_database
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = md5
auth_file = ${usersPath}
pool_mode = ${mode}
default_pool_size = ${connections}
max_client_conn = ${maxClients}
query_wait_timeout = 1
`,
  )
  // It refuses to run as root.
  const child = spawn(program, [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), configPath], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
      if (output.includes('process up')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`PgBouncer ended with ${code}:\n${output}`)))
  })
  return {
    settings: { ...target, host: '127.0.0.1', port },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(root, { recursive: true, force: true })
    },
  }
}
