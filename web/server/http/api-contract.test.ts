import { createHash } from 'node:crypto'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { localOwner } from '@tidemark/shared/access/actor'
import { createDesktopCodeEndpoint } from '@tidemark/shared/accounts/desktop-sign-in'
import { sessionInfoSchema, workspaceSummarySchema } from '@tidemark/shared/accounts/session-info'
import { workspaceHeader } from '@tidemark/shared/accounts/workspace-address'
import { auditPageSchema } from '@tidemark/shared/audit/audit-event'
import { uploadedDatabaseSchema } from '@tidemark/shared/connections/connection-request'
import { dashboardDraftSchema } from '@tidemark/shared/dashboard-drafts/dashboard-draft'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { listTabs } from '@tidemark/shared/dashboards/dashboard-queries'
import { datasetSchema } from '@tidemark/shared/datasets/dataset'
import { filesInPlaceSchema } from '@tidemark/shared/datasets/file-in-place'
import { chartPrefix } from '@tidemark/shared/charts/chart'
import { uploadImageEndpoint } from '@tidemark/shared/images/image'
import { jobRunListSchema } from '@tidemark/shared/jobs/job'
import { createdInviteSchema } from '@tidemark/shared/members/invite'
import { peopleGroupSchema } from '@tidemark/shared/groups/people-group'
import { memberListSchema } from '@tidemark/shared/members/member'
import { pullResponseSchema } from '@tidemark/shared/sync/protocol'
import { createdEmbedKeySchema } from '@tidemark/shared/public-links/embed-key'
import { madePublicLinkSchema } from '@tidemark/shared/public-links/public-link'
import { createdTokenSchema } from '@tidemark/shared/tokens/api-token'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { totpOf } from '@testkit/team/totp'
import { beginTwoFactorAnswerSchema } from '@tidemark/shared/accounts/two-factor'
import { bundlePrograms } from '@testkit/engine/bundle-fixture'
import { describeApi } from '@testkit/http/described-answer-fixture'
import { clientIpHeader } from '../base/client-ip'
import { readConfig } from '../base/config'
import { createServices } from '../create-services'
import { setServices, type Services } from '../services'
import { apiRouteGroups } from './api-routes'
import { createApi } from './create-api'
import { describedPath } from './openapi-document'
import { openApiRoutes } from './openapi-routes'

const swaggerFolder = fileURLToPath(new URL('../../../node_modules/swagger-ui-dist/', import.meta.url))
const groups = [...apiRouteGroups, openApiRoutes(apiRouteGroups, pathToFileURL(swaggerFolder))]
const webDir = fileURLToPath(new URL('../..', import.meta.url))
const origin = 'https://tidemark.example'

const description = describeApi(groups)
const api = createApi(groups.flatMap(({ routes }) => routes))

interface Asked {
  readonly json?: unknown
  readonly file?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

/** The routes that were called, and those that answered with success. */
const [called, succeeded] = [new Set<string>(), new Set<string>()]
let headers: Record<string, string> = {}

/** Calls a route with the current `headers`, compares the response with the description, and returns it parsed. */
async function expectAnswer(
  expected: number | string,
  method: string,
  path: string,
  { json, file, ...more }: Asked = {},
) {
  const request = new Request(`${origin}${path}`, {
    method,
    headers: {
      [clientIpHeader]: '203.0.113.7',
      ...headers,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...more.headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(file === undefined ? {} : { body: file }),
  })
  const response = await api.fetch(request, {})
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? await firstEvents(response) : await response.text()
  const { status } = response
  const name = description.nameOf(method, path)
  if (name === undefined) expect.fail(`no route answers ${method} ${path}`)
  called.add(name)
  if (status < 300) succeeded.add(name)
  description.mustHave(method, path, { status, headers: response.headers, text })
  const isJson = response.headers.get('content-type') === 'application/json'
  const body: unknown = isJson ? JSON.parse(text) : null
  const found = typeof expected === 'number' ? { status } : body
  const wanted = typeof expected === 'number' ? { status: expected } : { error: { code: expected } }
  expect(found, `${method} ${path}`).toMatchObject(wanted)
  const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0])
  return { body, text, cookie: cookie.join('; ') }
}

/** Reads the events that a stream sends immediately. */
async function firstEvents({ body }: Response): Promise<string> {
  let text = ''
  for await (const piece of body?.values() ?? []) {
    text += Buffer.from(piece).toString()
    if (/^data: .*\n\n/m.test(text)) break
  }
  return text
}

let programs: Awaited<ReturnType<typeof bundlePrograms>>
let folder: string
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tidemark-contract-')))
  programs = await bundlePrograms([
    'engine/process/engine-process.ts',
    'datasets/import/import-process.ts',
    'query/export/export-format-process.ts',
    '../documents/document-process.ts',
    'connectors/sqlite/sqlite-process.ts',
  ])
})
afterAll(() => {
  programs.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function openServices(env: Readonly<Record<string, string>>, showSetUpLink?: (link: string) => void) {
  const dataDir = join(folder, env['TIDEMARK_MODE'] ?? '')
  mkdirSync(dataDir, { mode: 0o700 })
  const settings = { ...env, TIDEMARK_DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const config = readConfig({ env: settings, installDir: folder, version: '0.0.0' })
  const folders = { serverDir: programs.serverDir, webDir, isDevelopment: true }
  const services = await createServices(config, showSetUpLink ? { ...folders, showSetUpLink } : folders)
  setServices(services)
  return services
}

const sqlItem = (sql: string, connectionId = 'local') => ({ query: { kind: 'sql', connectionId, sql } })
const asJson = { accept: 'application/json' }
const asLines = { accept: 'application/x-ndjson' }
const csv = (rows: readonly string[]) => `city,price\n${rows.join('\n')}\n`
const prices = Array.from({ length: 30 }, (_, row) => `Ulm,${row}`)

describe('a server of one person', { timeout: 240_000 }, () => {
  let services: Services
  beforeAll(async () => {
    mkdirSync(join(folder, 'files'))
    writeFileSync(join(folder, 'files', 'orders.csv'), csv(prices))
    headers = {}
    services = await openServices({
      TIDEMARK_MODE: 'local',
      TIDEMARK_FOLDERS: join(folder, 'files'),
      SMTP_URL: 'smtp://127.0.0.1:9',
    })
  })
  afterAll(() => services.close())

  test('says how it is, and describes itself', async () => {
    await expectAnswer(200, 'GET', '/api/health')
    await expectAnswer(200, 'GET', '/api/ready')
    await expectAnswer(200, 'GET', '/api/metrics')
    const { body } = await expectAnswer(200, 'GET', '/api/openapi.json')
    const paths = new Set(groups.flatMap(({ routes }) => routes.map(describedPath)))
    expect(Object.keys(z.looseObject({ paths: z.record(z.string(), z.unknown()) }).parse(body).paths)).toEqual([
      ...paths,
    ])
    await expectAnswer(200, 'GET', '/api/docs')
    for (const file of ['start.js', 'swagger-ui.css', 'swagger-ui-bundle.js'])
      await expectAnswer(200, 'GET', `/api/docs/${file}`)
    await expectAnswer('not-found', 'GET', '/api/docs/other.js')
  })

  test('runs queries and exports them', async () => {
    const run = (...items: readonly object[]) => ({ runId: 'r1', items })
    const path = '/api/chart/run-query'
    const lines = await expectAnswer(200, 'POST', path, {
      json: { ...run(sqlItem('select 42 as answer'), sqlItem('selec 1'), { chartId: 'none' }), progress: true },
    })
    expect(lines.text.trimEnd().split('\n').length).toBeGreaterThanOrEqual(3)
    await expectAnswer(200, 'POST', path, { json: run(sqlItem('select 42 as answer')), headers: asJson })
    await expectAnswer('query-syntax', 'POST', path, { json: run(sqlItem('selec 1')), headers: asJson })
    await expectAnswer('query-refused', 'POST', path, { json: run(sqlItem('drop table x')), headers: asJson })
    await expectAnswer('not-acceptable', 'POST', path, {
      json: run(sqlItem('select 1'), sqlItem('select 2')),
      headers: asJson,
    })
    await expectAnswer('invalid-request', 'POST', path, { json: run() })
    await expectAnswer('malformed-json', 'POST', path, { file: '{', headers: { 'content-type': 'application/json' } })
    await expectAnswer('unsupported-media-type', 'POST', path, { file: 'x', headers: { 'content-type': 'text/plain' } })
    await expectAnswer('body-too-large', 'POST', path, { json: { runId: 'x'.repeat(5_000_000) } })
    await expectAnswer(204, 'DELETE', `${path}/r1?items=0`)
    await expectAnswer('invalid-request', 'DELETE', `${path}/r1?items=first`)
    const time = { join: null, name: 'day', type: 'date', databaseType: 'DATE' }
    const [before, now] = [2025, 2026].map((year) => ({ from: `${year}-01-01`, to: `${year}-12-31` }))
    const change = { runId: 'r2', query: { kind: 'builder', connectionId: 'local', question: emptyQuestion }, time }
    await expectAnswer(200, 'POST', '/api/chart/explain-change', { json: { ...change, measure: 'm', before, now } })
    await expectAnswer('invalid-request', 'POST', '/api/chart/explain-change', { json: { ...change, measure: 'm' } })
    for (const format of ['csv', 'ndjson', 'parquet', 'xlsx'])
      await expectAnswer(200, 'POST', '/api/exports', {
        json: { exportId: format, format, item: sqlItem('select 42 as answer') },
      })
    await expectAnswer('query-syntax', 'POST', '/api/exports', {
      json: { exportId: 'e', format: 'csv', item: sqlItem('selec 1') },
    })
    await expectAnswer(200, 'GET', '/api/exports/csv')
    await expectAnswer('not-found', 'GET', '/api/exports/other')
    await expectAnswer(204, 'DELETE', '/api/exports/csv')
  })

  test('reads files as datasets, and newer ones in their place', async () => {
    const mixed = csv([...prices, 'Bonn', 'Kiel,n.b.'])
    await expectAnswer('upload-bad-rows', 'POST', '/api/datasets?fileName=prices.csv&id=prices', { file: mixed })
    await expectAnswer(200, 'POST', '/api/datasets?fileName=prices.csv&id=prices', { file: mixed, headers: asLines })
    await expectAnswer('upload-type', 'POST', '/api/datasets?fileName=prices.pdf', { file: '%PDF-1.7' })
    await expectAnswer('upload-empty', 'POST', '/api/datasets?fileName=prices.csv', { file: '' })
    await expectAnswer('invalid-request', 'POST', '/api/datasets?fileName=prices.csv&sheet=1', { file: 'a' })
    const made = await expectAnswer(201, 'POST', '/api/datasets?fileName=prices.csv&id=prices&badRows=leave-out', {
      file: mixed,
    })
    await expectAnswer(200, 'POST', '/api/datasets?fileName=more.csv&id=more', { file: csv(prices), headers: asLines })
    await expectAnswer(200, 'GET', '/api/datasets')
    await expectAnswer(200, 'GET', '/api/datasets/prices')
    await expectAnswer('not-found', 'GET', '/api/datasets/none')
    await expectAnswer(200, 'GET', '/api/datasets/prices/left-out')
    await expectAnswer('not-found', 'GET', '/api/datasets/more/left-out')

    const { versionId } = datasetSchema.parse(made.body)
    await expectAnswer(200, 'POST', '/api/datasets/prices/versions?fileName=prices.csv', { file: csv(prices.slice(1)) })
    await expectAnswer('upload-differs', 'POST', '/api/datasets/prices/versions?fileName=prices.csv', {
      file: 'town\nUlm\n',
    })
    await expectAnswer(200, 'POST', '/api/datasets/prices/versions?fileName=prices.csv', {
      file: 'town\nUlm\n',
      headers: asLines,
    })
    await expectAnswer('not-found', 'POST', '/api/datasets/prices/earlier', { json: { versionId: 'other' } })
    await expectAnswer(200, 'POST', '/api/datasets/prices/earlier', { json: { versionId } })
    const { earlier } = datasetSchema.parse((await expectAnswer(200, 'GET', '/api/datasets/prices')).body)
    await expectAnswer('changed-since', 'DELETE', '/api/datasets/prices/earlier?versionId=other')
    await expectAnswer(200, 'DELETE', `/api/datasets/prices/earlier?versionId=${earlier?.versionId}`)
  })

  test('drafts a dashboard of a table', async () => {
    const draft = (name: string, more: object = {}) => ({
      json: { connectionId: 'local', table: { schema: null, name }, ...more },
    })
    const path = '/api/dashboard-drafts'
    const { body } = await expectAnswer(200, 'POST', path, draft('countries'))
    expect(dashboardDraftSchema.parse(body).tiles.length).toBeGreaterThan(5)
    await expectAnswer('query-unknown-name', 'POST', path, draft('nowhere'))
    await expectAnswer('query-unknown-name', 'POST', path, draft('countries', { about: 'colour' }))
    await expectAnswer('connection-not-found', 'POST', path, draft('countries', { connectionId: 'none' }))
    await expectAnswer('invalid-request', 'POST', path, draft(''))
  })

  test('reads a file again in another encoding, with another header and with other types', async () => {
    const cities = Buffer.from('city,price\nKöln,1\nMünchen,2\n', 'latin1')
    const latin = await expectAnswer(201, 'POST', '/api/datasets?fileName=cities.csv&id=cities&encoding=windows-1252', {
      file: cities,
    })
    await expectAnswer(200, 'GET', '/api/datasets/cities/encodings')
    await expectAnswer('not-found', 'GET', '/api/datasets/none/encodings')
    const again = async (how: string, json: object, expected: number | string = 200) =>
      await expectAnswer(expected, 'POST', `/api/datasets/cities/${how}`, { json })
    const first = { versionId: datasetSchema.parse(latin.body).versionId }
    await again('encodings', { ...first, encoding: 'windows-1250' })
    await again('encodings', { ...first, encoding: 'windows-1252' }, 'changed-since')
    const newer = datasetSchema.parse((await expectAnswer(200, 'GET', '/api/datasets/cities')).body)
    const differing = await again('header', { versionId: newer.versionId, hasHeader: false })
    expect(differing.body).toMatchObject({ kind: 'differs' })
    await again('types', { versionId: newer.versionId, columns: ['price'] })
    await again('types', { versionId: newer.versionId, columns: [] }, 'invalid-request')
    const present = datasetSchema.parse((await expectAnswer(200, 'GET', '/api/datasets/cities')).body)
    const asText = { versionId: present.versionId, column: 'price', as: { kind: 'text' } }
    await again('read-as/preview', asText)
    await again('read-as/preview', { ...asText, column: 'prise' }, 'not-found')
    await again('read-as', asText)
    await again('read-as', { ...asText, as: { kind: 'date' } }, 'invalid-request')
  })

  test('draws dashboards and charts for paper', async () => {
    const address = '/api/dashboards/sample-dashboard/document'
    const pdf = await expectAnswer(200, 'GET', `${address}?format=pdf&paper=letter&orientation=portrait`)
    expect(pdf.text.slice(0, 5)).toBe('%PDF-')
    await expectAnswer('invalid-request', 'GET', `${address}?format=gif`)
    await expectAnswer('not-found', 'GET', '/api/dashboards/none/document?format=pdf')
    const { view } = await services.sync.readView(localOwner, [chartPrefix])
    const chart = [...view.scan(chartPrefix)][0]?.[0]
    await expectAnswer(200, 'GET', `/api/charts/${chart?.slice(chartPrefix.length)}/document?format=png&scale=1`)
    await expectAnswer('not-found', 'GET', '/api/charts/none/document?format=png')
  })

  test('takes pictures, and gives them to who sees their dashboard', async () => {
    const picture = new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1'))
    await expectAnswer('image-type', 'POST', '/api/images', { file: 'no picture' })
    const { body } = await expectAnswer(201, 'POST', '/api/images', { file: picture })
    const { id } = uploadImageEndpoint.answer.parse(body)
    const address = `/api/dashboards/sample-dashboard/images/${id}`
    await expectAnswer('not-found', 'GET', address)
    const { view } = await services.sync.readView(localOwner, ['tab/sample-dashboard/'])
    const [tab] = listTabs(view, dashboardIdSchema.parse('sample-dashboard'))
    const tile = (tileId: string, imageId: string) =>
      services.sync.mutate(localOwner, 'createTile', {
        at: 1,
        id: tileId,
        dashboardId: 'sample-dashboard',
        tabId: tab?.id,
        content: { kind: 'image', imageId, description: '', fit: 'whole', link: null },
        place: { x: 0, y: 90, w: 4, h: 4 },
      })
    await tile('picture', id)
    await expectAnswer(200, 'GET', address)
    await tile('awaited', '0'.repeat(64))
    await expectAnswer('image-not-uploaded', 'GET', `/api/dashboards/sample-dashboard/images/${'0'.repeat(64)}`)
  })

  test('makes datasets of files that it reads in place', async () => {
    const { body } = await expectAnswer(200, 'GET', '/api/folders')
    const [file] = filesInPlaceSchema.parse(body).files
    const path = file?.path ?? ''
    await expectAnswer(201, 'POST', '/api/folders', { json: { path } })
    await expectAnswer(200, 'POST', '/api/folders', { json: { path } })
    await expectAnswer('not-found', 'POST', '/api/folders', { json: { path: `${path}.other` } })
  })

  test('connects databases', async () => {
    const file = join(folder, 'shop.sqlite')
    const database = new DatabaseSync(file)
    database.exec("CREATE TABLE orders (id INTEGER PRIMARY KEY, note TEXT); INSERT INTO orders VALUES (1, 'one')")
    database.close()
    const sent = { file: new Uint8Array(readFileSync(file)), headers: { 'content-type': 'application/octet-stream' } }
    const kept = await expectAnswer(201, 'POST', '/api/connections/files?fileName=shop.sqlite', sent)
    await expectAnswer('connection-file', 'POST', '/api/connections/files?fileName=shop.sqlite', {
      file: 'no database',
    })
    const settings = { kind: 'sqlite', file: uploadedDatabaseSchema.parse(kept.body).file }
    await expectAnswer(200, 'POST', '/api/connections/test', { json: settings })
    const nowhere = { kind: 'postgres', host: '127.0.0.1', port: 1, database: 'x', user: 'x', tls: 'off' }
    const refused = { ...nowhere, caCertificate: null, password: '' }
    await expectAnswer('connection-port', 'POST', '/api/connections/test', { json: refused })
    await expectAnswer('connection-port', 'POST', '/api/connections', { json: { name: 'Nowhere', ...refused } })
    await expectAnswer(201, 'POST', '/api/connections', { json: { id: 'shop', name: 'Shop', ...settings } })
    await expectAnswer(200, 'POST', '/api/dashboard-drafts', {
      json: { connectionId: 'shop', table: { schema: 'main', name: 'orders' } },
    })
    await expectAnswer(200, 'GET', '/api/connections')
    await expectAnswer(200, 'PATCH', '/api/connections/shop', { json: { name: 'The shop', ...settings } })
    await expectAnswer('connection-not-found', 'PATCH', '/api/connections/none', { json: { name: 'x', ...settings } })
    await expectAnswer(200, 'GET', '/api/connections/shop/schema?fresh=1')
    await expectAnswer('connection-not-found', 'GET', '/api/connections/none/schema')
  })

  test('takes changes and tells of them', async () => {
    const client = { clientGroupID: 'group', profileID: '', schemaVersion: '1' }
    const args = { id: 'growth', parentId: null, name: 'Growth', order: 'a0', at: 0, actionId: '1' }
    const folderOf = (id: number, name = 'createFolder') => ({ id, clientID: 'client', timestamp: 0, name, args })
    const push = async (mutations: readonly object[], pushVersion = 1) =>
      await expectAnswer(200, 'POST', '/api/replicache/push', { json: { pushVersion, ...client, mutations } })
    expect((await push([folderOf(1), folderOf(2, 'renameEverything')])).body).toEqual({})
    expect((await push([], 7)).body).toEqual({ error: 'VersionNotSupported', versionType: 'push' })
    const pull = async (cookie: unknown, pullVersion = 1) =>
      await expectAnswer(200, 'POST', '/api/replicache/pull', { json: { pullVersion, ...client, cookie } })
    const whole = await pull(null)
    expect(whole.text).toContain('mutation-error/client/2')
    const { cookie } = pullResponseSchema.parse(whole.body)
    expect((await pull(cookie)).body).toMatchObject({ patch: [] })
    expect((await pull({ ...cookie, e: cookie.e + 1 })).body).toEqual({ error: 'ClientStateNotFound' })
    expect((await pull(null, 7)).body).toMatchObject({ error: 'VersionNotSupported' })
    await expectAnswer('invalid-request', 'POST', '/api/replicache/pull', { json: { ...client, cookie: 1 } })
    expect((await expectAnswer(200, 'GET', '/api/replicache/poke')).text).toMatch(/^data: /m)
    await expectAnswer('invalid-request', 'GET', '/api/replicache/poke?clientGroupID=x&org=')
    await expectAnswer(202, 'POST', '/api/replicache/poke', { json: { datasetId: 'sample-weather' } })
    await expectAnswer('not-found', 'POST', '/api/replicache/poke', { json: { datasetId: 'none' } })
    await expectAnswer('connection-not-found', 'POST', '/api/replicache/poke', { json: { connectionId: 'none' } })
  })

  test('knows who looks at a dashboard, and what became of it', async () => {
    await expectAnswer(200, 'POST', '/api/presence', { json: { dashboardId: 'sample-dashboard' } })
    await expectAnswer('not-found', 'POST', '/api/presence', { json: { dashboardId: 'none' } })
    await expectAnswer(200, 'GET', '/api/history/dashboard/sample-dashboard')
    await expectAnswer(200, 'GET', '/api/history/dashboard/sample-dashboard?before=1')
    await expectAnswer('not-found', 'GET', '/api/history/folder/growth')
    await expectAnswer('invalid-request', 'GET', '/api/history/chart/none?before=first')
  })

  test('delivers messages, and tells how that goes', async () => {
    const wish = { name: 'Ops', format: 'signed', url: 'http://127.0.0.1:9/' }
    const { body } = await expectAnswer(201, 'POST', '/api/webhooks', { json: wish })
    await expectAnswer('invalid-request', 'POST', '/api/webhooks', { json: { ...wish, url: 'ftp://127.0.0.1' } })
    await expectAnswer(200, 'GET', '/api/webhooks')
    await expectAnswer(202, 'POST', '/api/jobs/test-mail', { json: { to: 'ann@example.com' } })
    const path = `/api/webhooks/${z.object({ webhook: z.object({ id: z.string() }) }).parse(body).webhook.id}`
    const job = `/api/jobs/${z.object({ id: z.string() }).parse((await expectAnswer(202, 'POST', `${path}/test`)).body).id}`
    // Nothing listens there, so it fails and waits to be tried again.
    const runs = async () => jobRunListSchema.parse((await expectAnswer(200, 'GET', `${job}/runs`)).body).runs.length
    await expect.poll(runs, { timeout: 20_000 }).toBe(1)
    await expectAnswer(202, 'POST', `${job}/run`)
    await expect.poll(runs, { timeout: 20_000 }).toBe(2)
    await expectAnswer(204, 'PATCH', job, { json: { isPaused: true } })
    await expectAnswer('job-busy', 'POST', `${job}/run`)
    await expectAnswer('not-found', 'POST', '/api/jobs/other/run')
    await expectAnswer(200, 'GET', '/api/jobs')
    await expectAnswer(204, 'DELETE', path)
    await expectAnswer('not-found', 'DELETE', path)
  })

  test('sends dashboards and charts on a schedule', async () => {
    const { view } = await services.sync.readView(localOwner, [chartPrefix])
    const chartKey = [...view.scan(chartPrefix)][0]?.[0]
    const wish = {
      ...{
        target: { kind: 'chart', id: chartKey?.slice(chartPrefix.length) },
        search: '',
        webhookId: null,
        locale: 'en',
      },
      ...{ people: [], addresses: ['ann@example.com'], onlyIf: 'results', files: ['csv'] },
      schedule: { pattern: '0 8 * * 1-5', timeZone: 'Europe/Berlin' },
    }
    const { body } = await expectAnswer(201, 'POST', '/api/subscriptions', { json: wish })
    const { id } = z.object({ id: z.string() }).parse(body)
    const path = `/api/subscriptions/${id}`
    await expectAnswer(200, 'GET', '/api/subscriptions')
    await expectAnswer(202, 'POST', `${path}/send`)
    const runs = async () => jobRunListSchema.parse((await expectAnswer(200, 'GET', `/api/jobs/${id}/runs`)).body).runs
    await expect.poll(runs, { timeout: 60_000 }).toMatchObject([{ outcome: 'succeeded', note: 'Sent to 1 person.' }])
    await expectAnswer(200, 'PATCH', path, { json: { ...wish, onlyIf: 'changed' } })
    for (const method of ['GET', 'POST']) await expectAnswer(404, method, `/api/unsubscribe/${id}/token`)
    await expectAnswer('invalid-request', 'POST', '/api/subscriptions', { json: { ...wish, addresses: [] } })
    await expectAnswer(204, 'DELETE', path)
    await expectAnswer('not-found', 'DELETE', path)
  })

  test('watches the values of a chart', async () => {
    const { view } = await services.sync.readView(localOwner, [chartPrefix])
    const chartKey = [...view.scan(chartPrefix)][0]?.[0]
    const wish = {
      ...{ target: { kind: 'chart', id: chartKey?.slice(chartPrefix.length) }, column: null, locale: 'en' },
      ...{ condition: { kind: 'above', value: -1e12 }, onlyComplete: false, webhookId: null },
      ...{ people: [], addresses: ['ann@example.com'] },
      when: { kind: 'schedule', schedule: { pattern: '0 8 * * *', timeZone: 'Europe/Berlin' } },
    }
    const { body } = await expectAnswer(201, 'POST', '/api/alerts', { json: wish })
    const { id } = z.object({ id: z.string() }).parse(body)
    const path = `/api/alerts/${id}`
    await expectAnswer(202, 'POST', `${path}/check`)
    const checks = async () => (await expectAnswer(200, 'GET', `${path}/checks`)).body
    await expect.poll(checks, { timeout: 60_000 }).toMatchObject({ checks: [{ outcome: 'firing' }] })
    await expectAnswer(200, 'GET', '/api/alerts')
    await expectAnswer(200, 'POST', `${path}/snooze`, { json: { until: 5 } })
    await expectAnswer(200, 'PATCH', path, { json: { ...wish, condition: { kind: 'unusual', width: 5 } } })
    await expectAnswer('invalid-request', 'POST', '/api/alerts', { json: { ...wish, addresses: [] } })
    await expectAnswer('not-found', 'POST', '/api/alerts', { json: { ...wish, target: { kind: 'metric', id: 'no' } } })
    await expectAnswer(204, 'DELETE', path)
    await expectAnswer('not-found', 'DELETE', path)
  })

  test('has none of the routes of a team', async () => {
    await expectAnswer('unknown-route', 'GET', '/api/session')
    await expectAnswer('unknown-route', 'GET', '/api/members')
  })
})

describe('a server of a team', { timeout: 120_000 }, () => {
  let services: Services
  let setUpLink = ''
  const tokenOf = (link: string) => link.split('#')[1] ?? ''
  beforeAll(async () => {
    headers = {}
    const settings = {
      TIDEMARK_MODE: 'team',
      TIDEMARK_PUBLIC_URL: origin,
      TIDEMARK_SECRET: 'a secret of a test that is long enough',
    }
    services = await openServices(settings, (link) => (setUpLink = link))
  })
  afterAll(() => services.close())

  const email = 'ann@example.com'
  const password = 'correct horse battery'

  test('lets in its first owner, who signs in and out', async () => {
    await expectAnswer(200, 'GET', '/api/set-up')
    const owner = { name: 'Ann', email, password, workspaceName: 'Acme' }
    await expectAnswer('link-invalid', 'POST', '/api/set-up', { json: { token: 'other', ...owner } })
    await expectAnswer(201, 'POST', '/api/set-up', { json: { token: tokenOf(setUpLink), ...owner } })
    await expectAnswer('not-signed-in', 'GET', '/api/session')
    await expectAnswer('not-signed-in', 'GET', '/api/members')
    await expectAnswer('sign-in-failed', 'POST', '/api/auth/sign-in/email', { json: { email, password: 'wrong' } })
    await expectAnswer('invalid-request', 'POST', '/api/auth/sign-in/email', { json: { email: 'ann' } })
    const { cookie } = await expectAnswer(200, 'POST', '/api/auth/sign-in/email', { json: { email, password } })
    headers = { cookie }
    await expectAnswer(204, 'POST', '/api/auth/sign-out')
    headers = {}
    const again = await expectAnswer(200, 'POST', '/api/auth/sign-in/email', { json: { email, password } })
    headers = { cookie: again.cookie }
    const session = await expectAnswer(200, 'GET', '/api/session')
    headers = { cookie: again.cookie, [workspaceHeader]: sessionInfoSchema.parse(session.body).workspaces[0]?.id ?? '' }
    await expectAnswer(204, 'PATCH', '/api/session', { json: { name: 'Ann B.' } })
    const change = { currentPassword: password, newPassword: `${password} staple`, revokeOtherSessions: true }
    await expectAnswer('password-wrong', 'POST', '/api/auth/change-password', {
      json: { ...change, currentPassword: 'wrong' },
    })
    const changed = await expectAnswer(200, 'POST', '/api/auth/change-password', { json: change })
    headers = { ...headers, cookie: changed.cookie }
    await expectAnswer(204, 'POST', '/api/auth/request-password-reset', { json: { email: 'nobody@example.com' } })
    await expectAnswer('link-invalid', 'POST', '/api/auth/reset-password', {
      json: { token: 'other', newPassword: password },
    })
  })

  test('asks for a second factor where its person wants one', async () => {
    const own = { password: `${password} staple` }
    await expectAnswer(200, 'GET', '/api/auth/ways')
    await expectAnswer(200, 'GET', '/api/auth/two-factor')
    const begun = await expectAnswer(200, 'POST', '/api/auth/two-factor/begin', { json: own })
    const { key } = beginTwoFactorAnswerSchema.parse(begun.body)
    const code = totpOf(key)
    await expectAnswer('invalid-request', 'POST', '/api/auth/two-factor/confirm', { json: { code: '1' } })
    const on = await expectAnswer(204, 'POST', '/api/auth/two-factor/confirm', { json: { code } })
    const there = headers
    headers = {}
    await expectAnswer('code-expired', 'POST', '/api/auth/sign-in/code', { json: { code } })
    const first = await expectAnswer(200, 'POST', '/api/auth/sign-in/email', { json: { email, ...own } })
    headers = { cookie: first.cookie }
    await expectAnswer('code-wrong', 'POST', '/api/auth/sign-in/code', { json: { code } })
    const next = totpOf(key, Date.now() + 30_000)
    await expectAnswer(200, 'POST', '/api/auth/sign-in/code', { json: { code: next } })
    headers = { ...there, cookie: on.cookie }
    await expectAnswer(200, 'POST', '/api/auth/two-factor/backup-codes', { json: own })
    const off = await expectAnswer(204, 'POST', '/api/auth/two-factor/turn-off', { json: own })
    headers = { ...there, cookie: off.cookie }
    const verifier = 'v'.repeat(43)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const made = await expectAnswer(201, 'POST', '/api/auth/sign-in/desktop/code', { json: { challenge } })
    headers = {}
    await expectAnswer('not-signed-in', 'POST', '/api/auth/sign-in/desktop/code', { json: { challenge } })
    const taken = { json: { ...createDesktopCodeEndpoint.answer.parse(made.body), verifier } }
    const app = await expectAnswer(200, 'POST', '/api/auth/sign-in/desktop', taken)
    await expectAnswer('sign-on-expired', 'POST', '/api/auth/sign-in/desktop', taken)
    headers = { ...there, cookie: app.cookie }
    await expectAnswer('unknown-route', 'GET', '/api/auth/sign-in/oidc')
    await expectAnswer('unknown-route', 'GET', '/api/auth/callback/oidc')
  })

  test('has workspaces, members and invites', async () => {
    await expectAnswer(200, 'GET', '/api/workspaces')
    const made = await expectAnswer(201, 'POST', '/api/workspaces', { json: { name: 'Research', slug: 'research' } })
    await expectAnswer('slug-taken', 'POST', '/api/workspaces', { json: { name: 'Other', slug: 'research' } })
    await expectAnswer(200, 'PATCH', `/api/workspaces/${workspaceSummarySchema.parse(made.body).id}`, {
      json: { name: 'Science' },
    })
    await expectAnswer('forbidden', 'PATCH', '/api/workspaces/none', { json: { name: 'Science' } })
    const invite = async (address: string) =>
      createdInviteSchema.parse(
        (await expectAnswer(201, 'POST', '/api/invites', { json: { email: address, role: 'editor' } })).body,
      )
    await expectAnswer('already-member', 'POST', '/api/invites', { json: { email, role: 'editor' } })
    const bob = await invite('bob@example.com')
    const { invite: toRevoke } = await invite('eve@example.com')
    await expectAnswer(200, 'GET', '/api/invites')
    await expectAnswer(204, 'DELETE', `/api/invites/${toRevoke.id}`)
    await expectAnswer('not-found', 'DELETE', `/api/invites/${toRevoke.id}`)
    const owner = headers
    headers = {}
    await expectAnswer(200, 'POST', '/api/invites/look', { json: { token: tokenOf(bob.link ?? '') } })
    await expectAnswer('link-invalid', 'POST', '/api/invites/look', { json: { token: 'other' } })
    const account = { name: 'Bob', password }
    await expectAnswer('link-invalid', 'POST', '/api/invites/accept', { json: { token: 'other', account } })
    const joined = await expectAnswer(200, 'POST', '/api/invites/accept', {
      json: { token: tokenOf(bob.link ?? ''), account },
    })
    headers = { cookie: joined.cookie }
    await expectAnswer('forbidden', 'GET', '/api/invites')
    await expectAnswer('forbidden', 'GET', '/api/audit')
    headers = owner
    const { body } = await expectAnswer(200, 'GET', '/api/members')
    const [ann, other] = memberListSchema.parse(body).members
    await expectAnswer(204, 'PATCH', `/api/members/${other?.userId}`, { json: { role: 'viewer' } })
    await expectAnswer('last-owner', 'PATCH', `/api/members/${ann?.userId}`, { json: { role: 'viewer' } })
    const { id: group } = peopleGroupSchema.parse(
      (await expectAnswer(201, 'POST', '/api/groups', { json: { name: 'Sales', userIds: [other?.userId] } })).body,
    )
    await expectAnswer('group-name-taken', 'POST', '/api/groups', { json: { name: 'Sales', userIds: [] } })
    await expectAnswer(204, 'PATCH', `/api/groups/${group}`, { json: { remove: [other?.userId] } })
    await expectAnswer(204, 'DELETE', `/api/groups/${group}`)
    await expectAnswer('not-found', 'DELETE', `/api/groups/${group}`)
    await expectAnswer(204, 'DELETE', `/api/members/${other?.userId}/two-factor`)
    await expectAnswer(204, 'DELETE', `/api/members/${other?.userId}`)
    await expectAnswer('not-found', 'DELETE', `/api/members/${other?.userId}`)
  })

  test('makes tokens, and lets them do what they are for', async () => {
    const wish = { name: 'nightly', scopes: ['content:read'], role: 'viewer', expiresInDays: 9 }
    const made = createdTokenSchema.parse((await expectAnswer(201, 'POST', '/api/tokens', { json: wish })).body)
    await expectAnswer(200, 'GET', '/api/tokens')
    const owner = headers
    headers = { authorization: `Bearer ${made.secret}` }
    await expectAnswer('token-scope', 'GET', '/api/members')
    await expectAnswer(200, 'GET', '/api/replicache/poke')
    headers = { authorization: 'Bearer tmk_other' }
    await expectAnswer('token-invalid', 'GET', '/api/datasets')
    headers = owner
    await expectAnswer(204, 'DELETE', `/api/tokens/${made.token.id}`)
    await expectAnswer('not-found', 'DELETE', `/api/tokens/${made.token.id}`)
  })

  test('makes public links', async () => {
    const id = 'linked'
    const at = { id, folderId: null, name: 'Linked', description: '', order: 'a0' }
    const { person, workspaces } = sessionInfoSchema.parse((await expectAnswer(200, 'GET', '/api/session')).body)
    const orgId = workspaces[0]?.id ?? ''
    const member = { ...localOwner, kind: 'person', orgId, userId: person.id } as const
    const firstTab = { id: 'linked-tab', name: 'First', order: 'a0' }
    await services.sync.mutate(member, 'createDashboard', { ...at, firstTab, at: 1 })
    const json = { target: { kind: 'dashboard', id }, name: 'For all' }
    const answer = await expectAnswer(201, 'POST', '/api/public-links', { json })
    const { link } = madePublicLinkSchema.parse(answer.body)
    await expectAnswer('invalid-request', 'POST', '/api/public-links', { json: { ...json, freshSeconds: 1 } })
    await expectAnswer('not-found', 'POST', '/api/public-links', { json: { ...json, target: { kind: 'chart', id } } })
    await expectAnswer(200, 'GET', `/api/public-links?kind=dashboard&target=${id}`)
    await expectAnswer(200, 'PATCH', `/api/public-links/${link.id}`, { json: { password: 'open sesame' } })
    await expectAnswer(201, 'POST', `/api/public-links/${link.id}/token`)
    await expectAnswer(204, 'DELETE', `/api/public-links/${link.id}`)
    await expectAnswer('not-found', 'DELETE', `/api/public-links/${link.id}`)
    const made = await expectAnswer(201, 'POST', '/api/embed-keys')
    await expectAnswer(200, 'GET', '/api/embed-keys')
    const { key } = createdEmbedKeySchema.parse(made.body)
    await expectAnswer(204, 'DELETE', `/api/embed-keys/${key.id}`)
    await expectAnswer('not-found', 'DELETE', `/api/embed-keys/${key.id}`)
  })

  test('keeps a log, and gives it away', async () => {
    const page = await expectAnswer(200, 'GET', '/api/audit?limit=2')
    await expectAnswer(200, 'GET', `/api/audit?before=${auditPageSchema.parse(page.body).next}&action=sign-in`)
    await expectAnswer('invalid-request', 'GET', '/api/audit?limit=0')
    for (const format of ['csv', 'ndjson']) await expectAnswer(200, 'POST', '/api/audit/export', { json: { format } })
  })

  test('has no pass for a chart host that there is not', async () => {
    await expectAnswer('unknown-route', 'POST', '/api/chart/token')
  })
})

/**
 * Routes whose success is compared with the description in other tests, because they need mail, an identity provider, or a
 * chart host with PostgreSQL.
 */
const withoutSuccess = [
  'GET /api/unsubscribe/{id}/{token}',
  'POST /api/unsubscribe/{id}/{token}',
  'POST /api/auth/reset-password',
  'GET /api/auth/sign-in/oidc',
  'GET /api/auth/callback/oidc',
  'POST /api/chart/token',
]

test('every declared route was called, with success where one can be had', () => {
  const declared = groups.flatMap(({ routes }) => routes.map(({ method, path }) => description.nameOf(method, path)))
  expect(declared.filter((name) => name !== undefined && !called.has(name))).toEqual([])
  expect(declared.filter((name) => name !== undefined && !succeeded.has(name))).toEqual(withoutSuccess)
})
