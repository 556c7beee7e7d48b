import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import { connectionIdSchema, type Connection } from '@tidemark/shared/connections/connection'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseConnectionHosts } from '../base/connection-reach'
import { createConnectionService, type ConnectionService } from './connection-service'
import { createConnectorRegistry, type ConnectorRegistry } from './connector-registry'
import { createConnectors } from './create-connector'
import { createApi } from '../http/create-api'
import { connectionRoutes } from './connection-routes'
import { decoded, noHues } from '@testkit/query/query-fixture'
import { createQueryService, type QueryService } from '../query/run/query-service'
import { openFileSecretStore } from '../secrets/file-secret-store'
import { openKeyRing } from '../secrets/key-ring'
import { setServices, type Services } from '../services'
import { createTestDatabase, hasPostgres, type TestDatabase } from '@testkit/store/postgres-test-database'
import { openSyncTestBed, type SyncTestBed } from '@testkit/sync/sync-test-bed'

const createConnector = createConnectors({
  files: { locate: async () => expect.fail('no file was asked for') },
  openProcess: () => expect.fail('no process was asked for'),
  sqliteEntryPath: '',
  reach: parseConnectionHosts([], 'local'),
})

const viewer: Actor = { ...localOwner, kind: 'person', userId: 'vera', role: 'viewer' }
const editor: Actor = { ...viewer, userId: 'ed', role: 'editor' }

describe.skipIf(!hasPostgres)('connections over HTTP', () => {
  let database: TestDatabase
  let settings: Record<string, unknown>
  let password: string
  beforeAll(async () => {
    database = await createTestDatabase()
    await database.query(
      "CREATE TABLE orders (id int PRIMARY KEY, note text); INSERT INTO orders VALUES (1, 'one'), (2, 'two')",
    )
    const url = new URL(database.url)
    password = url.password
    settings = {
      kind: 'postgres',
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      user: url.username,
      tls: 'off',
      caCertificate: null,
    }
  })
  afterAll(() => database?.drop())

  let folder: string
  let bed: SyncTestBed
  let connectors: ConnectorRegistry
  let connections: ConnectionService
  let queries: QueryService
  const logged: string[] = []
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-connections-'))
    bed = await openSyncTestBed()
    const secrets = await openFileSecretStore(folder, openKeyRing(folder, undefined))
    connectors = createConnectorRegistry(secrets, createConnector)
    connections = createConnectionService({
      sync: bed.sync,
      secrets,
      connectors,
      createConnector,
      clock: () => Date.now(),
    })
    const write = (fields: unknown, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`)
    const log = { error: write, info: write, debug: write }
    // No test here may use the embedded engine.
    const engine = { run: () => Promise.reject(new Error('the embedded engine was asked')) }
    queries = createQueryService({ engine, connections, sync: bed.sync, categoryHues: noHues, dataPath: () => '', log })
    // The routes use no other services.
    setServices({ config: { mode: 'local' }, log, sync: bed.sync, connections } as unknown as Services)
    return async () => {
      await connectors.close()
      await bed.dispose()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const request = (method: string, path: string, body?: unknown) =>
    new Request(`http://127.0.0.1/api/connections${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  const api = createApi(connectionRoutes)
  const answer = async (asked: Request) => await api.fetch(asked, {})
  const errorOf = async (response: Response) => ((await response.json()) as { error: ErrorBody }).error
  const create = async (changes: object = {}): Promise<Connection> => {
    const response = await answer(request('POST', '', { name: 'Shop', ...settings, password, ...changes }))
    expect(response.status).toBe(201)
    return (await response.json()) as Connection
  }
  const runAs = async (actor: Actor, item: RunItem) => {
    const signal = new AbortController().signal
    for await (const line of decoded(queries.runEncoded(actor, { runId: 'r1', items: [item] }, signal))) return line
    return expect.fail('nothing was answered')
  }
  const ask = (id: string, sql: string): RunItem => ({ query: { kind: 'sql', connectionId: id, sql } })

  test('one that works is kept, listed and asked; its password is nowhere to be read', async () => {
    const connection = await create({ id: 'shop-1' })
    expect(connection).toMatchObject({ id: 'shop-1', name: 'Shop', deletedAt: null })
    const listed = await (await answer(request('GET', ''))).text()
    expect(JSON.parse(listed)).toMatchObject({ connections: [{ id: 'shop-1' }] })
    expect((await runAs(localOwner, ask('shop-1', 'SELECT note FROM orders ORDER BY id'))).columns).toEqual([
      ['one', 'two'],
    ])
    const { snapshot } = await bed.sync.readView(localOwner)
    const seen = [
      JSON.stringify(connection),
      listed,
      JSON.stringify(snapshot),
      readFileSync(join(folder, 'secrets.json'), 'utf8'),
      ...logged,
    ]
    for (const text of seen) expect(text).not.toContain(password)
  })

  test('one that does not work is not kept, and says what is wrong', async () => {
    const response = await answer(
      request('POST', '', { id: 'bad', name: 'Shop', ...settings, password: 'wrong-password' }),
    )
    expect(response.status).toBe(422)
    const error = await errorOf(response)
    expect(error.code).toBe('connection-user')
    expect(JSON.stringify(error)).not.toContain('wrong-password')
    expect(await (await answer(request('GET', ''))).json()).toEqual({ connections: [] })
    expect(() => readFileSync(join(folder, 'secrets.json'))).toThrow('ENOENT')
  })

  test('the same id twice is one connection, whose password stays', async () => {
    await create({ id: 'shop-1' })
    const again = await answer(request('POST', '', { id: 'shop-1', name: 'Other', ...settings, password }))
    expect((await errorOf(again)).code).toBe('already-exists')
    expect((await runAs(localOwner, ask('shop-1', 'SELECT 1 AS one'))).columns).toEqual([[1]])
  })

  test('a test keeps nothing and uses the kept password only where it belongs', async () => {
    const { id } = await create()
    const kept = await answer(request('POST', '/test', { id, ...settings }))
    expect([kept.status, await kept.json()]).toMatchObject([200, { server: expect.stringMatching(/^PostgreSQL/) }])
    const elsewhere = await answer(request('POST', '/test', { id, ...settings, host: 'elsewhere.invalid' }))
    expect((await errorOf(elsewhere)).code).toBe('connection-password')
  })

  test('changed settings are tested first, and old answers are not given any more', async () => {
    const { id } = await create()
    await runAs(localOwner, ask(id, 'SELECT 1 AS one'))
    const wrong = await answer(request('PATCH', `/${id}`, { name: 'Shop', ...settings, database: 'nowhere' }))
    expect((await errorOf(wrong)).code).toBe('connection-database')
    expect((await runAs(localOwner, ask(id, 'SELECT 1 AS one'))).cache.state).toBe('hit')
    const right = await answer(request('PATCH', `/${id}`, { name: 'Renamed', ...settings }))
    expect([right.status, await right.json()]).toMatchObject([200, { name: 'Renamed' }])
    expect((await runAs(localOwner, ask(id, 'SELECT 1 AS one'))).cache.state).toBe('miss')
  })

  test('its tables are read once, and again when asked for anew', async () => {
    const { id } = await create()
    const schema = async (query = '') => {
      const response = await answer(request('GET', `/${id}/schema${query}`))
      return (await response.json()) as { asOf: string; tables: { name: string }[] }
    }
    const first = await schema()
    expect(first.tables.map(({ name }) => name)).toEqual(['orders'])
    await database.query('CREATE TABLE added (id int)')
    expect(await schema()).toEqual(first)
    expect((await schema('?fresh=1')).tables.map(({ name }) => name)).toEqual(['added', 'orders'])
    await database.query('DROP TABLE added')
  })

  test('a deleted one is not asked; restored, it is again', async () => {
    const { id } = await create()
    await bed.sync.mutate(localOwner, 'updateConnection', { id, deletedAt: 5 })
    expect((await runAs(localOwner, ask(id, 'SELECT 1'))).error?.code).toBe('connection-not-found')
    expect((await errorOf(await answer(request('GET', `/${id}/schema`)))).code).toBe('connection-not-found')
    await bed.sync.mutate(localOwner, 'updateConnection', { id, deletedAt: null })
    expect((await runAs(localOwner, ask(id, 'SELECT 1'))).status).toBe('success')
  })

  test('only admins connect and change; asking needs a grant', async () => {
    const { id } = await create()
    const signal = new AbortController().signal
    const connectionId = connectionIdSchema.parse(id)
    const given = { name: 'Shop', ...settings, password } as Parameters<ConnectionService['create']>[1]
    const granted: Actor = { ...editor, grants: [{ on: 'connection', connectionId: id, level: 'sql' }] }
    for (const actor of [viewer, editor, granted]) {
      await expect(connections.create(actor, given, signal)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(connections.change(actor, connectionId, given, signal)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(bed.sync.mutate(actor, 'updateConnection', { id, deletedAt: 5 })).rejects.toMatchObject({
        code: 'forbidden',
      })
    }
    await expect(connections.schema(editor, connectionId, { isFresh: false })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect((await connections.schema(granted, connectionId, { isFresh: false })).tables).toHaveLength(1)
    expect((await runAs(editor, ask(id, 'SELECT 1'))).error?.code).toBe('forbidden')
    expect((await runAs(granted, ask(id, 'SELECT 1'))).status).toBe('success')
  })

  test('without its key file the password must be entered again', async () => {
    const { id } = await create()
    const strangers = createConnectorRegistry(
      await openFileSecretStore(folder, openKeyRing(mkdtempSync(join(folder, 'other-')), undefined)),
      createConnector,
    )
    const [connection] = ((await (await answer(request('GET', ''))).json()) as { connections: Connection[] })
      .connections
    if (connection === undefined) return expect.fail(`${id} is not there`)
    await expect(strangers.use('local', connection, async () => undefined)).rejects.toMatchObject({
      code: 'connection-password',
    })
    await strangers.close()
  })
})
