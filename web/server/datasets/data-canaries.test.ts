import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Actor } from '@tidemark/shared/access/actor'
import type { Role } from '@tidemark/shared/access/roles'
import {
  emptyQuestion,
  type Question,
  type QuestionColumn,
  type QuestionMeasure,
} from '@tidemark/shared/builder/question'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { datasetSchema, type Dataset } from '@tidemark/shared/datasets/dataset'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { metricIdSchema } from '@tidemark/shared/metrics/metric'
import { autoFormat } from '@tidemark/shared/query/number-format'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { currentSchemaVersion } from '@tidemark/shared/sync/protocol'
import { lineageOf } from '@tidemark/shared/tables/lineage'
import { exportFormats, type ExportFormat } from '@tidemark/shared/query/export-request'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readParquet } from '@testkit/datasets/import-fixture'
import { waysToFollow } from '@testkit/query/ways-to-follow'
import { openFullTeam, type FullTeam } from '@testkit/team/full-team-bed'
import type { TestPerson } from '@testkit/team/team-test-bed'
import { apiRouteGroups, apiRoutes } from '../http/api-routes'
import { openApiDocument } from '../http/openapi-document'
import type { Services } from '../services'

/*
 * Each dataset has a canary in each value, in names of its files, in what is said about it and its columns, and in rows
 * that were left out. Each person asks each route, and whatever comes back is searched for canaries that are not theirs.
 */

/** The levels of what a person may know of a dataset, ascending. */
const levels = ['none', 'results', 'asks'] as const
type Level = (typeof levels)[number]

interface Person extends TestPerson {
  readonly role: Role
  /** By the name of the dataset; those left out are open to everyone. */
  readonly closed: Readonly<Record<string, Level>>
  readonly managesPart: boolean
}

let team: FullTeam
let folder: string
let services: Services
let owner: TestPerson
const people = new Map<string, Person>()
const datasets = new Map<string, Dataset>()

/** The value of everybody's attribute: the row of the dataset “ruled” that its rule leaves them. */
const ownRow = 'cnry_ruled_a_7'

/** Returns what a person must not get to see, as texts that stand nowhere else. */
function hiddenFrom({ role, closed, managesPart }: Person): readonly string[] {
  return [...datasets.keys()].flatMap((name) => {
    if (name === 'ruled') return [...ruledRows, 'cnry_ruled_left', ...(role === 'viewer' ? ['cnry_ruled_file'] : [])]
    const level = closed[name] ?? (role === 'viewer' ? 'results' : 'asks')
    return [
      ...(level === 'none' ? [`cnry_${name}`, `tbl_${name}`] : []),
      ...(level === 'asks' ? [] : [`cnry_${name}_file`, `cnry_${name}_said`, `cnry_${name}_a_`, `cnry_${name}_c_`]),
      ...(level === 'asks' && managesPart ? [] : [`cnry_${name}_left`].slice(role === 'editor' ? 1 : 0)),
      ...(name === 'part' && !managesPart ? ['cnry_part_c_', 'cnry_part_name_c'] : []),
    ]
  })
}

const ruledRows = Array.from({ length: 12 }, (_, row) =>
  row === 7 ? [] : [`cnry_ruled_a_${row}`, `cnry_ruled_c_${row}`],
).flat()

async function ask(method: string, path: string, as: TestPerson, body?: unknown, type = 'application/json') {
  const response = await team.send(method, path, as, body, type)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const text = isStream ? await firstPieces(response) : await response.text()
  return { status: response.status, text: `${text}\n${response.headers.get('content-disposition') ?? ''}` }
}

/** Reads what a stream sends within a moment. */
async function firstPieces({ body }: Response): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const pieces: string[] = []
  const over = new Promise<{ done: true; value: undefined }>((resolve) =>
    setTimeout(() => resolve({ done: true, value: undefined }), 150),
  )
  for (;;) {
    const { done, value } = await Promise.race([reader.read(), over])
    if (done) break
    pieces.push(Buffer.from(value as Uint8Array).toString())
  }
  await reader.cancel()
  return pieces.join('')
}

const change = (as: TestPerson, role: Role, name: string, args: object) => team.change(as, role, name, args)

function actorOf(person: TestPerson, role: Role): Actor {
  return { ...team.actorOf(person, role), attributes: { own: [ownRow] } }
}

async function upload(name: string): Promise<Dataset> {
  const rows = Array.from(
    { length: 12 },
    (_, row) => `cnry_${name}_a_${row},${row},cnry_${name}_c_${row},2025-0${1 + (row % 3)}-05`,
  )
  const bad = `cnry_${name}_left,x,y,one,too,many`
  const csv = [`a,n,cnry_${name}_name_c,day`, ...rows, bad].join('\n')
  const first = new URLSearchParams({ fileName: `tbl_${name}.csv`, id: name, name, badRows: 'leave-out' })
  const made = await ask('POST', `/api/datasets?${first.toString()}`, owner, csv, 'text/csv')
  expect(made.status).toBe(201)
  const newer = new URLSearchParams({ fileName: `cnry_${name}_file.csv`, badRows: 'leave-out' })
  const replaced = await ask('POST', `/api/datasets/${name}/versions?${newer.toString()}`, owner, csv, 'text/csv')
  expect(replaced.status).toBe(200)
  return datasetSchema.parse(JSON.parse(replaced.text))
}

const query = (name: string) => ({
  kind: 'builder',
  connectionId: 'local',
  question: { ...emptyQuestion, source: { schema: null, name: tableOf(name) } },
})
const sqlQuery = (sql: string) => ({ kind: 'sql', connectionId: 'local', sql })
/** Ways to read a column under another name, in another shape or by its place. Values keep their canary. */
const renamings = (table: string, secret: string): readonly string[] => [
  `select "${secret}" as x from ${table}`,
  `select substr("${secret}", 1) as x from ${table}`,
  `select string_agg("${secret}", ',') as x from ${table}`,
  `select (select max("${secret}") from ${table}) as x`,
  `with t as (select * from ${table}) select "${secret}" as x from t`,
  `with t(x, y, z) as (from ${table}) select z as x from t`,
  `with recursive r(x) as (select "${secret}" from ${table} union all select x from r where false) select x from r`,
  `select 'a' as x union all select "${secret}" from ${table}`,
  `select 'a' as x union all by name select "${secret}" as x from ${table}`,
  `select * rename ("${secret}" as x) from ${table}`,
  `select * replace ("${secret}" as a) from ${table}`,
  `select z as x from (from ${table}) as t(x, y, z)`,
  `select #3 as x from ${table}`,
  `select t as x from ${table} t`,
  `select to_json(t) as x from ${table} t`,
  `select {'x': "${secret}"} as x from ${table}`,
  `select columns('.*') from ${table}`,
  `select s.x from ${table}, lateral (select "${secret}" as x) s`,
  `select b."${secret}" as x from ${table} a join ${table} b using (a)`,
  `select first_value("${secret}") over (order by n) as x from ${table}`,
  `from (unpivot ${table} on columns(* exclude (n, day)) into name k value x)`,
]
const tableOf = (name: string) => datasets.get(name)?.tableName ?? name

beforeAll(async () => {
  team = await openFullTeam()
  services = team.services
  folder = team.folder
  owner = team.owner
  const join_ = async (name: string, role: Role, closed: Person['closed'], managesPart = false) =>
    people.set(name, { ...(await team.join(owner, role, team.workspace)), role, closed, managesPart })
  await join_('manager', 'editor', { kept: 'asks', inside: 'asks' }, true)
  await join_('editor', 'editor', { kept: 'none', inside: 'none' }, true)
  await join_('asks', 'explorer', { kept: 'asks', inside: 'none' })
  await join_('reads', 'explorer', { kept: 'results', inside: 'none' })
  await join_('viewer', 'viewer', { kept: 'results', inside: 'none' })
  await join_('stranger', 'viewer', { kept: 'none', inside: 'none' })
  const idOf = (name: string) => people.get(name)?.id ?? ''
  const to = (name: string, level: string) => ({ to: { kind: 'person', userId: idOf(name) }, level })

  for (const name of ['open', 'part', 'kept', 'inside', 'ruled']) datasets.set(name, await upload(name))
  const by = (name: string, args: object) => change(owner, 'owner', name, args)
  await by('createFolder', { id: 'closed', parentId: null, name: 'Closed', order: 'a0' })
  await by('keepFolder', { id: 'closed', first: [to('manager', 'edit')] })
  await by('updateDataset', { id: 'inside', folderId: 'closed' })
  await by('keepDataset', { id: 'kept', first: [to('manager', 'sql'), to('asks', 'builder')] })
  for (const name of ['reads', 'viewer']) await by('grantDataset', { id: 'kept', ...to(name, 'results') })
  await by('restrictColumns', { id: 'part', columns: ['cnry_part_name_c'], isRestricted: true })
  for (const { id } of people.values())
    await team.send('PATCH', `/api/members/${id}`, owner, { attributes: { own: [ownRow] } })
  const compared = { name: 'a', type: 'text', databaseType: 'VARCHAR' }
  const conditions = [{ id: 'c', column: compared, test: { kind: 'attribute', attribute: 'own' } }]
  await by('setRowRule', {
    source: { kind: 'dataset', id: 'ruled' },
    rule: { match: 'all', conditions, exempt: 'admin' },
  })
  for (const name of datasets.keys()) {
    const source = { kind: 'dataset', id: name }
    await by('updateDataset', { id: name, description: `cnry_${name}_said` })
    await by('updateColumn', { source, column: 'n', label: 'Count', description: `cnry_${name}_said` })
    await by('updateColumn', { source, column: `cnry_${name}_name_c`, description: `cnry_${name}_said` })
    const fields = {
      folderId: name === 'inside' ? 'closed' : null,
      description: '',
      order: 'a0',
      visual: defaultVisual,
    }
    await by('createChart', {
      id: `count-${name}`,
      name: 'Count',
      ...fields,
      query: sqlQuery(`select count(*) from ${tableOf(name)}`),
    })
  }
}, 120_000)

afterAll(() => team.close())

/** Fails if an answer has a canary that is not the person's. */
function expectNone(name: string, what: string, text: string): void {
  const person = people.get(name)
  if (person === undefined) throw new Error(`nobody is called ${name}`)
  const found = hiddenFrom(person).filter((canary) => text.includes(canary))
  expect(found, `${name}, ${what}: ${text.slice(0, 600)}`).toEqual([])
}

/** Makes a value for a schema of the description, with what is known for fields of a name. */
function sampleOf(schema: unknown, hints: Readonly<Record<string, unknown>>, root: unknown, depth = 0): unknown {
  if (typeof schema !== 'object' || schema === null || depth > 6) return null
  const at = schema as Record<string, unknown>
  if (typeof at['$ref'] === 'string') {
    const path = at['$ref'].split('/').slice(1)
    const found = path.reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], root)
    return sampleOf(found, hints, root, depth + 1)
  }
  for (const many of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(at[many])) return sampleOf(at[many][0], hints, root, depth + 1)
  if (at['const'] !== undefined) return at['const']
  if (Array.isArray(at['enum'])) return at['enum'][0]
  switch (at['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries((at['properties'] ?? {}) as Record<string, unknown>).flatMap(([field, of]) => {
          const isNeeded = (at['required'] as readonly string[] | undefined)?.includes(field) === true
          if (field in hints) return [[field, hints[field]]]
          return isNeeded ? [[field, sampleOf(of, hints, root, depth + 1)]] : []
        }),
      )
    case 'array':
      return [sampleOf(at['items'], hints, root, depth + 1)]
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return false
    default:
      return 'x'
  }
}

/** Ends what the test needs: the session itself, or the workspace. */
const left = new Set(['POST /api/auth/sign-out', 'DELETE /api/session', 'POST /api/auth/change-password'])

test.each(['editor', 'asks', 'reads', 'viewer', 'stranger'])(
  '%s gets no canary of others from any route, whatever it is asked about',
  async (name) => {
    const person = people.get(name)
    if (person === undefined) throw new Error(`nobody is called ${name}`)
    const document = openApiDocument(apiRouteGroups, '0.0.0')
    const ids = [...datasets.values()].flatMap(({ id }) => [id, `count-${id}`])
    let askedCount = 0
    for (const route of apiRoutes) {
      if (left.has(`${route.method} ${route.path}`)) continue
      const paths = /:/.test(route.path)
        ? ids.map((id) => route.path.replaceAll(':kind', 'table').replaceAll(/:\w+/g, id))
        : [route.path]
      for (const [index, path] of paths.entries()) {
        const dataset = [...datasets.values()][Math.floor(index / 2) % datasets.size]
        const hints = {
          ...{
            connectionId: 'local',
            column: `cnry_${dataset?.id}_name_c`,
            columns: ['a', `cnry_${dataset?.id}_name_c`],
          },
          ...{
            versionId: dataset?.versionId,
            datasetId: dataset?.id,
            table: { schema: null, name: dataset?.tableName },
          },
          ...{ as: { kind: 'text' }, id: dataset?.id, chartId: `count-${dataset?.id}` },
        }
        const described = (
          document as unknown as Record<string, Record<string, Record<string, Record<string, unknown>>>>
        )['paths']?.[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
        const content = (described?.['requestBody'] as { content?: Record<string, { schema?: unknown }> } | undefined)
          ?.content
        const body = sampleOf(content?.['application/json']?.schema, hints, document)
        const { text } = await ask(route.method, path, person, body ?? undefined)
        expectNone(name, `${route.method} ${path}`, text)
        askedCount += 1
      }
    }
    expect(askedCount).toBeGreaterThan(apiRoutes.length)
  },
  120_000,
)

test.each(['manager', 'editor', 'asks', 'reads', 'viewer', 'stranger'])(
  '%s gets no canary of others by any query, after who may has asked the same',
  async (name) => {
    const person = people.get(name)
    if (person === undefined) throw new Error(`nobody is called ${name}`)
    const column = (dataset: string) => ({ name: `cnry_${dataset}_name_c`, type: 'text', databaseType: 'VARCHAR' })
    const items = [...datasets.keys()].flatMap((dataset) => {
      const table = tableOf(dataset)
      const secret = `cnry_${dataset}_name_c`
      const saved = { chartId: `count-${dataset}` }
      return [
        ...[
          ...[
            `select * from ${table}`,
            `select "${secret}" from ${table}`,
            `from "${table.toUpperCase()}"`,
            `describe ${table}`,
          ],
          ...[
            `explain select * from ${table}`,
            `summarize ${table}`,
            `select ${table} from ${table}`,
            `show columns from ${table}`,
          ],
          ...[`select * from ${table} natural join ${tableOf('open')}`, `pivot ${table} on a in ('x') using count(*)`],
          ...[
            `select columns(*) from ${table}`,
            `select t.* exclude (a) from ${table} t`,
            `select histogram("${secret}") from ${table}`,
          ],
          ...renamings(table, secret),
        ].map((sql) => ({ query: sqlQuery(sql) })),
        { query: query(dataset) },
        { query: query(dataset), valuesOf: { column: secret } },
        { query: query(dataset), valuesOf: { column: 'a' } },
        { query: query(dataset), profileOf: { ...column(dataset), join: null } },
        { query: query(dataset), rowsOf: [] },
        { ...saved, valuesOf: { column: secret } },
        { ...saved, rowsOf: [] },
        { ...saved, profileOf: { ...column(dataset), join: null } },
        saved,
      ]
    })
    const everywhere = [
      ...['show tables', 'show all tables', 'from duckdb_tables()', 'from duckdb_columns()', 'from duckdb_views()'],
      ...[
        'from information_schema.tables',
        'from information_schema.columns',
        'from sqlite_master',
        'pragma show_tables',
      ],
      ...['select * from tbl_kep', 'select * from tbl_insid', "from pragma_table_info('kept')"],
    ].map((sql) => ({ query: sqlQuery(sql) }))
    const all = [...items, ...everywhere]
    for (let from = 0; from < all.length; from += 60) {
      const request = { runId: `run${from}`, items: all.slice(from, from + 60) }
      await ask('POST', '/api/chart/run-query', owner, request)
      const { text } = await ask('POST', '/api/chart/run-query', person, request)
      const lines = text.split('\n').filter((line) => line.startsWith('{'))
      expect(lines).toHaveLength(request.items.length)
      for (const line of lines) {
        // What the person wrote themselves may come back to them.
        const asked = JSON.stringify(request.items[(JSON.parse(line) as { item: number }).item])
        const told = hiddenFrom(person).filter((canary) => line.includes(canary) && !asked.includes(canary))
        expect(told, `${name}, ${asked}: ${line.slice(0, 500)}`).toEqual([])
      }
    }
  },
  120_000,
)

/** Exports an item and returns the file as text; of an error its body. */
async function exported(as: TestPerson, format: ExportFormat, item: unknown): Promise<string> {
  const response = await team.send('POST', '/api/exports', as, { exportId: `e${exportCount++}`, format, item })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (response.status !== 200) return Buffer.from(bytes).toString()
  if (format === 'xlsx')
    return Object.values(unzipSync(bytes))
      .map((part) => Buffer.from(part).toString())
      .join('\n')
  if (format !== 'parquet') return Buffer.from(bytes).toString()
  const path = join(folder, 'exported.parquet')
  writeFileSync(path, bytes)
  return JSON.stringify(await readParquet(path))
}
let exportCount = 0

test.each(exportFormats)(
  'exports as %s have no canary of others',
  async (format) => {
    // A file of another format costs a process each, and who may have what is decided before.
    for (const name of format === 'csv' ? people.keys() : ['manager', 'asks', 'viewer'])
      for (const dataset of datasets.keys())
        for (const item of [{ query: sqlQuery(`from ${tableOf(dataset)}`) }, { query: query(dataset) }].slice(
          0,
          format === 'csv' ? 2 : 1,
        )) {
          const person = mustBe(name)
          const text = await exported(person, format, item)
          const asked = JSON.stringify(item)
          const told = hiddenFrom(person).filter((canary) => text.includes(canary) && !asked.includes(canary))
          expect(told, `${name} exports ${dataset}: ${text.slice(0, 300)}`).toEqual([])
          if (name === 'manager' && dataset !== 'ruled') expect(text).toContain(`cnry_${dataset}_c_3`)
        }
  },
  120_000,
)

test('who may, gets them', async () => {
  const manager = people.get('manager')
  if (manager === undefined) throw new Error('no manager')
  for (const dataset of datasets.keys()) {
    if (dataset === 'ruled') {
      const { text } = await ask('POST', '/api/chart/run-query', manager, {
        runId: 'r',
        items: [{ query: query('ruled') }],
      })
      expect(text).toContain('cnry_ruled_c_7')
      continue
    }
    const request = { runId: 'r', items: [{ query: sqlQuery(`select * from ${tableOf(dataset)}`) }] }
    expect((await ask('POST', '/api/chart/run-query', manager, request)).text).toContain(`cnry_${dataset}_c_3`)
    expect((await ask('GET', `/api/datasets/${dataset}`, manager)).text).toContain(`cnry_${dataset}_said`)
  }
  const asks = people.get('asks')
  if (asks === undefined) throw new Error('nobody asks')
  const built = { runId: 'r', items: [{ query: query('kept') }] }
  expect((await ask('POST', '/api/chart/run-query', asks, built)).text).toContain('cnry_kept_c_3')
  const viewer = people.get('viewer')
  if (viewer === undefined) throw new Error('no viewer')
  const counted = { runId: 'r', items: [{ chartId: 'count-kept' }] }
  expect((await ask('POST', '/api/chart/run-query', viewer, counted)).text).toMatch(/\[\[?12\]?\]|12/)
})

/** All that entries of each concept may have for a viewer. A field that is not here is not sent. */
const sentToViewers: Readonly<Record<string, readonly string[]>> = {
  dataset: [
    ...['access', 'columns', 'createdAt', 'createdBy', 'deletedAt', 'description', 'fileName', 'folderId', 'format'],
    ...[
      'id',
      'isPartial',
      'licence',
      'name',
      'notes',
      'replacedAt',
      'restricted',
      'rowCount',
      'rowRule',
      'ownRows',
      'sizeBytes',
      'sourceUrl',
      'tableName',
    ],
    ...['updatedAt', 'updatedBy', 'versionId'],
  ],
  column: [
    ...['createdAt', 'createdBy', 'currency', 'decimals', 'description', 'isHidden', 'label', 'name', 'role', 'source'],
    ...['style', 'unit', 'unitPlace', 'updatedAt', 'updatedBy'],
  ],
  chart: [
    ...['createdAt', 'createdBy', 'deletedAt', 'description', 'folderId', 'id', 'isModel', 'name', 'order', 'query'],
    ...['modelColumns', 'modelFields', 'modelHierarchies', 'modelJoins', 'updatedAt', 'updatedBy', 'visual'],
  ],
  workspace: [
    ...['createdAt', 'createdBy', 'isToldOfDataAccess', 'name', 'timeZone', 'updatedAt', 'updatedBy', 'weekStart'],
  ],
}

test.each(['manager', 'editor', 'asks', 'reads', 'viewer', 'stranger'])(
  '%s is sent no canary of others in a pull, a page or a stream, and viewers only what is on a list',
  async (name) => {
    const person = people.get(name)
    if (person === undefined) throw new Error(`nobody is called ${name}`)
    const asked = {
      pullVersion: 1,
      clientGroupID: `g-${name}`,
      schemaVersion: currentSchemaVersion,
      profileID: 'p',
      cookie: null,
    }
    const pulled = await ask('POST', '/api/replicache/pull', person, asked)
    expect(pulled.status).toBe(200)
    expectNone(name, 'pull', pulled.text)
    const stream = await ask('GET', `/api/replicache/poke?clientGroupID=g-${name}`, person)
    expectNone(name, 'stream', stream.text)
    const { snapshot, view } = await services.sync.readView(actorOf(person, person.role))
    expectNone(name, 'page', JSON.stringify(snapshot))
    expectNone(name, 'what the server works with', JSON.stringify([...view.scan('dataset/'), ...view.scan('column/')]))
    if (person.role !== 'viewer') return
    for (const [key, value] of snapshot.entries) {
      const concept = key.split('/')[0] ?? ''
      expect(Object.keys(sentToViewers)).toContain(concept)
      const others = Object.keys(value as object).filter((field) => sentToViewers[concept]?.includes(field) !== true)
      expect([key, others]).toEqual([key, []])
    }
  },
)

/* What follows makes charts that tell names, so it comes last. */

test('a chart that names what its reader does not see says the same as one that names nothing there is', async () => {
  const fields = { folderId: null, description: '', order: 'a0', visual: defaultVisual, name: 'Rows' }
  const tables = ['tbl_kept', 'tbl_never']
  for (const table of tables)
    await change(owner, 'owner', 'createChart', {
      id: `of-${table}`,
      ...fields,
      query: sqlQuery(`select * from ${table}`),
    })
  for (const table of tables)
    await change(mustBe('editor'), 'editor', 'createChart', {
      ...{ id: `own-${table}`, ...fields, query: sqlQuery(`select * from ${table}`) },
    })
  const messageOf = async (chartId: string) => {
    const request = { runId: `told-${chartId}`, items: [{ chartId }] }
    const { text } = await ask('POST', '/api/chart/run-query', mustBe('editor'), request)
    const line = text.split('\n').find((one) => one.startsWith('{')) ?? ''
    const { error } = JSON.parse(line) as { readonly error?: ErrorBody }
    return [error?.code, error?.message]
  }
  for (const of of ['of', 'own'])
    for (const table of tables)
      expect(await messageOf(`${of}-${table}`)).toEqual([
        'query-unknown-name',
        'The query names something that does not exist or that you have no access to.',
      ])
})

test('a model tells nothing of data that its reader does not see, whatever is asked of it', async () => {
  const columnOf = (name: string) => ({ join: null, name, type: 'text', databaseType: 'VARCHAR' })
  const parts = { groups: [{ id: 'g', column: columnOf('cnry_kept_name_c'), grain: null, label: 'C' }] }
  const over = (model: string) => ({ ...emptyQuestion, source: { schema: null, name: 'Model', model } })
  const fields = { folderId: null, description: '', order: 'a0', visual: defaultVisual, name: 'Model' }
  const questions = {
    'model-kept': { ...query('kept').question, ...parts },
    'model-kept-all': query('kept').question,
    'model-part': { ...query('part').question, columns: [columnOf('cnry_part_name_c')] },
    'model-inside': query('inside').question,
    'model-of-model': over('model-kept'),
  }
  for (const [id, question] of Object.entries(questions)) {
    const built = { kind: 'builder', connectionId: 'local', question }
    await change(mustBe('manager'), 'editor', 'createChart', { id, ...fields, query: built, isModel: true })
    const asked = { ...built, question: over(id) }
    await change(mustBe('manager'), 'editor', 'createChart', { id: `over-${id}`, ...fields, query: asked })
  }
  const texts = {
    'model-kept-sql': `select a, "cnry_kept_name_c" as "C" from ${tableOf('kept')} -- cnry_kept_text`,
    'model-part-sql': `with p as (from ${tableOf('part')}) select * from p -- cnry_part_text`,
    'model-inside-sql': `select * from ${tableOf('inside')} -- cnry_inside_text`,
  }
  for (const [id, sql] of Object.entries(texts)) {
    const columns = ['a', id === 'model-kept-sql' ? 'C' : `cnry_${id.split('-')[1]}_name_c`]
    const modelFields = columns.map((name) => ({ name, type: 'text', databaseType: 'VARCHAR' }))
    const model = { ...fields, query: sqlQuery(sql), isModel: true, modelFields }
    await change(mustBe('manager'), 'editor', 'createChart', { id, ...model })
    const asked = { kind: 'builder', connectionId: 'local', question: over(id) }
    await change(mustBe('manager'), 'editor', 'createChart', { id: `over-${id}`, ...fields, query: asked })
  }
  const ids = [...Object.keys(questions), ...Object.keys(texts)]
  const mark = { column: 'C', op: '=', value: 'cnry' }
  const items = ids.flatMap((id) => {
    const asked = { query: { kind: 'builder', connectionId: 'local', question: over(id) } }
    return [
      { chartId: `over-${id}` },
      asked,
      { ...asked, rowsOf: [{ ...mark, op: '!=' }] },
      { ...asked, profileOf: columnOf('C') },
      { ...asked, valuesOf: { column: 'C' } },
    ]
  })
  // Asked by who may first, so that answers lie in the cache.
  const managers = await ask('POST', '/api/chart/run-query', mustBe('manager'), { runId: 'models', items })
  for (const canary of ['cnry_kept_c_3', 'cnry_kept_a_3', 'cnry_part_c_3', 'cnry_inside_c_3'])
    expect(managers.text).toContain(canary)
  for (const name of ['editor', 'asks', 'reads', 'viewer', 'stranger']) {
    const { text } = await ask('POST', '/api/chart/run-query', mustBe(name), { runId: `models-${name}`, items })
    const person = mustBe(name)
    // Names of tables and columns are in questions, which all are sent; results are for who may see those.
    const closed = Object.entries(person.closed).flatMap(([of, level]) =>
      level === 'none' ? [`cnry_${of}_[ac]_`] : [],
    )
    const mayWrite = (of: string) => name === 'manager' || (of === 'part' && person.role !== 'viewer')
    const written = ['kept', 'part', 'inside'].flatMap((of) => (mayWrite(of) ? [] : [`cnry_${of}_text`]))
    const hidden = [...closed, ...written, ...(person.managesPart ? [] : ['cnry_part_c_'])]
    expect([name, hidden.filter((canary) => new RegExp(canary).test(text))]).toEqual([name, []])
    const answers = text
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as { item: number; status: string }] : []))
    const asking = answers.filter(({ item, status }) => item % 5 > 0 && status === 'success')
    const { snapshot } = await services.sync.readView(actorOf(person, person.role))
    const sent = new Map(snapshot.entries)
    for (const id of Object.keys(texts)) {
      const of = id.split('-')[1] ?? ''
      const { query: shown, modelFields } = (sent.get(`chart/${id}`) ?? {}) as Record<string, unknown>
      expect([name, id, JSON.stringify(shown).includes(`cnry_${of}_text`)]).toEqual([name, id, mayWrite(of)])
      expect([name, id, modelFields !== undefined]).toEqual([name, id, person.closed[of] !== 'none'])
      if (of === 'part' && modelFields !== undefined)
        expect([name, JSON.stringify(modelFields).includes('cnry_part_name_c')]).toEqual([name, person.managesPart])
    }
    if (person.closed['kept'] !== 'asks')
      expect([name, asking.filter(({ item }) => ids[Math.floor(item / 5)]?.startsWith('model-kept'))]).toEqual([
        name,
        [],
      ])
  }
}, 60_000)

describe('the number of a metric, by each way to follow it', () => {
  const named = (name: string, type: QuestionColumn['type']): QuestionColumn => ({
    ...{ join: null, name, type },
    databaseType: type === 'date' ? 'DATE' : 'VARCHAR',
  })
  const day = named('day', 'date')
  /** The data of each metric, as its question reads it. */
  const sources = {
    kept: { of: 'kept', table: { schema: null, name: 'tbl_kept' } },
    part: { of: 'part', table: { schema: null, name: 'tbl_part' } },
    inside: { of: 'inside', table: { schema: null, name: 'tbl_inside' } },
    modelled: { of: 'kept', table: { schema: null, name: 'Model', model: 'model-followed' } },
  } as const
  type Source = keyof typeof sources
  const largest = (of: Source): QuestionMeasure => ({
    ...{ id: 'm', fn: 'max', percentile: 50, show: 'value', label: 'Largest' },
    column: named(`cnry_${sources[of].of}_name_c`, 'text'),
  })
  const ways = (of: Source) => {
    const question: Question = {
      ...emptyQuestion,
      source: sources[of].table,
      groups: [{ id: 'g', column: day, grain: 'month', label: 'Month' }],
      // What is stored beside the metric counts for nothing.
      measures: [{ ...largest(of), fn: 'count', column: null, metric: `metric-${of}` }],
    }
    return waysToFollow({
      chartId: `of-metric-${of}`,
      query: { kind: 'builder', connectionId: 'local', question },
      mark: { column: 'Month', op: '=', value: '2025-02-01' },
      day,
      other: named(`cnry_${sources[of].of}_name_c`, 'text'),
    })
  }
  const names = Object.keys(sources) as Source[]
  const items = names.flatMap((of) => Object.entries(ways(of)).map(([way, item]) => ({ of, way, item })))

  /** Asks by all ways and returns the lines of the answer in their order. */
  async function answers(as: TestPerson, asked = items, cache?: RunItem['cache']) {
    const lines: { readonly status: string; readonly text: string }[] = []
    for (let from = 0; from < asked.length; from += 60) {
      const some = asked.slice(from, from + 60).map(({ item }) => (cache ? { ...item, cache } : item))
      const { text } = await ask('POST', '/api/chart/run-query', as, { runId: `follow${from}`, items: some })
      for (const line of text.split('\n').filter((one) => one.startsWith('{'))) {
        const { item, status } = JSON.parse(line) as { item: number; status: string }
        lines[from + item] = { status, text: line }
      }
    }
    return asked.map(({ of, way }, index) => ({ of, way, ...(lines[index] ?? { status: 'none', text: '' }) }))
  }
  const answered = (all: Awaited<ReturnType<typeof answers>>, of?: string) =>
    all.flatMap((one) => (one.status === 'success' && (of ?? one.of) === one.of ? [`${one.of}: ${one.way}`] : []))
  const telling = (all: Awaited<ReturnType<typeof answers>>, secret: RegExp) =>
    all.flatMap(({ of, way, text }) => (secret.test(text) ? [`${of}: ${way}`] : []))

  beforeAll(async () => {
    const fields = { folderId: null, description: '', order: 'a0' }
    const model = { id: 'model-followed', name: 'Model', ...fields, visual: defaultVisual, isModel: true }
    await change(mustBe('manager'), 'editor', 'createChart', { ...model, query: query('kept') })
    for (const of of names) {
      const question = { ...emptyQuestion, source: sources[of].table, measures: [largest(of)] }
      const defined = {
        query: { kind: 'builder', connectionId: 'local', question },
        time: { column: day, grain: 'month' },
      }
      const shown = { format: autoFormat, goodDirection: null }
      await change(mustBe('manager'), 'editor', 'createMetric', {
        ...{ id: `metric-${of}`, name: `Metric ${of}`, ...fields, ...defined, ...shown },
      })
      const chart = { id: `of-metric-${of}`, name: 'Of', ...fields, visual: defaultVisual }
      const { query: own } = ways(of)['the question itself'] ?? {}
      await change(mustBe('manager'), 'editor', 'createChart', { ...chart, query: own })
    }
    const closed = { id: 'metric-closed', name: 'cnry_closed_metric', ...fields, folderId: 'closed' }
    const ofOpen = { ...query('open'), question: { ...query('open').question, measures: [largest('kept')] } }
    await change(mustBe('manager'), 'editor', 'createMetric', {
      ...{ ...closed, query: ofOpen, time: null, format: autoFormat, goodDirection: null },
    })
    // Answers lie in the cache from here on.
    const all = await answers(mustBe('manager'))
    expect(telling(all, /cnry_\w+_[ac]_\d/)).toEqual(items.map(({ of, way }) => `${of}: ${way}`))
  }, 120_000)

  test.each(['editor', 'asks', 'reads', 'viewer', 'stranger'])('tells %s nothing that is not theirs', async (name) => {
    const person = mustBe(name)
    const all = await answers(person)
    for (const of of names) {
      const level = person.closed[sources[of].of] ?? (person.role === 'viewer' ? 'results' : 'asks')
      const own = items.flatMap((one) => (one.of === of ? [`${of}: ${one.way}`] : []))
      const allowed = level === 'asks' ? own : level === 'results' ? own.filter((one) => one.includes(': chart')) : []
      const isPart = of === 'part' && !person.managesPart
      // Without the restricted column, rows are rows still.
      if (!isPart) expect([name, answered(all, of)]).toEqual([name, allowed])
      if (isPart || level === 'none') expect(telling(all, new RegExp(`cnry_${sources[of].of}_c_\\d`))).toEqual([])
      const { query: asked } = ways(of)['the question itself'] ?? {}
      const periods = {
        before: { from: '2025-01-01', to: '2025-01-31' },
        now: { from: '2025-02-01', to: '2025-02-28' },
      }
      const why = { runId: `why-${of}`, query: asked, measure: 'm', time: day, group: 'Month', ...periods }
      const { text } = await ask('POST', '/api/chart/explain-change', person, why)
      if (!isPart) expect([of, text.includes('"status":"success"')]).toEqual([of, level === 'asks'])
      if (isPart || level !== 'asks') expect(text).not.toMatch(new RegExp(`cnry_${sources[of].of}_c_\\d`))
    }
    // One request each, so for those alone who may less than their role lets them.
    for (const { of, way, item } of ['reads', 'stranger'].includes(name) ? items : []) {
      if (sources[of].of !== 'kept' || answered(all).includes(`${of}: ${way}`)) continue
      const { status, text } = await ask('POST', '/api/exports', person, { exportId: 'follow', format: 'csv', item })
      expect([of, way, status >= 400, /cnry_\w+_[ac]_\d/.test(text)]).toEqual([of, way, true, false])
    }
    const { view } = await services.sync.readView(actorOf(person, person.role))
    for (const of of names) {
      const { nodes } = lineageOf(view, { kind: 'metric', id: metricIdSchema.parse(`metric-${of}`) })
      const data = nodes.flatMap((node) => (node.kind === 'source' ? [node.name] : []))
      expect([name, of, data]).toEqual([name, of, person.closed[sources[of].of] === 'none' ? [] : [sources[of].of]])
      const told = await ask('GET', `/api/history/metric/metric-${of}`, person)
      expect([told.status, /cnry_\w+_([ac]_\d|said|file|left)/.test(told.text)]).toEqual([200, false])
    }
  })

  test('is unknown to who does not see the folder of the metric, by its history and in all that is sent', async () => {
    for (const name of ['manager', 'editor', 'asks', 'reads', 'viewer', 'stranger']) {
      const person = mustBe(name)
      const { status } = await ask('GET', '/api/history/metric/metric-closed', person)
      const { snapshot } = await services.sync.readView(actorOf(person, person.role))
      const isSent = JSON.stringify(snapshot).includes('cnry_closed_metric')
      expect([name, status, isSent]).toEqual(name === 'manager' ? [name, 200, true] : [name, 404, false])
    }
  })

  test('tells nothing more once the right is taken away, though the answer lies in the cache', async () => {
    const asks = mustBe('asks')
    const ofKept = items.filter(({ of }) => sources[of].of === 'kept')
    const before = await answers(asks, ofKept)
    expect(answered(before)).toHaveLength(ofKept.length)
    const by = (name: string, args: object) => change(owner, 'owner', name, { id: 'kept', ...args })
    const to = { kind: 'person', userId: asks.id }
    const modes = [{ mode: 'only-cache' }, { mode: 'stale-while-revalidate' }] as const

    const columns = ['cnry_kept_name_c']
    await by('restrictColumns', { columns, isRestricted: true })
    for (const mode of modes) expect(telling(await answers(asks, ofKept, mode), /cnry_kept_c_\d/)).toEqual([])
    await by('restrictColumns', { columns, isRestricted: false })

    await by('revokeDataset', { to })
    for (const mode of modes) {
      const after = await answers(asks, ofKept, mode)
      expect([answered(after), telling(after, /cnry_kept_[ac]_\d/)]).toEqual([[], []])
    }
    await by('grantDataset', { to, level: 'results' })
    for (const mode of modes)
      expect(answered(await answers(asks, ofKept, mode)).filter((one) => !one.includes(': chart'))).toEqual([])
    await by('grantDataset', { to, level: 'builder' })
    expect(answered(await answers(asks, ofKept))).toEqual(answered(before))
  })
})

test('a restricted column is in no answer and no file under another name, by whoever the chart was made', async () => {
  const secret = /cnry_part_c_\d/
  const fields = { name: 'Renamed', folderId: null, description: '', order: 'a0', visual: defaultVisual }
  const charts: { readonly chartId: string }[] = []
  for (const [index, sql] of renamings(tableOf('part'), 'cnry_part_name_c').entries()) {
    charts.push({ chartId: `renamed-${index}` })
    await change(mustBe('manager'), 'editor', 'createChart', {
      id: `renamed-${index}`,
      ...fields,
      query: sqlQuery(sql),
    })
  }
  const answered = async (as: TestPerson) =>
    (await ask('POST', '/api/chart/run-query', as, { runId: 'renamed', items: charts })).text
      .split('\n')
      .flatMap((line) => (secret.test(line) ? [(JSON.parse(line) as { readonly item: number }).item] : []))
      .toSorted((a, b) => a - b)
  expect(await answered(mustBe('manager'))).toEqual(charts.map((_, index) => index))
  for (const name of ['asks', 'reads', 'viewer', 'stranger'])
    expect([name, await answered(mustBe(name))]).toEqual([name, []])
  for (const format of exportFormats) {
    expect(await exported(mustBe('manager'), format, { chartId: 'renamed-0' })).toMatch(secret)
    for (const name of ['asks', 'viewer'])
      expect(await exported(mustBe(name), format, { chartId: 'renamed-0' }), `${name} as ${format}`).not.toMatch(secret)
  }
}, 120_000)

test('a chart made in the builder over data that one may not see tells names of tables and columns, and no value', async () => {
  const column = { join: null, name: 'cnry_kept_name_c', type: 'text', databaseType: 'VARCHAR' }
  const grouped = { groups: [{ id: 'g', column, grain: null, label: '' }] }
  const built = { ...query('kept'), question: { ...query('kept').question, ...grouped } }
  const fields = { folderId: null, description: '', order: 'a0', visual: defaultVisual, name: 'Built' }
  await change(mustBe('manager'), 'editor', 'createChart', { id: 'built', ...fields, query: built })
  const stranger = mustBe('stranger')
  const { snapshot } = await services.sync.readView(actorOf(stranger, 'viewer'))
  const sent = JSON.stringify(new Map(snapshot.entries).get('chart/built'))
  expect(sent).toContain(tableOf('kept'))
  const run = { runId: 'built', items: [{ chartId: 'built' }] }
  expect((await ask('POST', '/api/chart/run-query', mustBe('manager'), run)).text).toContain('cnry_kept_c_3')
  const { text } = await ask('POST', '/api/chart/run-query', stranger, run)
  expect(sent + text).not.toMatch(/cnry_kept_(a_|c_|said|file|left)/)
})

function mustBe(name: string): Person {
  const person = people.get(name)
  if (person === undefined) throw new Error(`nobody is called ${name}`)
  return person
}
