import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasPostgres } from '@testkit/store/postgres-test-database'
import { parseConnectionHosts } from '@/server/base/connection-reach'
import type { ConnectorSettings } from '../connector'
import { plainQuery } from '@testkit/connectors/connector-contract'
import { createPostgresConnector } from './postgres-connector'
import { canMakeCertificates, makeCertificate, type Certificate } from '@testkit/connectors/test-certificate'

describe.skipIf(!hasPostgres || !canMakeCertificates())('a PostgreSQL with a certificate nobody vouches for', () => {
  let server: Awaited<ReturnType<typeof keepPostgres>>
  let settings: ConnectorSettings
  let certificate: string
  beforeAll(async () => {
    server = await keepPostgres()
    const made = makeCertificate('IP:127.0.0.1')
    certificate = made.certificate
    await turnEncryptionOn(server.url, made)
    const { hostname: host, port, pathname, username: user, password } = new URL(server.url)
    const database = pathname.slice(1)
    settings = { host, port: Number(port), database, user, password, tls: 'verify', caCertificate: null }
  }, 60_000)
  afterAll(() => server?.stop())

  const testOf = async (changes: Partial<ConnectorSettings>) => {
    const connector = createPostgresConnector({ ...settings, ...changes }, parseConnectionHosts([], 'local'))
    try {
      return await connector.test(new AbortController().signal)
    } catch (thrown) {
      return toTidemarkError(thrown)
    } finally {
      await connector.close()
    }
  }

  test('is refused where certificates are checked, and says why and what to do', async () => {
    expect(await testOf({})).toMatchObject({
      code: 'connection-tls',
      detail: expect.stringContaining('certificate'),
      hint: expect.stringContaining('authority'),
    })
  })

  test('is taken with its own certificate as the authority, and where certificates are not checked', async () => {
    for (const changes of [{ caCertificate: certificate }, { tls: 'require' as const }])
      expect(await testOf(changes)).toMatchObject({ server: expect.stringMatching(/^PostgreSQL/) })
  })

  test('has statements cancelled over an encrypted connection', async () => {
    const connector = createPostgresConnector({ ...settings, tls: 'require' }, parseConnectionHosts([], 'local'))
    const run = (sql: string, signal = new AbortController().signal) =>
      connector.run({ ...plainQuery, sql }, signal).then(({ members }) => Buffer.from(members).toString())
    const running = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND query = 'SELECT pg_sleep(60)'`
    try {
      const stop = new AbortController()
      const slow = run('SELECT pg_sleep(60)', stop.signal)
      await expect.poll(() => run(running), { timeout: 5_000, interval: 20 }).toContain('[[1]]')
      stop.abort()
      await expect(slow).rejects.toMatchObject({ code: 'query-cancelled' })
      expect(await run(running)).toContain('[[0]]')
    } finally {
      await connector.close()
    }
  })

  test('is refused under a name that is not in it, and with another authority', async () => {
    const other = makeCertificate('IP:127.0.0.1').certificate
    for (const changes of [{ host: 'localhost', caCertificate: certificate }, { caCertificate: other }])
      expect(await testOf(changes)).toMatchObject({ code: 'connection-tls' })
  })
})

/** Starts a PostgreSQL for this test alone, because the shared one offers no TLS. */
async function keepPostgres() {
  const script = fileURLToPath(new URL('../../../../testkit/postgres/keep-postgres.mjs', import.meta.url))
  const keeper = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  keeper.stdout.setEncoding('utf8')
  // `once` resolves with the event's arguments, and a stream with an encoding emits text.
  const [line] = (await once(keeper.stdout, 'data')) as [string]
  return {
    url: line.trim(),
    stop: async () => {
      const ended = once(keeper, 'exit')
      keeper.stdin.end()
      await ended
    },
  }
}

/** Turns TLS on. The server itself writes the files, because it requires that only its own user can read the key. */
async function turnEncryptionOn(url: string, { certificate, key }: Certificate): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    for (const [name, text] of [
      ['server.crt', certificate],
      ['server.key', key],
    ] as const) {
      const lines = `string_to_array(${client.escapeLiteral(text.trimEnd())}, E'\\n')`
      const program = client.escapeLiteral(`umask 077 && cat > '${rows[0]?.data_directory ?? ''}/${name}'`)
      await client.query(`COPY (SELECT unnest(${lines})) TO PROGRAM ${program}`)
    }
    await client.query('ALTER SYSTEM SET ssl = on')
    await client.query('SELECT pg_reload_conf()')
    await vi.waitUntil(async () => (await client.query<{ ssl: string }>('SHOW ssl')).rows[0]?.ssl === 'on', 10_000)
  } finally {
    await client.end()
  }
}
