import { once } from 'node:events'
import { createServer } from 'node:net'
import { DatabaseError } from 'pg'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConnectionHosts } from '../base/connection-reach'
import type { ConnectorSettings } from './connector'
import { mysqlError } from './mysql/mysql-error'
import { createPostgresConnector } from './postgres/postgres-connector'
import { postgresError } from './postgres/postgres-error'

const settings: ConnectorSettings = {
  host: '127.0.0.1',
  port: 1,
  database: 'shop',
  user: 'analyst',
  password: '',
  tls: 'off',
  caCertificate: null,
}

let greeting: Buffer
const stranger = createServer((socket) => void socket.on('error', () => undefined).end(greeting))
beforeAll(() => once(stranger.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => void stranger.close())

test.each([
  // The first packet of MariaDB, which PostgreSQL's driver parses as one of its own messages.
  ['another database', Buffer.from('5b0000000a352e352e352d31302e31312e31382d4d61726961444200', 'hex')],
  ['a web server', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['what hangs up', Buffer.alloc(0)],
])('%s at the port of PostgreSQL is told with what to look at', async (_name, sent) => {
  greeting = sent
  const address = stranger.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const connector = createPostgresConnector({ ...settings, port }, parseConnectionHosts([], 'local'))
  const failed = await connector.test(new AbortController().signal).catch(toTidemarkError)
  await connector.close()
  expect(failed).toMatchObject({ code: 'connection-failed', hint: expect.stringContaining('answers at that port') })
})

test('a password that is asked for and not given is told as such', () => {
  const refused = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string')
  expect(postgresError(refused, settings)).toMatchObject({
    code: 'connection-user',
    detail: 'The database asks for a password.',
  })
})

test('what the user may not read is told with who can grant it', () => {
  const denied = Object.assign(new DatabaseError('permission denied for table salaries', 0, 'error'), { code: '42501' })
  const deniedByMysql = Object.assign(new Error('SELECT command denied to user'), { errno: 1142 })
  for (const error of [postgresError(denied, settings), mysqlError(deniedByMysql, settings)])
    expect(error).toMatchObject({ code: 'query-failed', hint: expect.stringContaining('“analyst”') })
})

test.each([
  ['e', 'permission denied: “…” at analyst:…@host, …'],
  ['ssi', 'permission denied: “…” at analyst:…@host, …'],
  ['_a', 'permission denied: “…” at analyst:…@host, …'],
  ['mission', 'per… denied: “…” at analyst:…@host, …'],
])(
  'the password %s is cut out of an error that quotes it, and a short one not out of its words',
  (password, detail) => {
    const quoting = `permission denied: “${password}” at analyst:${password}@host, ${password}`
    const error = mysqlError(Object.assign(new Error(quoting), { errno: 1142 }), { ...settings, password })
    expect(error.detail).toBe(detail)
    expect(error.cause).toBeUndefined()
  },
)
