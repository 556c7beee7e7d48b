import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConnectionHosts } from '@/server/base/connection-reach'
import type { ConnectorSettings } from '../connector'
import { hasMariadb, startMariadb, type MariadbServer } from '@testkit/connectors/mariadb-test-server'
import { createMysqlConnector } from './mysql-connector'
import { canMakeCertificates, makeCertificate } from '@testkit/connectors/test-certificate'

describe.skipIf(!hasMariadb() || !canMakeCertificates())('a MariaDB with a certificate', () => {
  let server: MariadbServer
  let certificate: string
  beforeAll(async () => {
    const made = makeCertificate('DNS:localhost,IP:127.0.0.1')
    certificate = made.certificate
    server = await startMariadb(made)
  }, 120_000)
  afterAll(() => server?.stop())

  /** Tests the connection with its own certificate as the authority. */
  const testOf = async (changes: Partial<ConnectorSettings>) => {
    const { port, password } = server
    const account = { port, database: 'mysql', user: 'tester', password } as const
    const connector = createMysqlConnector(
      { ...account, host: '127.0.0.1', tls: 'verify', caCertificate: certificate, ...changes },
      parseConnectionHosts([], 'local'),
    )
    try {
      return await connector.test(new AbortController().signal)
    } catch (thrown) {
      return toTidemarkError(thrown)
    } finally {
      await connector.close()
    }
  }
  const taken = { server: expect.stringMatching(/^MariaDB/) }
  const refused = {
    code: 'connection-tls',
    detail: expect.stringContaining('certificate was not accepted'),
    hint: expect.stringContaining('authority'),
  }

  test.each([
    ['localhost', taken],
    ['127.0.0.1', taken],
    // The same server under a name that is not in its certificate; anybody could have a certificate for another name.
    ['127.1', refused],
  ])('as %s it is taken only where that is in it', async (host, expected) => {
    expect(await testOf({ host })).toMatchObject(expected)
  })

  test('is refused where nobody vouches for it, and taken where certificates are not checked', async () => {
    expect(await testOf({ caCertificate: null })).toMatchObject(refused)
    expect(await testOf({ host: '127.1', tls: 'require', caCertificate: null })).toMatchObject(taken)
  })
})
