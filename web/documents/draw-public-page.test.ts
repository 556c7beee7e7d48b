import { beforeAll, describe, expect, it, test } from 'vitest'
import { localOwner } from '@tidemark/shared/access/actor'
import type { JsonObject } from '@tidemark/shared/base/json'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { ruledSql } from '@tidemark/shared/access/rules'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { RunResult } from '@tidemark/shared/query/run-query'
import type { PublicPageForm } from '@/server/documents/document-messages'
import { createEntryView } from '@/server/sync/entry-view'
import { runResult } from '@testkit/pages/run-result-fixture'
import { drawPublicPage } from './draw-public-page'
import { publicPageStyle } from './public-page-style'
import { readPublicPage } from './read-public-page'

const made = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const listed = { folderId: null, description: '', deletedAt: null, ...made }
const chart = (id: string, name: string, visual: JsonObject, sql = `select '${id}' from secret_table`) => ({
  ...listed,
  id,
  name,
  query: { kind: 'sql', connectionId: 'local', sql },
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
const filter = (id: string, name: string, kind: string, value: JsonObject | null) => ({
  ...made,
  id,
  dashboardId: 'board',
  name,
  column: id,
  kind,
  default: value,
  scope: { kind: 'all' },
  order: 'a0',
})
const entries: Readonly<Record<string, JsonObject>> = {
  'chart/air': {
    ...chart('air', 'Air', { type: 'line', x: 'month', y: ['co2'] }),
    description: 'Parts per million',
  },
  'chart/bars': chart('bars', 'Sales <b>by</b> city', { type: 'bar', x: 'city', y: ['sales'] }),
  'chart/broken': chart('broken', 'Refunds', { type: 'bar', x: 'city', y: ['sales'] }),
  'chart/rows': chart('rows', 'All sales', { type: 'table' }),
  'chart/unlinked': chart('unlinked', 'Salaries of everybody', { type: 'table' }),
  'dashboard/board': { ...listed, id: 'board', name: 'Shop', description: 'What we sell', order: 'a0' },
  'dashboard/other': { ...listed, id: 'other', name: 'Other board', order: 'a1' },
  'filter/board/city': filter('city', 'City', 'category', { kind: 'values', values: ['Oslo'] }),
  'filter/board/day': filter('day', 'Day', 'time', null),
  'filter/board/tenant': filter('tenant', 'Tenant', 'category', { kind: 'values', values: ['acme'] }),
  'tab/board/first': { ...made, id: 'first', dashboardId: 'board', name: 'Overview', order: 'a0' },
  'tab/board/second': { ...made, id: 'second', dashboardId: 'board', name: 'Rows', order: 'a1' },
  'tile/board/a': tile('a', 'first', { kind: 'chart', chartId: 'bars' }, { x: 0, y: 1, w: 6, h: 6 }),
  'tile/board/b': tile('b', 'first', { kind: 'chart', chartId: 'broken' }, { x: 6, y: 1, w: 6, h: 6 }),
  'tile/board/c': tile('c', 'first', { kind: 'text', text: '# Read **this**' }, { x: 0, y: 9, w: 12, h: 2 }),
  'tile/board/d': tile('d', 'first', { kind: 'chart', chartId: 'gone' }, { x: 0, y: 12, w: 4, h: 3 }),
  'tile/board/e': tile('e', 'second', { kind: 'chart', chartId: 'rows' }, { x: 0, y: 0, w: 12, h: 8 }),
}
const view = createEntryView(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
const now = Date.parse('2026-11-29T07:00:00Z')
const reader = { ...localOwner, kind: 'publicLink', role: 'viewer', userId: 'link-1' } as const
const form: PublicPageForm = {
  path: '/p/token',
  look: null,
  locale: 'en',
  choices: 'f.tenant=acme',
  tab: null,
  rows: {},
  fields: { 'f.city': 'open', 'f.tenant': 'hidden' },
  maxAgeMs: 60_000,
  signed: [],
}

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
  Array.from({ length: 60 }, (_, index) => [`City ${index + 1}`, index]),
)
const failure = {
  code: 'query-failed',
  message: 'The query failed.',
  detail: 'no column price in secret_table',
  retryable: false,
} as const

async function draw(more: Partial<PublicPageForm> = {}, error: ErrorBody = failure) {
  const page = { ...form, ...more }
  const read = readPublicPage(view, { target: { kind: 'dashboard', id: 'board' }, actor: reader, now }, page)
  const results = new Map(
    read.runs.map(({ key, item }) => [
      key,
      item.chartId === 'broken'
        ? answer(cities, { status: 'failed', error })
        : answer(item.chartId === 'rows' ? many : cities, { ignoredFilters: ['tenant', 'city'] }),
    ]),
  )
  const bytes = await drawPublicPage(read, { results, images: new Map() }, { page, timeZone: 'UTC', weekStart: 1, now })
  return { read, html: new TextDecoder().decode(bytes) }
}

test('a chart that its readers may not see is not shown, and says no more', async () => {
  const { html } = await draw({}, ruledSql('“Salaries”').toBody())
  expect(html).toContain('This chart is not shown here.')
  expect(html).not.toMatch(/Your role|own rows|Salaries|builder/)
})

describe('the page of a dashboard', () => {
  let html: string
  beforeAll(async () => {
    html = (await draw()).html
  })

  it('has its texts and each chart drawn twice, with what it shows in words', () => {
    expect(html).toContain('<h1>Shop</h1>')
    expect(html).toContain('What we sell')
    expect(html).toContain('Read <strong')
    const drawn = html.match(/<svg class="plot (?:wide|narrow)" role="img" aria-label="Sales [^"]*2 [^"]*"/g)
    expect(drawn).toEqual([expect.stringContaining('wide'), expect.stringContaining('narrow')])
  })

  it('has no scripts and loads nothing but its own font and pictures', () => {
    expect(html).not.toMatch(/<script|<link|javascript:| on[a-z]+="/i)
    expect(html.replace(/xmlns="[^"]*"/g, '').match(/https?:\/\/[^"'\s)]*/g)).toBeNull()
  })

  test.each(['secret_table', 'Salaries', 'Other board', 'select', 'ann', 'Tenant', 'acme', 'price'])(
    'tells nothing else of the workspace: no %s',
    (word) => {
      expect(html.slice(html.indexOf('<body>'))).not.toContain(word)
    },
  )

  it('escapes what people wrote', () => {
    expect(html).toContain('Sales &lt;b&gt;by&lt;/b&gt; city')
  })

  it('says in its place why a chart is not drawn, and no more', () => {
    expect(html).toContain('Refunds</h2><p class="message muted">This chart could not be drawn.</p>')
    expect(html).toContain('Missing chart')
  })

  it('offers the values of what is open, with its value chosen', () => {
    expect(html).toContain('<input type="checkbox" name="f.city" checked="" value="Oslo"/>')
    expect(html).toContain('<input type="checkbox" name="f.city" value="Rome"/>')
    expect(html.match(/name="f\.[^"]*"/g)).toEqual(['name="f.city"', 'name="f.city"', 'name="f.city"'])
  })
})

it('says which filters a chart does not take, except those that are hidden', async () => {
  const hidden = (await draw()).html
  expect(hidden).toContain('Not filtered by City.')
  const both = (await draw({ fields: { 'f.city': 'open' } })).html
  expect(both).toMatch(/Not filtered by (?:Tenant, City|City, Tenant)\./)
})

it('asks with the hidden and fixed values, also for what it offers', async () => {
  const { read } = await draw({ choices: 'f.tenant=acme&f.city=Rome', tab: null })
  for (const { key, item } of read.runs) {
    expect([key, JSON.stringify(item.filters)]).toEqual([key, expect.stringContaining('acme')])
    expect(item.cache).toEqual({ mode: 'max-age', maxAgeMs: 60_000 })
  }
  const options = read.runs.find(({ key }) => key.startsWith('options'))
  expect(JSON.stringify(options?.item.filters)).not.toContain('Rome')
})

it('shows fixed values and keeps open ones in its links', async () => {
  const { html } = await draw({
    choices: 'f.tenant=acme&f.city=Rome',
    fields: { 'f.tenant': 'fixed', 'f.city': 'open' },
  })
  expect(html).toContain('Tenant: <b>acme</b>')
  expect(html).toContain('href="?f.city=Rome&amp;tab=second"')
})

it('keeps theme and language in a frame, whose one script is our own', async () => {
  const { html } = await draw({ look: { theme: 'dark', locale: 'de' }, locale: 'de', path: '/embed/token' })
  expect(html).toContain('<html lang="de" style="color-scheme:dark">')
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="/embed/frame.js" defer="">'])
  expect(html).toContain('href="?theme=dark&amp;locale=de&amp;tab=second"')
  expect(html).toContain('<input type="hidden" name="theme" value="dark"/>')
  expect(html).toMatch(/<body class="embed" data-keys="Pfeiltasten/)
  expect(html).toContain('>Anwenden</button>')
  expect(html).toMatch(/<footer[^>]*>Stand: 29\. November 2026/)
  expect(html).toMatch(/Refunds<\/h2><p class="message muted">Dieses Diagramm konnte nicht/)
  expect(html).not.toMatch(/>(?:Filters|Tabs|All|Apply|Reset|Not filtered[^<]*|Missing[^<]*|As of[^<]*)</)
  const plain = (await draw({ look: { theme: 'system', locale: null }, path: '/embed/token' })).html
  expect(plain).not.toContain('theme=')
})

it.each<[string, Partial<PublicPageForm>]>([
  ['a filter that the page does not have', { choices: 'f.nobody=acme', signed: ['f.nobody'] }],
  ['a parameter that it does not have', { choices: 'p.tenant=acme', signed: ['p.tenant'] }],
  ['a value that does not fit', { choices: 'f.day=acme', signed: ['f.day'] }],
])('is not drawn under %s that was signed', async (_, page) => {
  await expect(draw(page)).rejects.toMatchObject({ code: 'signed-value-refused' })
  expect((await draw({ ...page, signed: ['f.tenant'], choices: `${page.choices}&f.tenant=acme` })).html).toContain(
    'Shop',
  )
})

it('shows the tab that is asked for, and its tables page by page', async () => {
  const first = (await draw({ tab: 'second' })).html
  expect(first).toContain('<a href="?tab=second" aria-current="page">Rows</a>')
  expect(first).toContain('<td>City 9')
  expect(first).not.toContain('<td>City 10')
  const last = (await draw({ tab: 'second', rows: { e: 99 } })).html
  expect(last).toContain('Rows 55 to 60 of 60')
  expect(last).not.toContain('<table data')
  const framed = (await draw({ tab: 'second', look: { theme: 'system', locale: 'de' }, locale: 'de' })).html
  expect(framed).toContain('<table data-columns="city\tsales">')
  expect(framed).toMatch(/Zeilen 1 bis 9 von 60<\/span><a [^>]*>Weiter</)
  expect(last).toContain('href="?tab=second&amp;rows.e=6"')
})

it('says of a chart by itself where the axis that is drawn starts, and its name and description once', async () => {
  const target = { kind: 'chart', id: 'air' } as const
  const read = readPublicPage(view, { target, actor: reader, now }, form)
  const air = answer(
    resultOf(
      { month: 'date', co2: 'number' },
      ['2020-01-01', '2020-02-01', '2020-03-01', '2020-04-01'].map((month, index) => [month, 348 + 21 * index]),
    ),
  )
  const results = new Map(read.runs.map(({ key }) => [key, air]))
  const answers = { results, images: new Map() }
  const html = new TextDecoder().decode(
    await drawPublicPage(read, answers, { page: form, timeZone: 'UTC', weekStart: 1, now }),
  )
  const body = html.slice(html.indexOf('<body>'))
  expect(body.match(/>(Air|Parts per million)</g)).toEqual(['>Air<', '>Parts per million<'])
  for (const width of ['wide', 'narrow']) {
    const svg = new RegExp(`<svg class="plot ${width}".*?</svg>`).exec(body)?.[0] ?? ''
    const ticks = Array.from(svg.matchAll(/>(\d{3})</g), ([, text]) => Number(text))
    const said = new RegExp(`class="notes small muted(?: ${width})?"><p>The axis starts at (\\d+),`).exec(body)?.[1]
    expect([width, Number(said)]).toEqual([width, Math.min(...ticks)])
  }
})

it('has the colours of the app', () => {
  for (const name of ['--color-text:', '--color-surface:', '--series-1:'])
    expect(publicPageStyle).toContain(`${name} light-dark(`)
})
