import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port'
import type { Certificate } from './test-certificate'

/** A separate MariaDB on 127.0.0.1, with data in a temporary folder. */
export interface MariadbServer {
  readonly port: number
  /** The password of `tester`, who may do everything. */
  readonly password: string
  stop(): Promise<void>
}

const installer = 'apt-get'
const programs = { install: 'mariadb-install-db', zones: 'mariadb-tzinfo-to-sql', client: 'mariadb' } as const

/**
 * Returns true if there is a MariaDB to test on; as root on Debian it is installed first. Prints a warning if there is
 * none.
 */
export function hasMariadb(): boolean {
  if (findServer() !== undefined) return true
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    console.info('Installing MariaDB (apt-get)…')
    try {
      execFileSync(installer, ['-q', 'update'], { env, stdio: 'ignore' })
      execFileSync(installer, ['-q', 'install', '-y', '--no-install-recommends', 'mariadb-server'], {
        env,
        stdio: 'ignore',
      })
    } catch (thrown) {
      console.warn(`MariaDB could not be installed: ${String(thrown)}`)
    }
  }
  if (findServer() !== undefined) return true
  console.warn('No MariaDB here: the tests of 1 file are skipped. Install mariadb-server.')
  return false
}

function findServer(): string | undefined {
  return ['/usr/sbin/mariadbd', '/usr/sbin/mysqld', '/usr/local/bin/mariadbd', '/opt/homebrew/bin/mariadbd'].find(
    existsSync,
  )
}

/** Starts a MariaDB. certificate: enables encryption with it; by default there is none. */
export async function startMariadb(certificate?: Certificate): Promise<MariadbServer> {
  const program = findServer()
  if (program === undefined) throw new Error('there is no MariaDB here')
  const root = mkdtempSync(join(tmpdir(), 'tidemark-mariadb-'))
  const data = join(root, 'data')
  const account = accountToRunAs()
  if (account !== undefined) chownSync(root, account.uid, account.gid)
  // Next's types require NODE_ENV, which nothing here reads.
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    // With a shared folder, two servers that are being set up would delete each other's temporary tables.
    TMPDIR: root,
  } as unknown as NodeJS.ProcessEnv
  const as = { cwd: root, env, ...account }
  let server: ChildProcess | undefined
  const stop = async () => {
    if (server !== undefined && server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit')
      // Killed, because its data is deleted anyway.
      server.kill('SIGKILL')
      await ended
    }
    rmSync(root, { recursive: true, force: true })
  }
  try {
    execFileSync(
      programs.install,
      ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
      { ...as, stdio: 'pipe' },
    )
    const port = await freePort()
    const password = randomBytes(16).toString('hex')
    const started = spawn(
      program,
      [
        '--no-defaults',
        `--datadir=${data}`,
        `--socket=${join(root, 'sock')}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        '--skip-name-resolve',
        '--innodb-flush-log-at-trx-commit=0',
        '--innodb-buffer-pool-size=32M',
        '--innodb-log-file-size=8M',
        '--secure-file-priv=',
        ...encryptionOf(root, certificate, account),
      ],
      { ...as, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    server = started
    await ready(started)
    const zones = ['Europe/Berlin', 'Asia/Tokyo', 'America/New_York'].map((zone) =>
      execFileSync(programs.zones, [`/usr/share/zoneinfo/${zone}`, zone], {
        ...as,
        stdio: ['ignore', 'pipe', 'ignore'],
      }).toString(),
    )
    const input = `USE mysql; ${zones.join(';')}; CREATE USER tester@'%' IDENTIFIED BY '${password}'; GRANT ALL ON *.* TO tester@'%' WITH GRANT OPTION;`
    execFileSync(programs.client, [`--socket=${join(root, 'sock')}`, '-u', 'root'], {
      ...as,
      input,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    return { port, password, stop }
  } catch (thrown) {
    await stop()
    throw thrown
  }
}

function encryptionOf(
  folder: string,
  given: Certificate | undefined,
  account: ReturnType<typeof accountToRunAs>,
): readonly string[] {
  if (given === undefined) return ['--skip-ssl']
  const paths = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  for (const part of ['certificate', 'key'] as const) {
    writeFileSync(paths[part], given[part], { mode: 0o600 })
    if (account !== undefined) chownSync(paths[part], account.uid, account.gid)
  }
  return [`--ssl-cert=${paths.certificate}`, `--ssl-key=${paths.key}`]
}

async function ready(server: ChildProcess): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
      if (output.includes('ready for connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`MariaDB ended with ${code}:\n${output}`)))
  })
}

/** Returns the account that runs MariaDB, which refuses to run as root. */
function accountToRunAs(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] =
    accounts.find(([name]) => name === 'mysql') ?? accounts.find(([name]) => name === 'nobody') ?? []
  if (uid === undefined || gid === undefined)
    throw new Error('MariaDB does not run as root, and there is no account to run it.')
  return { uid: Number(uid), gid: Number(gid) }
}
