import { localOwner } from '@tidemark/shared/access/actor'
import { emptyQuestion, type BuilderQuery, type QuestionColumn } from '@tidemark/shared/builder/question'
import { connectionIdSchema } from '@tidemark/shared/connections/connection'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseConnectionHosts } from '@/server/base/connection-reach'
import { createConnectionService, type ConnectionService } from '@/server/connectors/connection-service'
import type { TestServer } from '@testkit/connectors/connector-contract'
import { createConnectorRegistry, type ConnectorRegistry } from '@/server/connectors/connector-registry'
import { createPostgresConnector } from '@/server/connectors/postgres/postgres-connector'
import { createTestPostgres } from '@testkit/connectors/postgres-test-server'
import { bundleProcess } from '@testkit/engine/bundle-fixture'
import { silentLog } from '@testkit/engine/engine-fixture'
import type { QueryService } from '@/server/query/run/query-service'
import { hasPostgres } from '@testkit/store/postgres-test-database'
import { createExportService } from '../export/export-service'
import { createRefusalCache } from './over-readable'
import {
  chartEntry,
  openQueryFixture,
  requestOf,
  runAll,
  viewer,
  type QueryFixture,
} from '@testkit/query/query-fixture'

const source = { schema: 'public', name: 'orders' }
const question: BuilderQuery = {
  kind: 'builder',
  connectionId: 'shop',
  question: { ...emptyQuestion, source },
}
const total: QuestionColumn = { join: null, name: 'total', type: 'decimal', databaseType: 'numeric(12,2)' }
const shop = connectionIdSchema.parse('shop')

describe.skipIf(!hasPostgres)('a question for all columns of a table, of which its user may read fewer since', () => {
  const user = 'part_since'
  let fixture: QueryFixture
  let server: TestServer
  let connectors: ConnectorRegistry
  let connections: ConnectionService
  let queries: QueryService
  let ran = 0
  beforeAll(async () => {
    ;[fixture, server] = await Promise.all([openQueryFixture(), createTestPostgres()])
    const { host, port, database } = server.settings
    const stamps = { createdAt: 1, createdBy: 'local', updatedAt: 1, updatedBy: 'local' }
    const settings = { host, port, database, user, tls: 'off', caCertificate: null } as const
    fixture.entries.set('connection/shop', {
      ...{ id: 'shop', name: 'Shop', kind: 'postgres', ...settings, settingsAt: 1, deletedAt: null, ...stamps },
      access: [{ to: { kind: 'role', role: 'viewer' }, level: 'results' }],
    })
    fixture.entries.set('chart/all', { ...chartEntry('all', ''), query: { ...question } })
    connectors = createConnectorRegistry({ get: async () => user }, async () =>
      createPostgresConnector({ ...settings, password: user }, parseConnectionHosts([], 'local')),
    )
    const unused = () => expect.fail('nothing is made or changed')
    const refusals = createRefusalCache({
      clock: Date.now,
      onMore: (orgId, id) => connections.forgetSchema(orgId, id),
    })
    connections = createConnectionService({
      onSchema: refusals.learn,
      sync: { readView: fixture.sync.readView, transact: unused },
      secrets: { get: async () => user, set: unused, delete: unused, countLocked: unused },
      connectors,
      createConnector: unused,
      clock: Date.now,
    })
    const run: ConnectionService['run'] = (...asked) => {
      ran += 1
      return connections.run(...asked)
    }
    queries = fixture.open({ connections: { run }, refusals })
    for (const sql of [`CREATE ROLE ${user} LOGIN PASSWORD '${user}'`, `GRANT SELECT ON orders TO ${user}`])
      await server.query(sql)
  })
  afterAll(async () => {
    await connectors?.close()
    for (const sql of [`DROP OWNED BY ${user}`, `DROP ROLE ${user}`]) await server?.query(sql)
    await server?.close()
    await fixture?.close()
  })
  beforeEach(async () => {
    for (const sql of [`REVOKE SELECT (id, total, note) ON orders FROM ${user}`, `GRANT SELECT ON orders TO ${user}`])
      await server.query(sql)
  })
  const takeAway = async () => {
    for (const sql of [`REVOKE SELECT ON orders FROM ${user}`, `GRANT SELECT (id, note) ON orders TO ${user}`])
      await server.query(sql)
  }
  const giveBack = async () => {
    await server.query(`GRANT SELECT ON orders TO ${user}`)
  }
  const ask = async (item: RunItem, actor = localOwner) => {
    const [line] = await runAll(queries, requestOf({ ...item, cache: { mode: 'fresh' } }), { actor })
    return line?.status === 'success' ? line.fields.map(({ name }) => name) : line?.error
  }

  test('asks for those, also where it is seen as a chart alone, and comes back to all of them', async () => {
    const all = ['id', 'customer_id', 'total', 'placed_on', 'note']
    expect(await ask({ query: question })).toEqual(all)
    await takeAway()
    expect(await ask({ query: question })).toEqual(['id', 'note'])
    expect(await ask({ chartId: 'all' }, viewer)).toEqual(['id', 'note'])
    await giveBack()
    expect(await ask({ query: question })).toEqual(all)
  })

  /** Runs a query; returns its columns and how often the database was queried. */
  const columns = async (mode: 'fresh' | 'max-age', query = question) => {
    ran = 0
    const [line] = await runAll(queries, requestOf({ query, cache: { mode, maxAgeMs: 0 } }))
    return [line?.fields.map(({ name }) => name).join(' '), ran]
  }
  const allOfThem = 'id customer_id total placed_on note'
  const first: BuilderQuery = { ...question, question: { ...question.question, limit: 10 } }
  /** Returns the columns that the schema lists; null if the table is not listed. */
  const listed = async (isFresh: boolean) => {
    const { tables } = await connections.schema(localOwner, shop, { isFresh })
    return (
      tables
        .find(({ name }) => name === 'orders')
        ?.columns.map(({ name }) => name)
        .join(' ') ?? null
    )
  }

  test('is asked once from then on, until its rights are others or somebody wants it as it is now', async () => {
    await takeAway()
    expect(await columns('fresh')).toEqual(['id note', 2])
    expect(await columns('max-age')).toEqual(['id note', 1])
    expect(await columns('max-age')).toEqual(['id note', 1])
    await server.query(`REVOKE SELECT (note) ON orders FROM ${user}`)
    expect(await columns('max-age')).toEqual(['id', 3])
    expect(await columns('max-age')).toEqual(['id', 1])
    await giveBack()
    expect(await columns('fresh')).toEqual([allOfThem, 1])
    expect(await columns('max-age')).toEqual([allOfThem, 1])
  })

  test('is exported with those', async () => {
    await takeAway()
    const formatter = await bundleProcess('query/export/export-format-process.ts')
    try {
      const { engineFixture, sync, dataPath } = fixture
      const { engine } = engineFixture
      const formatterPath = formatter.path
      const exports = createExportService({ engine, connections, sync, dataPath, log: silentLog, formatterPath })
      const request = { exportId: 'all', format: 'csv', item: { query: question } } as const
      const { body } = await exports.start(localOwner, request, new AbortController().signal)
      expect(await new Response(body).text()).toMatch(/^\ufeff?id,note\r\n/)
    } finally {
      formatter.remove()
    }
  })

  test('is refused as before where it names a column that may not be read', async () => {
    await takeAway()
    const item: RunItem = { query: { ...question, question: { ...question.question, columns: [total] } } }
    expect(await ask(item)).toMatchObject({ code: 'query-failed', hint: expect.stringContaining('`id`, `note`') })
  })

  test('has its columns again once somebody has the schema read anew', async () => {
    await takeAway()
    expect(await columns('fresh')).toEqual(['id note', 2])
    await server.query(`GRANT SELECT (total) ON orders TO ${user}`)
    expect(await listed(true)).toBe('id total note')
    expect(await columns('max-age')).toEqual(['id total note', 1])
    await giveBack()
    expect(await listed(true)).toBe(allOfThem)
    expect(await columns('max-age')).toEqual([allOfThem, 1])
  })

  test('has its columns again once another question was answered in full, and so has the schema', async () => {
    await takeAway()
    expect(await columns('fresh')).toEqual(['id note', 2])
    expect(await columns('fresh', first)).toEqual(['id note', 2])
    expect(await listed(false)).toBe('id note')
    await giveBack()
    expect(await columns('fresh', first)).toEqual([allOfThem, 1])
    expect(await columns('max-age')).toEqual([allOfThem, 1])
    expect(await listed(false)).toBe(allOfThem)
  })

  test('has more columns once another question was refused that may ask for more, too', async () => {
    await takeAway()
    expect(await columns('fresh')).toEqual(['id note', 2])
    expect(await columns('fresh', first)).toEqual(['id note', 2])
    await server.query(`GRANT SELECT (total) ON orders TO ${user}`)
    expect(await columns('fresh', first)).toEqual(['id total note', 2])
    expect(await columns('max-age')).toEqual(['id total note', 1])
  })

  test('has the schema as it is now for whoever asks for it next, read no second time', async () => {
    expect(await listed(true)).toBe(allOfThem)
    await takeAway()
    expect(await listed(false)).toBe(allOfThem)
    await ask({ query: question })
    // From now on the database reports another schema.
    await server.query(`GRANT SELECT (total) ON orders TO ${user}`)
    expect(await listed(false)).toBe('id note')
    await server.query(`REVOKE SELECT (id, total, note) ON orders FROM ${user}`)
    expect(await ask({ query: { ...question, kind: 'sql', sql: 'SELECT * FROM orders' } })).toMatchObject({
      code: 'query-failed',
    })
    expect(await listed(false)).toBe(null)
  })
})
