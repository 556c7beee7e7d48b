import { emptyQuestion } from '@tidemark/shared/builder/question'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { dashboardSchema } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import { mutatorOf, type MutatorName } from '@tidemark/shared/sync/mutators'
import { beforeEach, expect, test, vi } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { setUpBrowser } from '@testkit/pages/tab-fixture'
import { imagesOf } from '@/client/images/images'
import type { SyncClient } from '@/client/sync/sync-client'
import { readDashboard, writeDashboard } from './dashboard-file'

setUpBrowser()
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
})

/** Opens a client of a workspace in memory; it notes the actions that its changes belong to. */
function clientOf(tx: MapEntryTx) {
  const actions = new Set<unknown>()
  const client = {
    views: { getState: () => ({ view: tx.view, isComplete: true }), subscribe: () => () => undefined },
    getActor: () => tx.actor,
    mutate: async (name: MutatorName, args: object, options: { readonly actionId: string }) => {
      actions.add(options.actionId)
      const mutator = mutatorOf(name)
      await mutator.run(tx, mutator.argsSchema.parse({ at: 1, actionId: options.actionId, ...args }))
    },
  } as unknown as SyncClient // The parts that are used.
  return { client, actions }
}

let databases = 0
const newDatabase = () => `tidemark:store:acme:person${(databases += 1)}`
const picture = new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1'))

async function workspaceWithBoard(databaseName: string) {
  const tx = new MapEntryTx()
  const made = clientOf(tx).client
  const imageId = await imagesOf(databaseName).add(new Blob([picture]))
  const step = { label: '', actionId: 'made' }
  const firstTab = { id: 't', name: 'First', order: 'a0' }
  const place = { x: 0, y: 0, w: 4, h: 4 }
  const board = { id: 'd', folderId: null, name: 'Sales', description: '', order: 'a0', firstTab }
  const query = { kind: 'sql', connectionId: 'local', sql: 'select 1' }
  const chart = { id: 'c', folderId: null, name: 'One', description: '', order: 'a0', query, visual: defaultVisual }
  const tile = (id: string, content: object) => ({ id, dashboardId: 'd', tabId: 't', content, place })
  const filter = { id: 'f', dashboardId: 'd', name: 'N', column: 'n', kind: 'number', default: null, order: 'a0' }
  // Arguments as they travel: ids are plain texts there.
  const changes = [
    ['createChart', chart],
    ['createDashboard', board],
    ['createTile', tile('x', { kind: 'chart', chartId: 'c', click: { kind: 'chart', chartId: 'c', parameters: {} } })],
    ['createTile', tile('y', { kind: 'image', imageId, description: 'Logo', fit: 'fill', link: null })],
    ['createFilter', { ...filter, scope: { kind: 'tiles', tileIds: ['x'] } }],
  ] as const
  for (const [name, args] of changes) await made.mutate(name, args as never, step)
  return { tx, client: made, imageId }
}

test('a dashboard that is written to a file and read in another workspace is the same, with ids of its own', async () => {
  const from = newDatabase()
  const { tx, client, imageId } = await workspaceWithBoard(from)
  const dashboard = dashboardSchema.parse(tx.view.get('dashboard/d'))
  const { text, missingCount } = await writeDashboard(client, from, dashboard)
  expect(missingCount).toBe(0)

  const to = newDatabase()
  const elsewhere = new MapEntryTx()
  const reader = clientOf(elsewhere)
  const first = await readDashboard(reader.client, to, text)
  expect(first.name).toBe('Sales')
  expect(first.id).not.toBe('d')
  expect(reader.actions.size).toBe(1)
  const { view } = elsewhere
  expect(getDashboard(view, first.id)).toMatchObject({ name: 'Sales', folderId: null })
  expect(listTabs(view, first.id).map(({ name }) => name)).toEqual(['First'])
  const [chart] = listCharts(view)
  expect(chart).toMatchObject({ name: 'One', query: { sql: 'select 1' } })
  const tiles = listTiles(view, first.id)
  expect(tiles.map(({ content }) => content)).toEqual(
    expect.arrayContaining([
      { kind: 'chart', chartId: chart?.id, click: { kind: 'chart', chartId: chart?.id, parameters: {} } },
      { kind: 'image', imageId, description: 'Logo', fit: 'fill', link: null },
    ]),
  )
  const chartTile = tiles.find(({ content }) => content.kind === 'chart')
  expect(listFilters(view, first.id)).toMatchObject([{ scope: { kind: 'tiles', tileIds: [chartTile?.id] } }])
  expect(await imagesOf(to).bytesOf(first.id, imageId)).toEqual(picture)
  expect((await readDashboard(reader.client, to, text)).name).toBe('Sales copy')
})

test('pictures that cannot be had are counted', async () => {
  const { tx, client } = await workspaceWithBoard(newDatabase())
  const dashboard = dashboardSchema.parse(tx.view.get('dashboard/d'))
  expect(await writeDashboard(client, newDatabase(), dashboard)).toMatchObject({ missingCount: 1 })
})

test('somebody who may not edit imports nothing, no picture either', async () => {
  const from = newDatabase()
  const { tx, client, imageId } = await workspaceWithBoard(from)
  const dashboard = dashboardSchema.parse(tx.view.get('dashboard/d'))
  const { text } = await writeDashboard(client, from, dashboard)
  const viewer = new MapEntryTx('bob', { role: 'viewer' })
  const to = newDatabase()
  await expect(readDashboard(clientOf(viewer).client, to, text)).rejects.toMatchObject({ code: 'forbidden' })
  expect(viewer.entries.size).toBe(0)
  expect(await imagesOf(to).bytesOf(dashboard.id, imageId)).toBeNull()
})

test('the models behind its charts come along, and are asked by their new ids', async () => {
  const { tx, client } = await workspaceWithBoard(newDatabase())
  const step = { label: '', actionId: 'made' }
  const query = (source: object) => ({ kind: 'builder', connectionId: 'local', question: { ...emptyQuestion, source } })
  const asked = (id: string, source: object) => ({
    id,
    folderId: null,
    name: id,
    description: '',
    order: 'a1',
    query: query(source),
    visual: defaultVisual,
    isModel: true,
    modelJoins: [{ id: 'j', column: 'a', other: { kind: 'model', id: 'deep' }, otherColumn: 'b' }],
  })
  const model = (id: string) => ({ schema: null, name: id, model: id })
  const modelFields = [{ name: 'a', type: 'text', databaseType: 'VARCHAR' }]
  const sql = { kind: 'sql', connectionId: 'local', sql: 'select a from orders' }
  const charts = [
    { ...asked('deep', {}), query: sql, modelFields },
    asked('top', model('deep')),
    asked('asks', model('top')),
  ]
  for (const chart of charts) await client.mutate('createChart', chart as never, step)
  const tile = { id: 'z', dashboardId: 'd', tabId: 't', place: { x: 0, y: 4, w: 4, h: 4 } }
  await client.mutate('createTile', { ...tile, content: { kind: 'chart', chartId: 'asks' } } as never, step)
  const dashboard = dashboardSchema.parse(tx.view.get('dashboard/d'))
  const { text } = await writeDashboard(client, newDatabase(), dashboard)

  const elsewhere = new MapEntryTx()
  await readDashboard(clientOf(elsewhere).client, newDatabase(), text)
  const read = new Map(listCharts(elsewhere.view).map((chart) => [chart.name, chart]))
  const [deep, top, asks] = ['deep', 'top', 'asks'].map((name) => read.get(name) ?? expect.fail(`${name} is missing`))
  const sourceOf = (chart: typeof deep) => (chart?.query.kind === 'builder' ? chart.query.question.source?.model : null)
  expect([sourceOf(asks), sourceOf(top), sourceOf(deep)]).toEqual([top?.id, deep?.id, null])
  expect(deep).toMatchObject({ query: sql, modelFields })
  expect(deep?.id).not.toBe('deep')
  expect(top?.modelJoins?.[0]?.other).toEqual({ kind: 'model', id: deep?.id })
})
