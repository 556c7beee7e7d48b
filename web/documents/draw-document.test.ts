import { expect, it } from 'vitest'
import { localOwner } from '@tidemark/shared/access/actor'
import type { JsonObject } from '@tidemark/shared/base/json'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { documentQuerySchema } from '@tidemark/shared/documents/document'
import type { RunResult } from '@tidemark/shared/query/run-query'
import type { DocumentAnswers, DocumentTarget } from '@/server/documents/document-messages'
import { createEntryView } from '@/server/sync/entry-view'
import { pdfText } from '@testkit/documents/pdf-text'
import { runResult } from '@testkit/pages/run-result-fixture'
import { drawChapters, drawDocument, pdfPages } from './draw-document'
import { readDocument } from './read-document'

const made = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const listed = { folderId: null, description: '', deletedAt: null, ...made }
const chart = (id: string, name: string, visual: JsonObject) => ({
  ...listed,
  id,
  name,
  query: { kind: 'sql', connectionId: 'local', sql: `select '${id}'` },
  visual: { ...defaultVisual, ...visual },
  order: 'a0',
})
const tile = (id: string, tabId: string, content: JsonObject, place: JsonObject) => ({
  ...made,
  id,
  tabId,
  dashboardId: 'board',
  content,
  place,
})
const entries: Readonly<Record<string, JsonObject>> = {
  'chart/bars': chart('bars', 'Sales by city', { type: 'bar', x: 'city', y: ['sales'] }),
  'chart/broken': chart('broken', 'Refunds', { type: 'bar', x: 'city', y: ['sales'] }),
  'chart/rows': chart('rows', 'All sales', { type: 'table' }),
  'chart/wide': chart('wide', 'All columns', { type: 'table' }),
  'chart/months': {
    ...chart('months', 'Warming', { type: 'line', x: 'month', y: ['degrees'] }),
    description: '°C from the mean',
  },
  'chart/unset': chart('unset', 'Unset', { type: 'bar', x: null, y: ['sales'] }),
  'chart/figures': chart('figures', 'Figures', { type: 'table' }),
  'dashboard/board': { ...listed, id: 'board', name: 'Über \u{1F980}', description: 'What we sell', order: 'a0' },
  'filter/board/where': {
    ...made,
    id: 'where',
    dashboardId: 'board',
    name: 'City',
    column: 'city',
    kind: 'category',
    default: { kind: 'values', values: ['Oslo'] },
    scope: { kind: 'all' },
    order: 'a0',
  },
  'tab/board/first': { ...made, id: 'first', dashboardId: 'board', name: 'Overview', order: 'a0' },
  'tab/board/second': { ...made, id: 'second', dashboardId: 'board', name: 'Rows', order: 'a1' },
  'tile/board/a': tile('a', 'first', { kind: 'chart', chartId: 'bars' }, { x: 0, y: 1, w: 6, h: 6 }),
  'tile/board/b': tile('b', 'first', { kind: 'chart', chartId: 'broken' }, { x: 6, y: 1, w: 6, h: 6 }),
  'tile/board/c': tile(
    'c',
    'first',
    { kind: 'text', text: 'Read **this** [first](https://x.org)' },
    { x: 0, y: 9, w: 12, h: 2 },
  ),
  'tile/board/d': tile('d', 'first', { kind: 'chart', chartId: 'gone' }, { x: 0, y: 12, w: 4, h: 3 }),
  'tile/board/f': tile('f', 'first', { kind: 'chart', chartId: 'months' }, { x: 0, y: 20, w: 12, h: 6 }),
  'tile/board/g': tile('g', 'first', { kind: 'chart', chartId: 'months' }, { x: 0, y: 26, w: 4, h: 3 }),
  'tile/board/e': tile('e', 'second', { kind: 'chart', chartId: 'rows' }, { x: 0, y: 0, w: 12, h: 6 }),
}
const view = createEntryView(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
const at = { timeZone: 'Europe/Oslo', weekStart: 1, now: Date.parse('2026-11-29T07:00:00Z') }

function answer(data: ReturnType<typeof resultOf>, more: Partial<RunResult> = {}): RunResult {
  return runResult({
    ...data,
    fields: [...data.fields],
    columns: data.columns.map((values) => [...values]),
    asOf: '2026-11-29T06:30:00Z',
    ...more,
  })
}

const cities = resultOf({ city: 'text', sales: 'number' }, [
  ['Oslo', 3],
  ['Rome', 5],
])
const many = resultOf(
  { city: 'text', sales: 'number' },
  Array.from({ length: 100 }, (_, index) => [`City ${index + 1}`, index]),
)
const wide = Array.from({ length: 300 }, (_, index) => `n${index}`)
const resultsByChart: Readonly<Record<string, RunResult>> = {
  bars: answer(cities),
  broken: answer(resultOf({}, []), { status: 'failed', error: { code: 'query-failed', message: 'The query failed.' } }),
  months: answer(
    resultOf({ month: 'date', degrees: 'number' }, [
      ...['2020-01-01', '2020-02-01', '2020-03-01', '2020-04-01'].map((month, index) => [month, 342 + index]),
      ...['2020-11-01', '2020-12-01', '2021-01-01'].map((month, index) => [month, 347 + index]),
    ]),
  ),
  figures: answer(
    resultOf(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`figure ${index}`, 'number'])), [
      Array.from({ length: 40 }, () => 123_456),
    ]),
  ),
  unset: answer(cities),
  rows: answer(many, { ignoredFilters: ['city'] }),
  wide: answer(resultOf(Object.fromEntries(wide.map((name) => [name, 'integer'] as const)), [wide.map(() => 1)])),
}

function readOf(target: DocumentTarget, asked: Readonly<Record<string, string>> = {}) {
  const query = documentQuerySchema.parse({ format: 'pdf', ...asked })
  const read = readDocument(view, { target, entries: [], actor: localOwner, query, now: at.now })
  const results = new Map<string, RunResult>()
  for (const { id, content } of read.chapters.flatMap(({ tiles }) => tiles)) {
    const run = read.asked.get(id)?.run ?? null
    const result = content.kind === 'chart' ? resultsByChart[content.chartId] : undefined
    if (run !== null && result !== undefined) results.set(run.key, result)
  }
  const answers: DocumentAnswers = { results, images: new Map() }
  return { query, read, answers }
}

it('is filtered by all values of a filter that has several', () => {
  const query = documentQuerySchema.parse({ format: 'pdf', 'f.where': ['Rome', 'Bergen'] })
  const target = { kind: 'dashboard', id: 'board' } as const
  const { chapters, asked } = readDocument(view, { target, entries: [], actor: localOwner, query, now: at.now })
  expect(chapters[0]?.filters).toEqual(['City: Rome, Bergen'])
  expect(JSON.stringify(asked.values().next().value?.run?.item.filters)).toMatch(/Rome.*Bergen/)
})

async function textsOf(target: DocumentTarget, asked: Readonly<Record<string, string>> = {}) {
  const { query, read, answers } = readOf(target, asked)
  const { pages, size } = await pdfPages(await drawChapters(read, answers, { query, ...at }), query)
  const texts = pages.map(({ svg }) => Array.from(svg.matchAll(/>([^<]+)</g), ([, text = '']) => text))
  return { texts, size, chapters: pages.map(({ chapter }) => chapter) }
}

const board: DocumentTarget = { kind: 'dashboard', id: 'board' }

it('a dashboard that somebody looks at as another says so in its head and on each page', async () => {
  const { query, read, answers } = readOf(board)
  const { pages } = await pdfPages(await drawChapters(read, answers, { query, seenAs: 'Ann', ...at }), query)
  expect(pages.filter(({ svg }) => !svg.includes('As Ann sees it. As of')).length).toBe(0)
})

it('a dashboard tells on paper its name, filters in force, age, and what a tile could not show', async () => {
  const { texts } = await textsOf(board)
  const [first = []] = texts
  const foot = 'As of November 29, 2026 at 7:30 AM, Europe/Oslo. Letters that no font here has are written as ?'
  expect(first.slice(0, 5)).toEqual(['Über ?', 'Overview', 'What we sell', 'Filtered by City: Oslo', foot])
  expect(first).toEqual(
    expect.arrayContaining(['Sales by city', 'Oslo', 'Rome', 'Refunds', 'The query failed.', 'Read', 'this', 'first']),
  )
  expect(texts.flat()).toEqual(
    expect.arrayContaining(['Missing chart', 'The chart was deleted, or you may not see it.']),
  )
  expect(first.at(-1)).toBe(`Page 1 of ${texts.length}`)
})

it('each tab is a chapter, and a long table goes on over pages with its head and all of its rows', async () => {
  const { texts, chapters } = await textsOf(board)
  expect(chapters.filter((chapter) => chapter !== null)).toEqual(['Overview', 'Rows'])
  const pages = texts.slice(chapters.indexOf('Rows'))
  const rows = pages.flat().filter((text) => /^City \d+$/.test(text))
  expect(rows).toEqual(Array.from({ length: 100 }, (_, index) => `City ${index + 1}`))
  for (const page of pages) expect(page).toEqual(expect.arrayContaining(['city', 'sales']))
  expect(pages.at(-1)).toContain('Not filtered by City.')
})

it('a table of very many columns says how many are left out', async () => {
  const { texts } = await textsOf({ kind: 'chart', id: 'wide' })
  expect(texts.flat()).toEqual(expect.arrayContaining(['n0', 'n59', '240 more columns are left out.']))
  expect(texts.flat()).not.toContain('n60')
})

it('the filters of the address count, and the paper is as asked', async () => {
  const { texts, size } = await textsOf(board, { paper: 'letter', orientation: 'portrait', locale: 'de' })
  expect(size).toEqual({ width: 612, height: 792 })
  expect(texts[0]).toContainEqual(expect.stringContaining('29. November 2026 um 07:30'))
})

it('a tile by itself is its chart with the filters of the dashboard; one that is not there is not found', async () => {
  const { texts } = await textsOf(board, { tile: 'e' })
  expect(texts[0]?.slice(0, 2)).toEqual(['All sales', 'Filtered by City: Oslo'])
  expect(texts.flat()).not.toContain('Sales by city')
  await expect(textsOf(board, { tile: 'c' })).rejects.toMatchObject({ code: 'not-found' })
})

it('a chart tells its description and facts of its rows, but no advice for who may change it', async () => {
  const { texts } = await textsOf(board)
  const all = texts.flat()
  expect(all.filter((text) => text === '°C from the mean').length).toBe(2)
  expect(all).toContain('The line is drawn across 6 months without rows.')
  // A small tile has its notes below it.
  const note = 'Warming: The line is drawn across 6 months without rows.'
  expect(texts.filter((page) => page.includes(note)).map((page) => page.includes('Warming'))).toEqual([true])
  expect(all.join(' ')).not.toContain('Missing values')
  const { texts: unset } = await textsOf({ kind: 'chart', id: 'unset' })
  expect(unset.flat()).toContain('This chart cannot be drawn from its data.')
  expect(unset.flat().join(' ')).not.toContain('Choose')
})

it('a chart by itself has its name and description once, in the head', async () => {
  const { texts } = await textsOf({ kind: 'chart', id: 'months' })
  expect(texts.flat().filter((text) => ['Warming', '°C from the mean'].includes(text))).toEqual([
    'Warming',
    '°C from the mean',
  ])
})

it('the picture of a table by itself is as wide as its columns and no higher than its rows', async () => {
  const { query, read, answers } = readOf({ kind: 'chart', id: 'figures' }, { format: 'png' })
  const png = Buffer.from(await drawDocument(read, answers, { query, ...at }))
  expect(png.readUInt32BE(16)).toBeGreaterThan(1328 * Number(query.scale))
  expect(png.readUInt32BE(20)).toBeLessThan(300 * Number(query.scale))
})

it('a PDF has real text in Inter and an outline; a PNG has the pixels of its scale', async () => {
  const target: DocumentTarget = { kind: 'chart', id: 'bars' }
  const { query, read, answers } = readOf(target)
  const pdf = await drawDocument(read, answers, { query, ...at })
  for (const text of ['Sales by city', 'Oslo', 'Rome', 'Page 1 of 1']) expect(pdfText(pdf)).toContain(text)
  const source = Buffer.from(pdf).toString('latin1')
  expect(source).toMatch(/\/Outlines/)
  expect(source).toMatch(/\/FontName \/[A-Z]+\+Inter/)
  const widths = await Promise.all(
    ['1', '2'].map(async (scale) => {
      const picture = readOf(target, { format: 'png', scale })
      const png = Buffer.from(await drawDocument(picture.read, picture.answers, { query: picture.query, ...at }))
      return png.readUInt32BE(16)
    }),
  )
  expect(widths).toEqual([1328, 2656])
})
