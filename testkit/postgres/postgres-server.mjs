import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyPostgres, findAccount, giveTo } from './postgres-binaries.mjs'

/** @typedef {{ readonly url: string, restart(): Promise<void>, stop(): Promise<void> }} PostgresServer */

const startAttempts = 3

/**
 * Starts a separate PostgreSQL: new data in a temporary folder, a free port of 127.0.0.1, a random password.
 *
 * @param {string} binaries what `findPostgres` found
 * @param {{ isDurable?: boolean, isReplicated?: boolean }} options isDurable: commits wait for the disk. Without, a killed
 * machine may lose them, a killed server does not, and tests take half the time. isReplicated: others may follow its
 * changes (`wal_level=logical`).
 * @returns {Promise<PostgresServer>} `restart` ends it as a crash would; `stop` also removes its folder
 */
export async function startPostgres(binaries, { isDurable = false, isReplicated = false } = {}) {
  const account = findAccount()
  const root = mkdtempSync(join(tmpdir(), 'tidemark-postgres-'))
  try {
    const password = randomBytes(16).toString('hex')
    const passwordPath = join(root, 'password')
    writeFileSync(passwordPath, password)
    const native = join(root, 'native')
    copyPostgres(binaries, native, null)
    if (account !== null) giveTo(root, account)
    chmodSync(root, 0o700)
    const data = join(root, 'data')
    const run = runIn(root, account)
    const init = ['--pgdata', data, '--username', 'tidemark', '--pwfile', passwordPath, '--auth', 'md5']
    await run(join(native, 'bin', 'initdb'), [
      ...init,
      '--encoding',
      'UTF8',
      '--no-locale',
      '--no-sync',
      '--no-instructions',
    ])
    const { port, restart, stop } = await startOnFreePort(run, join(native, 'bin', 'postgres'), data, {
      isDurable,
      isReplicated,
    })
    return {
      url: `postgres://tidemark:${password}@127.0.0.1:${port}/postgres`,
      restart,
      stop: async () => {
        await stop()
        rmSync(root, { recursive: true, force: true })
      },
    }
  } catch (error) {
    rmSync(root, { recursive: true, force: true })
    throw error
  }
}

/** @typedef {(file: string, args: readonly string[], readyLine?: string) => Promise<import('node:child_process').ChildProcess>} Run */

/**
 * Runs a program to its end or, with `readyLine`, until it prints that line. Fails with its output.
 *
 * @param {string} cwd @param {import('./postgres-binaries.mjs').Account | null} account @returns {Run}
 */
function runIn(cwd, account) {
  return async (file, args, readyLine) => {
    const { PATH, SystemRoot } = process.env
    // Next's types, if the program includes them, require the last one; PostgreSQL does not read it.
    const env = { PATH, SystemRoot, LC_ALL: 'C', TZ: 'UTC', NODE_ENV: /** @type {const} */ ('test') }
    // Its own process group: Ctrl-C in the terminal goes to the tests, which stop it in order.
    const child = spawn(file, args, { cwd, env, ...account, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    await new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
          output = (output + text).slice(-10_000)
          if (readyLine !== undefined && output.includes(readyLine)) resolve(undefined)
        })
      }
      child.on('error', reject)
      child.on('exit', (code) => {
        if (readyLine === undefined && code === 0) resolve(undefined)
        else reject(new Error(`${file} ended with ${code}:\n${output}`))
      })
    })
    return child
  }
}

/** @param {Run} run @param {string} file @param {string} data
 * @param {{ isDurable: boolean, isReplicated: boolean }} options
 */
async function startOnFreePort(run, file, data, { isDurable, isReplicated }) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '32MB',
    ...(isReplicated ? { wal_level: 'logical' } : { wal_level: 'minimal', max_wal_senders: 0 }),
    ...(isDurable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort()
    const args = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const start = () => run(file, ['-D', data, ...args], 'database system is ready to accept connections')
    try {
      let server = await start()
      const restart = async () => {
        await stopServer(server)
        server = await start()
      }
      return { port, restart, stop: () => stopServer(server) }
    } catch (error) {
      // Another program may have taken the port in between.
      if (attempt === startAttempts) throw error
    }
  }
}

/** @param {import('node:child_process').ChildProcess} server */
async function stopServer(server) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  // Immediate shutdown: its data is deleted, or is recovered as after a crash.
  server.kill('SIGQUIT')
  await ended
}

/** @returns {Promise<number>} */
async function findFreePort() {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}
