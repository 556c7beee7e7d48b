import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { createClickhouseConnector } from './clickhouse-connector'
import { parseConnectionHosts } from '@/server/base/connection-reach'
import type { Connector, ConnectorSettings, RemoteQuery } from '../connector'
import { canMakeCertificates, makeCertificate, type Certificate } from '@testkit/connectors/test-certificate'

interface Asked {
  readonly sql: string
  readonly settings: Readonly<Record<string, string>>
  readonly headers: IncomingMessage['headers']
}

/**
 * Tests of a current ClickHouse's protocol: the requests that a server receives, and how its answers are parsed. Only
 * its engine is available to tests (`clickhouse-engine.test.ts`); Debian's server is tested in
 * `clickhouse-connector.test.ts`.
 */
const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

/** Starts a simulated server and connects to it. pair: the server's certificate if it uses TLS. */
async function openCurrent(
  answer: (asked: Asked) => { readonly status?: number; readonly body: string },
  pair: Certificate | null = null,
  changes: Partial<ConnectorSettings> = {},
): Promise<{ readonly connector: Connector; readonly asked: Asked[] }> {
  const asked: Asked[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let sql = ''
    for await (const piece of request.setEncoding('utf8')) sql += String(piece)
    const settings = Object.fromEntries(new URL(request.url ?? '', 'http://x').searchParams)
    const isHello = sql.includes('version()')
    const one = { sql, settings, headers: request.headers }
    if (!isHello) asked.push(one)
    const { status = 200, body } = isHello
      ? {
          body: jsonCompact(
            ['version()', 'timezone()', 'any'],
            ['String', 'String', 'String'],
            [['25.3.2.39', 'Europe/Berlin', '0']],
          ),
        }
      : answer(one)
    response.writeHead(status, { 'x-clickhouse-server-display-name': 'test' }).end(body)
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => void handle(request, response)
  const server: Server =
    pair === null ? createServer(listener) : createTlsServer({ key: pair.key, cert: pair.certificate }, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const connector = createClickhouseConnector(
    {
      host: '127.0.0.1',
      port: typeof address === 'object' && address !== null ? address.port : 0,
      database: 'shop',
      user: 'ann',
      password: 'the password',
      tls: 'off',
      caCertificate: null,
      ...changes,
    },
    parseConnectionHosts([], 'local'),
  )
  opened.push(async () => {
    await connector.close()
    server.close()
  })
  return { connector, asked }
}

function jsonCompact(
  names: readonly string[],
  types: readonly string[],
  rows: readonly (readonly unknown[])[],
): string {
  const meta = names.map(
    (name, index) =>
      `\t\t{\n\t\t\t"name": ${JSON.stringify(name)},\n\t\t\t"type": ${JSON.stringify(types[index])}\n\t\t}`,
  )
  const data = rows.map((row) => `\t\t[${row.map((value) => JSON.stringify(value)).join(', ')}]`)
  return `{\n\t"meta":\n\t[\n${meta.join(',\n')}\n\t],\n\n\t"data":\n\t[\n${data.join(',\n')}\n\t],\n\n\t"rows": ${rows.length},\n\n\t"statistics":\n\t{\n\t\t"elapsed": 0.001,\n\t\t"rows_read": 1,\n\t\t"bytes_read": 1\n\t}\n}\n`
}

const plain: RemoteQuery = {
  sql: '',
  params: {},
  filters: [],
  timeZone: 'Asia/Tokyo',
  rowLimit: { rows: 100, reason: 'rows' },
  maxBytes: 1e6,
}
const never = new AbortController().signal
const membersOf = ({ members }: { readonly members: Uint8Array }): unknown =>
  JSON.parse(`{${Buffer.from(members).toString()}}`)

test('parameters are bound with their types, by the server, in a request that only reads', async () => {
  const { connector, asked } = await openCurrent(() => ({ body: jsonCompact(['n'], ['UInt8'], [[1]]) }))
  const params = { text: "it's \\ \t\n☃", count: 2, share: 0.5, is: true, none: null }
  await connector.run(
    { ...plain, params, sql: "SELECT $text, $count, $share, $is, $none, $text, '$text' -- $count" },
    never,
  )
  const [sent] = asked
  expect(sent?.sql).toBe(
    "SELECT {p1:String}, {p2:Int64}, {p3:Float64}, {p4:UInt8}, {p5:Nullable(String)}, {p1:String}, '$text' -- $count\nFORMAT JSONCompact",
  )
  expect(sent?.settings).toMatchObject({
    database: 'shop',
    readonly: '1',
    date_time_output_format: 'iso',
    session_timezone: 'Asia/Tokyo',
    max_execution_time: '90',
    param_p1: "it's \\\\ \\t\\n☃",
    param_p2: '2',
    param_p3: '0.5',
    param_p4: '1',
    param_p5: '\\N',
  })
  expect([sent?.headers['x-clickhouse-user'], sent?.headers['x-clickhouse-key']]).toEqual(['ann', 'the password'])
  expect(JSON.stringify(sent?.settings)).not.toContain('the password')
})

test('filters are put around it once its columns are known, and bound like parameters', async () => {
  const { connector, asked } = await openCurrent(() => ({
    body: jsonCompact(['no"te', 'id'], ['Nullable(String)', 'Int64'], []),
  }))
  const result = await connector.run(
    {
      ...plain,
      sql: 'SELECT * FROM orders WHERE id > $least',
      params: { least: 1 },
      filters: [
        { column: 'no"te', op: '=', value: "it's" },
        { column: 'country', op: '=', value: 'CH' },
      ],
    },
    never,
  )
  expect([result.appliedFilters, result.ignoredFilters]).toEqual([['no"te'], ['country']])
  expect(asked.map(({ sql }) => sql.replace(/\s+/g, ' '))).toEqual([
    'SELECT * FROM ( SELECT * FROM orders WHERE id > {p1:Int64} ) AS result LIMIT 0 FORMAT JSONCompact',
    'SELECT * FROM ( SELECT * FROM orders WHERE id > {p1:Int64} ) AS result WHERE "no\\"te" = {p2:String} FORMAT JSONCompact',
  ])
  expect(asked.at(-1)?.settings).toMatchObject({ param_p1: '1', param_p2: "it's" })
})

test('values of the types that later versions have are read with every digit', async () => {
  const types = [
    'DateTime64(3)',
    "DateTime('UTC')",
    'Decimal(12, 4)',
    'Bool',
    'LowCardinality(Nullable(String))',
    'Map(String, UInt64)',
    'Date32',
    'UInt256',
    "Enum8('a' = 1)",
  ]
  const row = [
    '2024-07-01T12:00:00.250Z',
    '2024-07-01T12:00:00Z',
    '10.5',
    true,
    null,
    { a: '9007199254740993' },
    '1900-01-01',
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    'a',
  ]
  const { connector } = await openCurrent(() => ({
    body: jsonCompact(
      types.map((_, index) => `c${index}`),
      types,
      [row],
    ),
  }))
  const { fields, columns } = membersOf(await connector.run({ ...plain, sql: 'SELECT 1' }, never)) as {
    fields: { type: string; nullable: boolean }[]
    columns: unknown[][]
  }
  expect(fields.map(({ type }, index) => [type, columns[index]?.[0]])).toEqual([
    ['timestamptz', '2024-07-01T21:00:00.250000+09:00'],
    ['timestamptz', '2024-07-01T21:00:00+09:00'],
    ['decimal', '10.5000'],
    ['boolean', true],
    ['text', null],
    ['json', '{"a":"9007199254740993"}'],
    ['date', '1900-01-01'],
    ['bigint', row[7]],
    ['text', 'a'],
  ])
})

test.each([
  [
    'a syntax error with its place',
    {
      status: 400,
      body: "Code: 62. DB::Exception: Syntax error: failed at position 10 ('FORM') (line 2, col 1): FORM orders. Expected one of: token, Comma. (SYNTAX_ERROR) (version 25.3.2.39 (official build))\n",
    },
    {
      code: 'query-syntax',
      position: { line: 2, column: 1 },
      detail: "Syntax error: failed at position 10 ('FORM') (line 2, col 1): FORM orders",
    },
  ],
  [
    'an unknown column',
    {
      status: 404,
      body: "Code: 47. DB::Exception: Unknown expression identifier 'orders' in scope SELECT 1. (UNKNOWN_IDENTIFIER) (version 25.3.2.39 (official build))\n",
    },
    { code: 'query-unknown-name', position: { line: 2, column: 6 } },
  ],
  [
    'a misspelt column, with the one that was meant for those who write SQL, without the SQL for all',
    {
      status: 404,
      body: "Code: 47. DB::Exception: Unknown expression identifier 'orders' in scope SELECT max(n) FROM orders. Maybe you meant: ['order']. (UNKNOWN_IDENTIFIER) (version 25.3.2.39 (official build))\n",
    },
    {
      code: 'query-unknown-name',
      detail: "Unknown expression identifier 'orders'",
      hint: 'Did you mean `order`?',
      position: { line: 2, column: 6 },
    },
  ],
  [
    'a misspelt table, with the one that was meant',
    {
      status: 404,
      body: 'Code: 60. DB::Exception: Table shop.orders does not exist. Maybe you meant shop.order?. (UNKNOWN_TABLE) (version 25.3.2.39 (official build))\n',
    },
    { code: 'query-unknown-name', detail: 'Table shop.orders does not exist', hint: 'Did you mean `shop.order`?' },
  ],
  [
    'a wrong password',
    {
      status: 403,
      body: 'Code: 516. DB::Exception: ann: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED) (version 25.3.2.39 (official build))\n',
    },
    { code: 'connection-user' },
  ],
  [
    'a failure written into an answer that is otherwise whole',
    {
      body: jsonCompact(['n'], ['UInt8'], [[1]]).replace(
        '"rows": 1',
        '"exception": "Code: 395. DB::Exception: Value passed to \'throwIf\'. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO)", "rows": 1',
      ),
    },
    { code: 'query-failed', detail: expect.stringContaining('throwIf') as unknown },
  ],
  [
    'an answer that ends in the middle',
    { body: jsonCompact(['n'], ['UInt8'], [[1], [2]]).slice(0, -90) },
    { code: 'connection-failed', detail: '127.0.0.1 ended the connection.' },
  ],
] as const)('%s is told as what it is', async (_, answer, error) => {
  const { connector } = await openCurrent(() => answer)
  await expect(connector.run({ ...plain, sql: 'SELECT 1\nFORM orders' }, never)).rejects.toMatchObject(error)
})

test('what roles let its user read is asked of each where the server does not put it together', async () => {
  const columnsOf: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
    'FROM system.tables WHERE database = currentDatabase() AND NOT': [
      ['orders', 'MergeTree'],
      ['bills', 'MergeTree'],
      ['unread', 'MergeTree'],
    ],
    'FROM system.columns WHERE database = currentDatabase()\nFORMAT': ['orders', 'bills', 'unread'].flatMap((table) =>
      ['id', 'note'].map((name) => [table, name, 'String', 0]),
    ),
    'SHOW GRANTS\n': [['GRANT INSERT ON shop.* TO ann'], ['GRANT `the readers` TO ann']],
    'SHOW GRANTS FOR `the readers`': [
      ['GRANT SELECT(id) ON shop.orders TO `the readers`'],
      ['GRANT all TO `the readers`'],
    ],
    'SHOW GRANTS FOR `all`': [['GRANT SELECT ON shop.bills TO all'], ['GRANT `the readers` TO all']],
  }
  const { connector, asked } = await openCurrent(({ sql }) => {
    if (sql.includes('FINAL'))
      return { status: 400, body: 'Code: 62. DB::Exception: Syntax error: failed at position 13' }
    const rows = Object.entries(columnsOf).find(([part]) => sql.includes(part))?.[1] ?? []
    const types = (rows[0] ?? ['']).map(() => 'String')
    return { body: jsonCompact(types, types, rows) }
  })
  const { tables } = await connector.schema(never)
  expect(tables.map(({ name, hidesColumns, columns }) => [name, hidesColumns, columns.map((of) => of.name)])).toEqual([
    ['orders', true, ['id']],
    ['bills', false, ['id', 'note']],
  ])
  expect(asked.filter(({ sql }) => sql.startsWith('SHOW GRANTS'))).toHaveLength(4)
})

test.skipIf(!canMakeCertificates())('its certificate is checked as the connection says', async () => {
  const pair = makeCertificate('IP:127.0.0.1')
  const outcomeOf = async (changes: Partial<ConnectorSettings>) => {
    const { connector, asked } = await openCurrent(
      () => ({ body: jsonCompact(['n'], ['UInt8'], [[1]]) }),
      pair,
      changes,
    )
    return connector.run({ ...plain, sql: 'SELECT 1 AS n' }, never).then(
      () => asked.length,
      (thrown: unknown) => thrown,
    )
  }
  expect(await outcomeOf({ tls: 'verify' })).toMatchObject({
    code: 'connection-tls',
    hint: expect.stringContaining('authority') as unknown,
  })
  expect(await outcomeOf({ tls: 'verify', host: 'localhost', caCertificate: pair.certificate })).toMatchObject({
    code: 'connection-tls',
  })
  expect(await outcomeOf({ tls: 'verify', caCertificate: pair.certificate })).toBe(1)
  expect(await outcomeOf({ tls: 'require' })).toBe(1)
  expect(await outcomeOf({ tls: 'off' })).toMatchObject({ code: 'connection-failed' })
})

test.each([
  ['a page', 200, '<html>a secret of the network</html>'],
  ['an error', 500, 'a secret of the network'],
  ['an error in its form', 404, 'Code: 60. DB::Exception: a secret of the network'],
])('another web server with %s is told from it, and not repeated', async (_, status, text) => {
  const other = createServer((__, response) => response.writeHead(status).end(text)).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const settings = {
    host: '127.0.0.1',
    port,
    database: 'x',
    user: 'x',
    password: '',
    tls: 'off',
    caCertificate: null,
  } as const
  const connector = createClickhouseConnector(settings, parseConnectionHosts([], 'local'))
  const failed: unknown = await connector.test(new AbortController().signal).catch((thrown: unknown) => thrown)
  expect(failed).toMatchObject({
    code: 'connection-failed',
    detail: expect.stringContaining('not ClickHouse') as unknown,
  })
  expect(JSON.stringify(toTidemarkError(failed))).not.toContain('secret')
  await connector.close()
  other.close()
})
