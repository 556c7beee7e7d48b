import type { Actor } from '@tidemark/shared/access/actor'
import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { copyOfChart, mayCopyChart } from '@tidemark/shared/charts/copy-chart'
import { copyOfDashboard, mayCopyDashboard, type DashboardCopy } from '@tidemark/shared/dashboards/copy-dashboard'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chartOf, connectionOf, folderOf } from '@testkit/store/store-fixtures'
import { createEntryView } from './entry-view'
import { mutationOf, openSyncTestBed, personOf, pushOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'

const secret = 'salary'
const owner = personOf('ann', { role: 'owner' })
const bob = personOf('bob')
const viewer = personOf('vic', { role: 'viewer' })
const onlyResults = [{ to: { kind: 'role', role: 'viewer' }, level: 'results' }] as const
const bobReads = [{ to: { kind: 'person', userId: 'bob' }, level: 'read' }] as const
const dashboardId = dashboardIdSchema.parse('d')

let bed: SyncTestBed
let lastMutation: number
beforeEach(async () => {
  bed = await openSyncTestBed()
  lastMutation = 0
  await write('connection/hr', connectionOf('hr', [...onlyResults]))
  await write('folder/hidden', { ...folderOf('hidden'), access: [] })
  await write('folder/read', { ...folderOf('read'), access: [...bobReads] })
  await write('chart/open', { ...chartOf('open'), query: sqlOn('local', 'select 1') })
  await write('chart/hidden', { ...chartOf('hidden', 'hidden', 'hidden'), query: sqlOn('local', 'select 1') })
  await write('chart/hr', { ...chartOf('hr'), query: sqlOn('hr', `select ${secret}`) })
  const firstTab = { id: 't', name: 't', order: 'a0' }
  await act('createDashboard', { id: 'd', folderId: null, name: 'Sales', description: '', order: 'a0', firstTab })
  for (const [index, chartId] of ['open', 'hidden', 'hr'].entries()) {
    const place = { x: 0, y: index * 3, w: 4, h: 3 }
    const content = { kind: 'chart', chartId }
    await act('createTile', { id: chartId, dashboardId: 'd', tabId: 't', content, place })
  }
})
afterEach(() => bed.dispose())

const write = (key: string, value: JsonObject) => bed.sync.transact(owner, (tx) => tx.set(key, value))
const act = (name: string, args: object) => bed.sync.mutate(owner, name, { at: 1, actionId: 'step', ...args })
const sqlOn = (connectionId: string, sql: string) => ({ kind: 'sql', connectionId, sql, parameters: [] }) as const
/** Returns the view in an actor's browser. */
const viewOf = async (actor: Actor) => createEntryView((await bed.sync.readView(actor)).snapshot.entries)
/** Pushes mutations made in a browser; returns the codes of the refused ones, in order. */
async function push(actor: Actor, made: readonly (readonly [name: string, args: object])[]) {
  const mutations = made.map(([name, args]) => mutationOf((lastMutation += 1), name, args as JsonValue))
  await bed.sync.push(actor, pushOf(mutations))
  return [...(await viewOf(actor)).scan('mutation-error/')].map(([, value]) =>
    isJsonObject(value) && isJsonObject(value['error']) ? value['error']['code'] : value,
  )
}
const stepsOf = ({ dashboard, moreTabs, tiles, filters }: DashboardCopy) => [
  ['createDashboard', dashboard] as const,
  ...moreTabs.map((tab) => ['createTab', tab] as const),
  ...tiles.map((tile) => ['createTile', tile] as const),
  ...filters.map((filter) => ['createFilter', filter] as const),
]
function mustBe<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is none')
  return value
}
const chartOfView = async (actor: Actor, id: string) => {
  const view = await viewOf(actor)
  return { view, chart: mustBe(getChart(view, chartIdSchema.parse(id))) }
}

test('an editor’s copy of a dashboard is taken whole, with the charts that they see', async () => {
  const view = await viewOf(bob)
  const original = mustBe(getDashboard(view, dashboardId))
  expect(mayCopyDashboard(bob, original, view)).toBe(true)
  const copy = mustBe(copyOfDashboard(view, original))
  expect(copy.leftOutCount).toBe(1)
  expect(await push(bob, stepsOf(copy))).toEqual([])
  const stored = listTiles(await viewOf(owner), copy.dashboard.id)
  expect(stored.map(({ content }) => content.kind === 'chart' && content.chartId)).toEqual(['open', 'hr'])
})

test('a copy that names a chart its maker does not see, or is made by who may not edit, is refused', async () => {
  const view = await viewOf(owner)
  const whole = mustBe(copyOfDashboard(view, mustBe(getDashboard(view, dashboardId))))
  expect(whole.leftOutCount).toBe(0)
  expect(await push(bob, stepsOf(whole))).toEqual(['not-found'])
  const another = mustBe(copyOfDashboard(view, mustBe(getDashboard(view, dashboardId))))
  expect(mayCopyDashboard(viewer, mustBe(getDashboard(view, dashboardId)), view)).toBe(false)
  await bed.sync.push(
    viewer,
    pushOf([mutationOf(1, 'createDashboard', another.dashboard, 'c2')], { clientGroupID: 'g2' }),
  )
  expect((await viewOf(owner)).get(`dashboard/${another.dashboard.id}`)).toBeUndefined()
})

test('what lies in a folder that somebody only reads is not copied into it', async () => {
  await act('updateDashboard', { id: 'd', folderId: 'read' })
  const view = await viewOf(bob)
  const original = mustBe(getDashboard(view, dashboardId))
  expect(mayCopyDashboard(bob, original, view)).toBe(false)
  const copy = mustBe(copyOfDashboard(view, original))
  expect(await push(bob, [['createDashboard', copy.dashboard]])).toEqual(['folder-forbidden'])
})

test('a chart is copied by who may ask what it asks, and by nobody else', async () => {
  const { view, chart } = await chartOfView(bob, 'open')
  expect(mayCopyChart(bob, chart, view)).toBe(true)
  const copy = copyOfChart(view, chart)
  expect(await push(bob, [['createChart', copy]])).toEqual([])
  expect((await chartOfView(owner, copy.id)).chart).toMatchObject({ name: 'open copy', query: chart.query })

  const ofHr = await chartOfView(bob, 'hr')
  expect(mayCopyChart(bob, ofHr.chart, ofHr.view)).toBe(false)
  const shown = copyOfChart(ofHr.view, ofHr.chart)
  // A forged copy that presents the placeholder as a real text and uses another connection.
  const forged = { ...shown, id: 'forged', query: { ...sqlOn('local', 'select 1'), withheld: true } }
  expect(
    await push(bob, [
      ['createChart', shown],
      ['createChart', forged],
    ]),
  ).toEqual(['forbidden', 'invalid-mutation'])
  expect(JSON.stringify([...(await viewOf(bob)).scan('')])).not.toContain(secret)
  const ofOwner = await chartOfView(owner, 'hr')
  expect(mayCopyChart(owner, ofOwner.chart, ofOwner.view)).toBe(true)
})
