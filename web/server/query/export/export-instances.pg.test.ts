import { localOwner } from '@tidemark/shared/access/actor'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bundleProcess } from '@testkit/engine/bundle-fixture'
import { silentLog } from '@testkit/engine/engine-fixture'
import { openPostgresStore } from '@/server/store/postgres-store'
import { borrowTestDatabase, hasPostgres, type TestDatabase } from '@testkit/store/postgres-test-database'
import { openPokes, type OpenedPokes } from '@/server/pokes/open-pokes'
import { createExportsElsewhere, type ExportNotice } from './export-notice'
import { createExportService, type ExportService } from './export-service'
import { openQueryFixture, sqlItem, viewer, type QueryFixture } from '@testkit/query/query-fixture'

const never = new AbortController().signal

describe.skipIf(!hasPostgres)('two instances on one PostgreSQL', () => {
  let fixture: QueryFixture
  let formatter: Awaited<ReturnType<typeof bundleProcess>>
  let database: TestDatabase
  const opened: OpenedPokes[] = []
  beforeAll(async () => {
    ;[fixture, formatter, database] = await Promise.all([
      openQueryFixture(),
      bundleProcess('query/export/export-format-process.ts'),
      borrowTestDatabase(),
    ])
    await (await openPostgresStore({ connectionString: database.url, log: silentLog })).close()
  })
  afterEach(async () => {
    for (const { closeFeed } of opened.splice(0)) await closeFeed()
  })
  afterAll(async () => {
    await fixture.close()
    formatter.remove()
    await database.drop()
  })

  const openInstance = async (): Promise<ExportService> => {
    let hear: (notice: ExportNotice) => void = () => undefined
    const pokes = await openPokes({ databaseUrl: database.url }, silentLog, undefined, undefined, (notice) =>
      hear(notice),
    )
    opened.push(pokes)
    const elsewhere = createExportsElsewhere(pokes.tellExport)
    const service = createExportService({
      engine: fixture.engineFixture.engine,
      connections: { readAll: () => expect.fail('no connection was asked for') },
      sync: fixture.sync,
      dataPath: fixture.dataPath,
      log: silentLog,
      formatterPath: formatter.path,
      elsewhere,
    })
    hear = (notice) => elsewhere.hear(notice, service.stateHere)
    return service
  }

  test('an export of one is told by the other, while it runs and once it has ended or failed', async () => {
    const [one, two] = [await openInstance(), await openInstance()]
    const rows = sqlItem('SELECT i AS id FROM range(3000000) t(i)')
    const { body } = await one.start(localOwner, { exportId: 'running', format: 'csv', item: rows }, never)
    expect(await two.state(localOwner, 'running')).toMatchObject({ status: 'running' })
    await body.cancel()
    await expect.poll(async () => (await two.state(localOwner, 'running')).status).toBe('cancelled')

    const few = { exportId: 'done', format: 'ndjson', item: sqlItem('SELECT 1 AS a') } as const
    const size = (await new Response((await one.start(localOwner, few, never)).body).arrayBuffer()).byteLength
    expect(await two.state(localOwner, 'done')).toEqual({ status: 'done', rowCount: 1, sizeBytes: size })

    const long = sqlItem(`SELECT ${'no_such_column, '.repeat(1000)} 1`)
    await expect(one.start(localOwner, { exportId: 'failed', format: 'csv', item: long }, never)).rejects.toMatchObject(
      { code: expect.stringMatching(/^query-/) },
    )
    const here = await one.state(localOwner, 'failed')
    const there = await two.state(localOwner, 'failed')
    expect(there.status).toBe('failed')
    expect(there.error?.code).toBe(here.error?.code)
  })

  test('what is nobody’s, or somebody else’s, is unknown at both', async () => {
    const [one, two] = [await openInstance(), await openInstance()]
    const item = sqlItem('SELECT 1 AS a')
    await (await one.start(localOwner, { exportId: 'mine', format: 'csv', item }, never)).body.cancel()
    const unknown = { code: 'not-found' }
    await Promise.all([
      expect(two.state(localOwner, 'none')).rejects.toMatchObject(unknown),
      expect(two.state(viewer, 'mine')).rejects.toMatchObject(unknown),
      expect(one.state(viewer, 'mine')).rejects.toMatchObject(unknown),
    ])
  })
})
