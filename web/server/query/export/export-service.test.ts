import type { Chart } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { localOwner } from '@tidemark/shared/access/actor'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ExportFormat, ExportRequest } from '@tidemark/shared/query/export-request'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bundleProcess } from '@testkit/engine/bundle-fixture'
import { silentLog } from '@testkit/engine/engine-fixture'
import type { ConnectionService } from '@/server/connectors/connection-service'
import type { ActorNow } from '@/server/base/admitted-actor'
import { createExportService, type ExportServiceOptions, type ExportService } from './export-service'
import {
  chartEntry,
  datasetEntry,
  openQueryFixture,
  sqlItem,
  viewer,
  type QueryFixture,
} from '@testkit/query/query-fixture'

let fixture: QueryFixture
let formatter: Awaited<ReturnType<typeof bundleProcess>>
let exports: ExportService
/** Simulates an external database whose connector delivers these rows. */
const connections: Pick<ConnectionService, 'readAll'> = {
  readAll: async (_orgId, _connection, _query, sink) => {
    const field = { nullable: true, databaseType: '' }
    sink.start([
      { ...field, name: 'id', type: 'bigint' },
      { ...field, name: 'price', type: 'decimal', databaseType: 'numeric(10,2)' },
      { ...field, name: 'at', type: 'timestamptz' },
    ])
    const columns = [
      ['9007199254740993', null],
      ['1.10', '2.00'],
      ['2026-01-01T00:00:00+01:00', null],
    ]
    await sink.write({ columns: Buffer.from(JSON.stringify(columns)), rowCount: 2 })
  },
}

beforeAll(async () => {
  ;[fixture, formatter] = await Promise.all([
    openQueryFixture(),
    bundleProcess('query/export/export-format-process.ts'),
  ])
  fixture.entries.set('connection/shop', {
    id: 'shop',
    kind: 'postgres',
    name: 'Shop',
    host: 'db',
    port: 5432,
    database: 'shop',
    user: 'reader',
    tls: 'off',
    caCertificate: null,
    settingsAt: 1,
    deletedAt: null,
    createdAt: 1,
    createdBy: 'local',
    updatedAt: 1,
    updatedBy: 'local',
  })
  const remote = chartEntry('remote', 'select 1')
  fixture.entries.set('chart/remote', { ...remote, query: { kind: 'sql', connectionId: 'shop', sql: 'select 1' } })
  exports = open()
})
afterAll(async () => {
  await fixture.close()
  formatter.remove()
})

function open(options: Partial<ExportServiceOptions> = {}): ExportService {
  const { engineFixture, sync, dataPath } = fixture
  const { engine } = engineFixture
  return createExportService({
    engine,
    connections,
    sync,
    dataPath,
    log: silentLog,
    formatterPath: formatter.path,
    ...options,
  })
}

const never = new AbortController().signal
let count = 0
function requestOf(format: ExportFormat, item: RunItem, changes: Partial<ExportRequest> = {}): ExportRequest {
  count += 1
  return { exportId: `export-${count}`, format, item, ...changes }
}

async function bytesOf(request: ExportRequest, actor = localOwner, service = exports): Promise<Buffer> {
  const { body } = await service.start(actor, request, never)
  return Buffer.from(await new Response(body).arrayBuffer())
}

const many = sqlItem("SELECT i AS id, 'row ' || i AS name FROM range(50000) t(i) ORDER BY i")

describe('a result is exported whole', () => {
  test('as CSV', async () => {
    const lines = (await bytesOf(requestOf('csv', many))).toString().trimEnd().split('\r\n')
    expect(lines).toHaveLength(50_001)
    expect([lines[0], lines[1], lines.at(-1)]).toEqual(['\ufeffid,name', '0,row 0', '49999,row 49999'])
  })

  test('as NDJSON, with its state told', async () => {
    const request = requestOf('ndjson', many)
    const bytes = await bytesOf(request)
    const lines = bytes.toString().trimEnd().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ id: 49_999, name: 'row 49999' })
    expect(await exports.state(localOwner, request.exportId)).toEqual({
      status: 'done',
      rowCount: 50_000,
      sizeBytes: bytes.byteLength,
    })
  })

  test('as XLSX', async () => {
    const sheet = unzipSync(await bytesOf(requestOf('xlsx', many)))['xl/worksheets/sheet1.xml']
    const text = Buffer.from(sheet ?? []).toString()
    expect(text.match(/<row /g)).toHaveLength(50_001)
    expect(text.endsWith('</sheetData></worksheet>')).toBe(true)
  })

  test('as XLSX with the signs of its numbers, and its state says what a sheet would round', async () => {
    const columns = [
      { name: 'id', type: 'bigint', databaseType: 'BIGINT', nullCount: 0, sample: [] },
      { name: 'total', type: 'number', databaseType: 'DOUBLE', nullCount: 0, sample: [], sign: '€' },
    ]
    fixture.entries.set('dataset/orders', { ...datasetEntry('orders', 'v1'), columns })
    const signed = requestOf('xlsx', sqlItem('SELECT kind, sum(total) AS total FROM orders GROUP BY kind'))
    const styles = unzipSync(await bytesOf(signed))['xl/styles.xml']
    expect(Buffer.from(styles ?? []).toString()).toContain('formatCode="[$€]#,##0.00"')
    expect((await exports.state(localOwner, signed.exportId)).notes).toBeUndefined()
    const kinds = fixture.entries.get('chart/kinds') as Chart // the fixture's own chart
    const format = { ...autoFormat, unit: 'kg', decimals: 0 }
    const inKilos = {
      ...kinds,
      visual: { ...defaultVisual, format, columnStyles: [{ column: 'kind', isHidden: true }] },
    }
    fixture.entries.set('chart/kinds', inKilos)
    const totalled = { ...kinds, visual: { ...defaultVisual, type: 'table' as const, tableGroups: ['kind'] } }
    fixture.entries.set('chart/kinds', totalled)
    const grouped = unzipSync(await bytesOf(requestOf('xlsx', { chartId: 'kinds' })))
    expect(Buffer.from(grouped['xl/worksheets/sheet1.xml'] ?? []).toString()).toContain('>Total of ')
    expect(Buffer.from(await bytesOf(requestOf('csv', { chartId: 'kinds' }))).toString()).not.toContain('Total of ')
    fixture.entries.set('chart/kinds', inKilos)
    const weighed = unzipSync(await bytesOf(requestOf('xlsx', { chartId: 'kinds' })))
    fixture.entries.set('chart/kinds', kinds)
    expect(Buffer.from(weighed['xl/styles.xml'] ?? []).toString()).toContain('&quot;kg&quot;')
    expect(Buffer.from(weighed['xl/worksheets/sheet1.xml'] ?? []).toString()).not.toContain('>kind<')
    const long = requestOf('xlsx', sqlItem('SELECT 1000000000000000 AS big'))
    await bytesOf(long)
    expect((await exports.state(localOwner, long.exportId)).notes).toEqual([
      'Numbers of more than 15 digits in “big” are text: a sheet would round them.',
    ])
  })

  test.each<[string, RunItem, unknown]>([
    ['of the workspace’s data', many, ['50000', 'BIGINT', 'VARCHAR']],
    ['of a connection', { chartId: 'remote' }, ['2', 'BIGINT', 'DECIMAL(10,2)']],
  ])('as Parquet %s, and no file is left of it', async (_, item, expected) => {
    const path = join(fixture.engineFixture.dataDir, `${count}.parquet`)
    writeFileSync(path, await bytesOf(requestOf('parquet', item)))
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const reader = await connection.runAndReadAll(`SELECT count(*), typeof(any_value(COLUMNS(*))) FROM '${path}'`)
    expect((reader.getRowsJson()[0] ?? []).slice(0, 3)).toEqual(expected)
    expect(readdirSync(join(fixture.engineFixture.dataDir, 'tmp', 'engine', 'exports'))).toEqual([])
  })

  test('as Parquet with all digits of sums, in their order', async () => {
    const rows = 'SELECT unnest([9007199254740993, 5]) AS i'
    const sql = `SELECT i, sum(i), sum(i), -sum(i) AS "a ""b""" FROM (${rows}) WHERE i >= {{least}} GROUP BY 1 ORDER BY 1 DESC`
    const query = {
      kind: 'sql' as const,
      connectionId: 'local',
      sql,
      parameters: [{ name: 'least', type: 'number' as const }],
    }
    const path = join(fixture.engineFixture.dataDir, 'sums.parquet')
    writeFileSync(path, await bytesOf(requestOf('parquet', { query, parameters: { least: 5 } })))
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const types = (await connection.runAndReadAll(`DESCRIBE FROM '${path}'`)).getRowsJson().map((row) => row[1])
    expect(types).toEqual(['BIGINT', 'DECIMAL(38,0)', 'DECIMAL(38,0)', 'DECIMAL(38,0)'])
    const big = '9007199254740993'
    expect((await connection.runAndReadAll(`FROM '${path}'`)).getRowsJson()).toEqual([
      [big, big, big, `-${big}`],
      ['5', '5', '5', '-5'],
    ])
  })

  test('as Parquet with all digits of ClickHouse’s integers', async () => {
    const [most, more] = ['18446744073709551615', '170141183460469231731687303715884105728']
    const service = open({
      connections: {
        readAll: async (_orgId, _connection, _query, sink) => {
          const typed = (name: string, databaseType: string) =>
            ({ name, type: 'bigint', databaseType, nullable: false }) as const
          sink.start([typed('most', 'UInt64'), typed('more', 'UInt256')])
          await sink.write({ columns: Buffer.from(JSON.stringify([[most], [more]])), rowCount: 1 })
        },
      },
    })
    const path = join(fixture.engineFixture.dataDir, 'digits.parquet')
    writeFileSync(path, await bytesOf(requestOf('parquet', { chartId: 'remote' }), localOwner, service))
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    expect((await connection.runAndReadAll(`FROM '${path}'`)).getRowsJson()).toEqual([[most, more]])
  })

  test('as Parquet with all digits of decimals elsewhere, as the numbers that they are', async () => {
    const amounts = ['12345678901234567.91', '-0.01', '99999999999999999999999999.99']
    const service = open({
      connections: {
        readAll: async (_orgId, _connection, _query, sink) => {
          sink.start([{ name: 'amount', type: 'decimal', databaseType: 'numeric(28,2)', nullable: true }])
          await sink.write({ columns: Buffer.from(JSON.stringify([amounts])), rowCount: amounts.length })
        },
      },
    })
    const path = join(fixture.engineFixture.dataDir, 'amounts.parquet')
    writeFileSync(path, await bytesOf(requestOf('parquet', { chartId: 'remote' }), localOwner, service))
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const read = await connection.runAndReadAll(`SELECT typeof(amount), amount FROM '${path}'`)
    expect(read.getRowsJson()).toEqual(amounts.map((amount) => ['DECIMAL(28,2)', amount]))
  })

  test('and an empty one has its header', async () => {
    const none = sqlItem('SELECT 1 AS a, 2 AS b WHERE false')
    expect((await bytesOf(requestOf('csv', none))).toString()).toBe('\ufeffa,b\r\n')
  })

  test('named after its chart, as file systems allow', async () => {
    const chart = { ...chartEntry('asked', 'SELECT 1 AS a'), name: 'Sales: A/B “2026”' }
    fixture.entries.set('chart/asked', chart)
    const { fileName, body } = await exports.start(viewer, requestOf('csv', { chartId: 'asked' }), never)
    expect(fileName).toBe('Sales A B “2026”.csv')
    await body.cancel()
  })
})

describe('who may export', () => {
  test('a viewer the charts they see, but no SQL', async () => {
    expect((await bytesOf(requestOf('csv', { chartId: 'kinds' }), viewer)).toString()).toBe(
      '\ufeffkind,n\r\na,500\r\nb,500\r\n',
    )
    await expect(bytesOf(requestOf('csv', many), viewer)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('a public link nothing', async () => {
    const link = { ...viewer, kind: 'publicLink' } as const
    await expect(bytesOf(requestOf('csv', { chartId: 'kinds' }), link)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('and a viewer is not told what quotes the SQL', async () => {
    const failure: unknown = await bytesOf(requestOf('csv', { chartId: 'broken' }), viewer).catch(
      (thrown: unknown) => thrown,
    )
    expect(JSON.stringify(toTidemarkError(failure).toBody())).not.toContain('secret_formula')
  })

  test('nobody asks for somebody else’s export', async () => {
    const request = requestOf('csv', many)
    await bytesOf(request)
    await expect(exports.state(viewer, request.exportId)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('an export that does not end well', () => {
  const endless = sqlItem('SELECT i, md5(i::varchar) FROM range(1000000000000) t(i)')

  test('fails before its first byte with its place in the SQL', async () => {
    const item = sqlItem('SELECT {{a}}, lost', { parameters: { a: 'x' } })
    await expect(bytesOf(requestOf('csv', item))).rejects.toMatchObject({
      code: 'query-unknown-name',
      position: { line: 1, column: 15 },
    })
  })

  test('breaks off when it fails on the way, and says why when asked', async () => {
    const sql = "SELECT CASE WHEN i = 900000 THEN error('no more') ELSE i::varchar END AS a FROM range(1000000) t(i)"
    const request = requestOf('csv', sqlItem(sql))
    await expect(bytesOf(request)).rejects.toMatchObject({ code: 'query-failed' })
    expect(await exports.state(localOwner, request.exportId)).toMatchObject({
      status: 'failed',
      error: { code: 'query-failed', detail: 'no more' },
    })
  })

  test('stops the query when its reader leaves, and lets the next one in', async () => {
    const request = requestOf('csv', endless)
    const { body } = await exports.start(localOwner, request, never)
    const reader = body.getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(async () => (await exports.state(localOwner, request.exportId)).status).toBe('cancelled')
    expect((await bytesOf(requestOf('csv', sqlItem('SELECT 1 AS a')))).toString()).toBe('\ufeffa\r\n1\r\n')
  })

  test('stops when it is told to, also while nobody reads', async () => {
    const request = requestOf('ndjson', sqlItem('SELECT i FROM range(1000000000000) t(i)'))
    const { body } = await exports.start(localOwner, request, never)
    exports.cancel(localOwner, request.exportId)
    await expect(new Response(body).text()).rejects.toMatchObject({ code: 'query-cancelled' })
    await expect.poll(async () => (await exports.state(localOwner, request.exportId)).status).toBe('cancelled')
  })

  test('reads no faster than its reader', async () => {
    const request = requestOf('csv', sqlItem('SELECT md5(i::varchar) FROM range(100000000) t(i)'))
    const { body } = await exports.start(localOwner, request, never)
    const reader = body.getReader()
    await reader.read()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await exports.state(localOwner, request.exportId)).rowCount).toBeLessThan(100_000)
    await reader.cancel()
  })

  test('waits for no other workspace, whatever that calls its connection', async () => {
    const left = new AbortController()
    const service = open({
      connections: {
        readAll: async (orgId, connection, query, sink, signal, timeoutMs) => {
          if (orgId === 'theirs') await new Promise((_, reject) => signal.addEventListener('abort', reject))
          await connections.readAll(orgId, connection, query, sink, signal, timeoutMs)
        },
      },
    })
    const of = (orgId: string, userId: string) => ({ ...viewer, orgId, userId })
    const endless = ['1', '2'].map((userId) =>
      service.start(of('theirs', userId), requestOf('csv', { chartId: 'remote' }), left.signal),
    )
    const lines = (await bytesOf(requestOf('csv', { chartId: 'remote' }), of('ours', '3'), service)).toString()
    expect(lines.trimEnd().split('\r\n')).toHaveLength(3)
    left.abort()
    await Promise.allSettled(endless)
  })

  test.each<[string, ActorNow, string]>([
    ['is no member any more', () => Promise.reject(new TidemarkError('forbidden')), 'forbidden'],
    ['has lost the session', () => Promise.reject(new TidemarkError('not-signed-in')), 'not-signed-in'],
    ['may not write SQL any more', () => Promise.resolve(viewer), 'forbidden'],
  ])('stops once who asked for it %s, and lets the next one in', async (_, afterwards, code) => {
    const watchful = open({ limits: { recheckMs: 50 } })
    const request = requestOf('csv', endless)
    let hasBegun = false
    const actorNow = () => (hasBegun ? afterwards() : Promise.resolve(localOwner))
    const { body } = await watchful.start(localOwner, request, never, actorNow)
    hasBegun = true
    await expect(new Response(body).text()).rejects.toMatchObject({ code: 'query-cancelled' })
    await expect
      .poll(() => watchful.state(localOwner, request.exportId))
      .toMatchObject({ status: 'failed', error: { code } })
    expect((await bytesOf(requestOf('csv', sqlItem('SELECT 1 AS a')), localOwner, watchful)).toString()).toContain('1')
  })

  test('goes on where that cannot be found out just now', async () => {
    const watchful = open({ limits: { recheckMs: 5 } })
    const actorNow = vi.fn<ActorNow>(() => Promise.reject(new TidemarkError('store-failed')))
    const { body } = await watchful.start(localOwner, requestOf('csv', many), never, actorNow)
    const text = await new Response(body).text()
    expect(text.trimEnd().split('\r\n')).toHaveLength(50_001)
    expect(actorNow).toHaveBeenCalled()
  })

  test('says that it took too long', async () => {
    const slow = open({ limits: { timeoutMs: 200 } })
    const item = sqlItem(
      'SELECT count(*) FROM range(1000000000000) a, range(1000000000000) b WHERE a.range = -b.range - 1',
    )
    await expect(bytesOf(requestOf('csv', item), localOwner, slow)).rejects.toMatchObject({ code: 'query-timed-out' })
  })
})
