import { beforeEach, expect, test } from 'vitest'
import { localOwner } from '@tidemark/shared/access/actor'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { entriesOfDraft } from '@tidemark/shared/dashboard-drafts/draft-entries'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { cookieOf, type PageSnapshot } from '@tidemark/shared/sync/protocol'
import { ViewStore } from '@/client/sync/view-store'
import { chartEntry } from '@testkit/query/query-fixture'
import { DraftWorkspace } from './draft-workspace'

const tile = {
  ...{ name: 'one', reason: '', visual: defaultVisual, place: { x: 0, y: 0, w: 4, h: 4 } },
  query: { kind: 'builder' as const, connectionId: 'local', question: emptyQuestion },
}
const choices = { measure: null, measures: [], time: null, times: [] }

let base: ViewStore
let draft: DraftWorkspace
let id: DashboardId
beforeEach(() => {
  const entries: PageSnapshot['entries'] = [['chart/old', chartEntry('old', 'select 1')]]
  base = new ViewStore({ cookie: cookieOf(1, 1, 'a'), complete: true, entries })
  const made = entriesOfDraft({ title: 'Films', tiles: [tile, tile], filters: [], notes: [], ...choices }, 'ann', 1)
  id = made.dashboardId
  draft = new DraftWorkspace(base, made.entries, () => localOwner)
})

const name = () => getDashboard(draft.views.getState().view, id)?.name
const tiles = () => listTiles(draft.views.getState().view, id)

test('a draft is seen beside the workspace, which does not have it', () => {
  expect([name(), tiles().length]).toEqual(['Films', 2])
  expect(listCharts(draft.views.getState().view)).toHaveLength(3)
  expect([getDashboard(base.getState().view, id), listCharts(base.getState().view).length]).toEqual([undefined, 1])
})

test('it is changed by the usual mutators, and those who look are told', async () => {
  let told = 0
  draft.views.subscribe(() => (told += 1))
  const before = draft.views.getState()
  expect(draft.views.getState()).toBe(before)
  await draft.mutate('updateDashboard', { id, name: 'Pictures' }, { label: 'Rename dashboard' })
  expect([name(), told, draft.undoStack.getState().undoLabel]).toEqual(['Pictures', 1, 'Rename dashboard'])
  await expect(draft.mutate('updateDashboard', { id, name: '' })).rejects.toMatchObject({
    code: 'invalid-mutation',
  })
  expect(name()).toBe('Pictures')
})

test('steps are taken back and made again, several changes of one action at once', async () => {
  const [first, second] = tiles()
  if (first === undefined || second === undefined) throw new Error('no tiles')
  await draft.mutate('updateDashboard', { id, name: 'Pictures' })
  await Promise.all(
    [first, second].map((one) =>
      draft.mutate('deleteTile', { id: one.id, dashboardId: id }, { label: 'Remove', actionId: 'both' }),
    ),
  )
  expect(tiles()).toEqual([])
  await draft.undo()
  expect([tiles().length, name(), draft.undoStack.getState().redoLabel]).toEqual([2, 'Pictures', 'Remove'])
  await draft.redo()
  expect(tiles()).toEqual([])
  await draft.undoAction('both')
  await draft.undo()
  expect([tiles().length, name(), await draft.undo()]).toEqual([2, 'Films', null])
})
