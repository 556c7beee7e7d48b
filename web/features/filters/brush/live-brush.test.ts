import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { runResult } from '@testkit/pages/run-result-fixture'
import { localOwner } from '@tidemark/shared/access/actor'
import { emptyQuestion, type QuestionColumn } from '@tidemark/shared/builder/question'
import { chartIdSchema, chartSchema, type Chart } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { tileIdSchema, tileSchema, type Tile } from '@tidemark/shared/dashboards/dashboard'
import type { RunItem, RunResult } from '@tidemark/shared/query/run-query'
import { setChartHost } from '@/client/results/run-query-client'
import { LiveBrush } from './live-brush'

const column = (name: string, type: QuestionColumn['type']): QuestionColumn => ({
  join: null,
  name,
  type,
  databaseType: '',
})
const made = { createdAt: 1, createdBy: 'a', updatedAt: 1, updatedBy: 'a' }

function chartOf(id: string, by: string | null, fn: 'count' | 'median'): Chart {
  const groups = by === null ? [] : [{ id: by, column: column(by, 'integer'), grain: null, label: '' }]
  const of = fn === 'count' ? null : column('amount', 'number')
  const measure = { id: 'n', fn, column: of, percentile: 50, show: 'value', label: 'n' } as const
  const question = { ...emptyQuestion, source: { schema: null, name: 'sales' }, groups, measures: [measure] }
  const query = { kind: 'builder', connectionId: 'local', question }
  const named = { folderId: null, name: id, description: '', order: 'a0', deletedAt: null, ...made }
  return chartSchema.parse({ id: chartIdSchema.parse(id), ...named, query, visual: { ...defaultVisual } })
}

function tileOf(id: string, isLeftOut = false): Tile {
  const content = { kind: 'chart', chartId: id, ...(isLeftOut && { isLeftOut: true }) }
  return tileSchema.parse({ id, dashboardId: 'd', tabId: 't', content, place: { x: 0, y: 0, w: 1, h: 1 }, ...made })
}

const [days, total, middle, out] = ['days', 'total', 'middle', 'out'].map((id) => tileIdSchema.parse(id))
let asked: RunItem[]

beforeEach(() => {
  asked = []
  setChartHost(null)
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 0))
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const { items } = JSON.parse(typeof init.body === 'string' ? init.body : '') as {
      readonly items: readonly RunItem[]
    } // as it was sent
    asked.push(...items)
    const cube = runResult(
      resultOf({ day: 'integer', n: 'integer' }, [
        [1, 5],
        [2, 7],
        [3, 11],
      ]),
    )
    return Promise.resolve(new Response(items.map((_item, item) => `${JSON.stringify({ item, ...cube })}\n`).join('')))
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a range being drawn is followed from one answer, which the server is asked for once', async () => {
  if (days === undefined || total === undefined || middle === undefined || out === undefined)
    throw new Error('no tiles')
  const live = new LiveBrush({ view: () => new MapEntryTx().view, actor: localOwner })
  const whole = runResult(resultOf({ n: 'integer' }, [[23]]))
  const own = [{ column: 'place', op: '=', value: 'Rome' } as const]
  const register = (id: typeof days, chart: Chart, result: RunResult = whole) =>
    live.register(id, { chart, hasParameters: false, result, own })
  live.setChosen(new Map(), [tileOf('days'), tileOf('total'), tileOf('middle'), tileOf('out', true)])
  register(days, chartOf('days', 'day', 'count'))
  register(total, chartOf('total', null, 'count'))
  register(middle, chartOf('middle', null, 'median'))
  register(out, chartOf('out', null, 'count'))

  const range = (from: number, to: number) => [{ column: 'day', kind: 'range', from, to, isToIn: true } as const]
  const awaited: boolean[] = []
  live.subscribe(() => awaited.push(live.isPending(total)))
  live.preview(days, range(1, 2))
  await vi.waitFor(() => expect(live.answerOf(total)?.columns).toEqual([[12]]))
  expect(live.preview(days, range(2, 3))).toBe(true)
  await vi.waitFor(() => expect(live.answerOf(total)?.columns).toEqual([[18]]))
  expect([live.answerOf(days), live.answerOf(middle), live.answerOf(out)]).toEqual([undefined, undefined, undefined])
  expect(asked.map(({ filters, maxRows }) => [filters, maxRows])).toEqual([[own, 50_000]])
  expect([awaited[0], awaited.at(-1)]).toEqual([true, false])

  live.end()
  register(total, chartOf('total', null, 'count'))
  expect(live.answerOf(total)?.columns).toEqual([[18]])
  register(total, chartOf('total', null, 'count'), runResult(resultOf({ n: 'integer' }, [[18]])))
  expect(live.answerOf(total)).toBeUndefined()
})

test('tiles of the same rows are asked for together, and what stays the same is not drawn again', async () => {
  if (days === undefined || total === undefined || out === undefined) throw new Error('no tiles')
  const live = new LiveBrush({ view: () => new MapEntryTx().view, actor: localOwner })
  live.setChosen(new Map(), [tileOf('days'), tileOf('total'), tileOf('out')])
  const register = (id: typeof days, chart: Chart) =>
    live.register(id, { chart, hasParameters: false, result: runResult(resultOf({ n: 'integer' }, [[23]])), own: [] })
  register(days, chartOf('days', 'day', 'count'))
  register(total, chartOf('total', null, 'count'))
  register(out, chartOf('out', null, 'count'))
  const range = (from: number, to: number) => [{ column: 'day', kind: 'range', from, to, isToIn: true } as const]
  live.preview(days, range(1, 3))
  await vi.waitFor(() => expect([total, out].map((id) => live.answerOf(id)?.columns)).toEqual([[[23]], [[23]]]))
  expect(asked).toHaveLength(1)
  const before = live.answerOf(total)
  const drawn = vi.fn<() => void>()
  live.subscribe(drawn)
  live.preview(days, range(0, 4))
  await vi.waitFor(() => expect(drawn).toHaveBeenCalled())
  expect(live.answerOf(total)).toBe(before)
})

test('where nothing adds up, the server is asked at each step', async () => {
  if (days === undefined || middle === undefined) throw new Error('no tiles')
  const live = new LiveBrush({ view: () => new MapEntryTx().view, actor: localOwner })
  live.setChosen(new Map(), [tileOf('days'), tileOf('middle')])
  const result = runResult(resultOf({ n: 'integer' }, [[23]]))
  live.register(days, { chart: chartOf('days', 'day', 'count'), hasParameters: false, result, own: [] })
  live.register(middle, { chart: chartOf('middle', null, 'median'), hasParameters: false, result, own: [] })
  const range = [{ column: 'day', kind: 'range', from: 1, to: 2, isToIn: true } as const]
  live.preview(days, range)
  await vi.waitFor(() => expect(live.preview(days, range)).toBe(false))
  expect(asked).toEqual([])
})
