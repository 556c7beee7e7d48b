import type { JsonObject } from '@tidemark/shared/base/json'
import { chartPrefix } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { beforeEach, expect, test } from 'vitest'
import { OverwrittenTexts, type OverwrittenText } from './overwritten-texts'

const tileKey = 'tile/board/note'
const chartKey = `${chartPrefix}sales`
const authorship = { createdAt: 1, createdBy: 'ann', updatedAt: 1 }
const note = (text: string, updatedBy = 'ann'): JsonObject => ({
  id: 'note',
  dashboardId: 'board',
  tabId: 'tab',
  content: { kind: 'text', text },
  place: { x: 0, y: 0, w: 4, h: 3 },
  ...authorship,
  updatedBy,
})
const chart = (sql: string, updatedBy = 'ann', name = 'Sales'): JsonObject => ({
  id: 'sales',
  folderId: null,
  name,
  description: '',
  query: { kind: 'sql', connectionId: 'local', sql },
  visual: { ...defaultVisual },
  order: 'a0',
  deletedAt: null,
  ...authorship,
  updatedBy,
})

let now: number
let heard: OverwrittenText[]
let texts: OverwrittenTexts
beforeEach(() => {
  now = 1_000_000
  heard = []
  texts = new OverwrittenTexts(() => now)
  texts.subscribe((overwritten) => heard.push(overwritten))
})
const change = (key: string, newValue: JsonObject) => texts.changed([{ op: 'change', key, newValue }], 'ann')

test('another’s note over mine is told once, with who and what was mine', () => {
  texts.wrote({ key: tileKey, before: note('old'), after: note('mine') })
  change(tileKey, note('mine'))
  expect(heard).toEqual([])
  change(tileKey, note('theirs', 'bob'))
  change(tileKey, note('theirs again', 'bob'))
  expect(heard).toEqual([{ key: tileKey, by: 'bob', mine: 'mine' }])
})

test('another’s SQL over mine is told, another’s new name of the chart is not', () => {
  texts.wrote({ key: chartKey, before: chart('SELECT 1'), after: chart('SELECT 2') })
  change(chartKey, chart('SELECT 2', 'bob', 'Renamed'))
  expect(heard).toEqual([])
  change(chartKey, chart('SELECT 3', 'bob', 'Renamed'))
  expect(heard).toEqual([{ key: chartKey, by: 'bob', mine: 'SELECT 2' }])
})

test('my own next text, here or in another tab, is no loss', () => {
  texts.wrote({ key: tileKey, before: note('old'), after: note('mine') })
  texts.wrote({ key: tileKey, before: note('mine'), after: note('mine, better') })
  change(tileKey, note('mine, better'))
  change(tileKey, note('from my other tab'))
  expect(heard).toEqual([])
})

test('what somebody writes a quarter of an hour later was written in sight of mine', () => {
  texts.wrote({ key: tileKey, before: note('old'), after: note('mine') })
  now += 15 * 60_000
  change(tileKey, note('theirs', 'bob'))
  expect(heard).toEqual([])
})

test('texts that I did not write are other people’s affair', () => {
  texts.wrote({ key: tileKey, before: note('same'), after: note('same') })
  change(tileKey, note('theirs', 'bob'))
  texts.wrote({ key: tileKey, before: note('theirs'), after: undefined })
  change(tileKey, note('back again', 'bob'))
  expect(heard).toEqual([])
})
