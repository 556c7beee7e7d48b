import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConnectionHosts, ReachSocket, type ConnectionReach, type LookUp } from './connection-reach'
import { createClickhouseConnector } from '../connectors/clickhouse/clickhouse-connector'
import { createMysqlConnector } from '../connectors/mysql/mysql-connector'
import { createPostgresConnector } from '../connectors/postgres/postgres-connector'

const inTeam = parseConnectionHosts([], 'team')
const listed = parseConnectionHosts(['db.example.com', '*.internal', '10.1.0.0/16', '127.0.0.1', 'fd12::/16'], 'team')
const everything = ['local', 'team, every host named'] as const
const reaches: Readonly<Record<string, ConnectionReach>> = {
  local: parseConnectionHosts([], 'local'),
  'team, every host named': parseConnectionHosts(['*'], 'team'),
  team: inTeam,
  'team, some hosts named': listed,
}
const all = Object.keys(reaches)
/** Where it is the operator who named the host or its network. */
const named = [...everything, 'team, some hosts named']

/** A host, an address it resolves to, and the settings under which connecting is allowed. */
const cases: readonly (readonly [host: string, address: string, allowedIn: readonly string[]])[] = [
  ['db', '93.184.216.34', [...everything, 'team']],
  ['db', '10.2.0.5', everything],
  ['db', '10.1.0.5', named],
  ['db', '::ffff:10.1.0.5', named],
  ['db', 'fd12::5', named],
  ['DB.example.com.', '93.184.216.34', all],
  ['db.example.com', '127.0.0.1', named],
  ['other.example.com', '93.184.216.34', [...everything, 'team']],
  ['a.b.internal', '192.168.1.1', named],
  ['internal', '192.168.1.1', everything],
  ['notinternal', '192.168.1.1', everything],
  ['localhost', '127.0.0.1', named],
  ['db', '127.8.0.1', everything],
  ['db', '::1', everything],
  ['db', '::ffff:7f00:1', named],
  ['db', '64:ff9b::127.0.0.1', everything],
  ['db', '64:ff9b::93.184.216.34', [...everything, 'team']],
  ['db', '2002:7f00:1::1', everything],
  ['db', '2002:5db8:d822::1', [...everything, 'team']],
  ['db', '64:ff9b::10.1.0.5', everything],
  ['db', '64:ff9b::7f00:1', everything],
  ['db', '64:ff9b:1::127.0.0.1', everything],
  ['db', '::127.0.0.1', named],
  ['db', '2001:0:4136:e378:8000:63bf:80ff:fffe', everything],
  ['db', '172.16.3.4', everything],
  ['db', '192.168.7.7', everything],
  ['db', '100.64.0.1', everything],
  ['db', 'fc00::5', everything],
  ['db', 'fec0::5', everything],
  ['db', '198.18.0.5', everything],
  ['db', '224.0.0.5', everything],
  ['db', '2606:2800:220:1::5', [...everything, 'team']],
  ['db', '0.0.0.0', everything],
  ['db', '::', everything],
  ['db.example.com', '169.254.169.254', []],
  ['db.example.com', '::ffff:a9fe:a9fe', []],
  ['db.example.com', '64:ff9b::169.254.169.254', []],
  ['db.example.com', '2002:a9fe:a9fe::1', []],
  ['db.example.com', '::169.254.1.1', []],
  ['db.example.com', 'fe80::1', []],
  ['db.example.com', 'fe80::1%eth0', []],
  ['db.example.com', 'fd00:ec2::254', []],
  ['db.example.com', '::ffff:0:a9fe:a9fe', []],
  ['db.example.com', '100.100.100.200', []],
  ['db.example.com', '64:ff9b::100.100.100.200', []],
]

describe('where a connection may lead', () => {
  test.each(cases)('%s at %s', (host, address, allowedIn) => {
    expect(all.filter((name) => reaches[name]?.(host, address) === null)).toEqual(
      all.filter((name) => allowedIn.includes(name)),
    )
  })

  test.each(['10.0.0.300', '10.0.0.0/33', 'db.example.com:5432', 'https://db', 'a b', '*.', '*x', '-'])(
    '%j is refused at the start',
    (entry) => {
      expect(() => parseConnectionHosts(['db', entry], 'team')).toThrow(
        expect.objectContaining({ code: 'config-invalid', detail: expect.stringContaining(entry) }),
      )
    },
  )

  test('this machine’s own public address counts as this machine', () => {
    const reach = parseConnectionHosts([], 'team', () => ['93.184.216.34', 'fe80::1'])
    expect(reach('db', '93.184.216.34')?.detail).toContain('this server itself')
    expect(reach('db', '64:ff9b::93.184.216.34')?.detail).toContain('this server itself')
    expect(reach('db', '93.184.216.35')).toBeNull()
    expect(inTeam('db', '10.1.0.5')?.detail).toContain('private network')
  })

  test('a refusal says what to set, where setting it would help', () => {
    expect(inTeam('db', '127.0.0.1')?.hint).toContain('TIDEMARK_CONNECTION_HOSTS')
    expect(listed('db', '93.184.216.34')?.hint).toContain('TIDEMARK_CONNECTION_HOSTS')
    expect(inTeam('db', '169.254.169.254')?.hint).toBeUndefined()
  })
})

describe('a server on this machine', () => {
  let server: Server
  let port: number
  let count = 0
  beforeAll(async () => {
    server = createServer((socket) => {
      count += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  })
  afterAll(() => void server.close())

  const outcome = (socket: ReachSocket, host: string): Promise<string> =>
    new Promise((resolve) => {
      socket.once('connect', () => resolve('connected'))
      socket.once('error', (failure: Partial<TidemarkError>) => resolve(failure.code ?? failure.message ?? ''))
      socket.connect(port, host)
    }).then((result) => {
      socket.destroy()
      return String(result)
    })

  test.each(['127.0.0.1', 'localhost', '127.1', '0', '2130706433', '0x7f.1', '::ffff:127.0.0.1'])(
    'is reached as %s in local mode, and in team mode no packet goes there',
    async (host) => {
      expect(await outcome(new ReachSocket(parseConnectionHosts([], 'local')), host)).toBe('connected')
      const before = count
      expect(await outcome(new ReachSocket(inTeam), host)).toBe('connection-not-allowed')
      expect(count).toBe(before)
    },
  )

  test('is not reached by a name that leads elsewhere when somebody looks, and here when it is connected to', async () => {
    const answers = [
      [{ address: '93.184.216.34', family: 4 }],
      [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ],
    ]
    const rebinding: LookUp = (_host, _options, callback) => callback(null, answers.shift() ?? [])
    await new Promise((resolve) => rebinding('db', { all: true }, resolve))
    expect(await outcome(new ReachSocket(inTeam, rebinding), 'db')).toBe('connection-not-allowed')
  })

  test('is reached by a name that leads to a forbidden address as well, at the other one alone', async () => {
    const reach = parseConnectionHosts(['*'], 'team')
    const two: LookUp = (_host, _options, callback) =>
      callback(null, [
        { address: '169.254.169.254', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])
    expect(await outcome(new ReachSocket(reach, two), 'db')).toBe('connected')
  })

  const query = {
    sql: 'SELECT 1',
    params: {},
    filters: [],
    timeZone: 'UTC',
    rowLimit: { rows: 1, reason: 'rows' },
    maxBytes: 1000,
  } as const
  test.each([
    ['PostgreSQL', createPostgresConnector],
    ['MySQL', createMysqlConnector],
    ['ClickHouse', createClickhouseConnector],
  ])('is tested, looked at and asked by no %s connection of a team', async (_, create) => {
    const account = { database: 'd', user: 'u', password: 'p', tls: 'off', caCertificate: null } as const
    const before = count
    const { signal } = new AbortController()
    for (const host of ['127.0.0.1', 'localhost']) {
      const connector = create({ ...account, host, port }, inTeam)
      const ways = [() => connector.test(signal), () => connector.schema(signal), () => connector.run(query, signal)]
      for (const ask of ways)
        await expect(ask()).rejects.toMatchObject({ code: 'connection-not-allowed', hint: expect.any(String) })
      await connector.close()
    }
    expect(count).toBe(before)
  })
})
