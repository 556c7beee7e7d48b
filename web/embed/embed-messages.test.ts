import { expect, test } from 'vitest'
import {
  addSettings,
  cutTexts,
  parseFromFrame,
  parseToFrame,
  toWire,
  type FromFrame,
  type ToFrame,
} from './embed-messages'

const fromFrame: readonly FromFrame[] = [
  {
    kind: 'loaded',
    title: 'Sales',
    heightPx: 812.5,
    fields: [{ name: 'f.region', label: 'Region', values: ['North', 'South'] }],
  },
  { kind: 'resize', heightPx: 0 },
  { kind: 'mark-clicked', chart: 'By month', label: 'May', series: null, values: [{ label: 'Sales', text: '€ 12' }] },
  { kind: 'error', code: 'expired', message: 'This link has expired' },
  { kind: 'token-expired', search: '?f.region=North&tab=t' },
]
const toFrame: readonly ToFrame[] = [
  { kind: 'hello' },
  { kind: 'set', theme: 'dark' },
  { kind: 'set', locale: 'de', parameters: { 'f.region': ['North'], 'p.year': 2026, 'p.none': null } },
]

test('each message arrives as it was sent', () => {
  for (const message of fromFrame) expect(parseFromFrame(structuredClone(toWire(message)))).toEqual(message)
  for (const message of toFrame) expect(parseToFrame(structuredClone(toWire(message)))).toEqual(message)
})

test.each([
  null,
  'tidemark-embed',
  [],
  { kind: 'hello' },
  { 'tidemark-embed': null },
  { 'tidemark-embed': 'hello' },
  toWire({ kind: 'resize', heightPx: Number.NaN }),
  toWire({ kind: 'resize', heightPx: -1 }),
  { 'tidemark-embed': { kind: 'resize', heightPx: '12' } },
  { 'tidemark-embed': { kind: 'loaded', title: '', heightPx: 1, fields: [{ name: 'f.a', label: 'A', values: [1] }] } },
  { 'tidemark-embed': { kind: 'loaded', title: '', heightPx: 1, fields: {} } },
  { 'tidemark-embed': { kind: 'mark-clicked', chart: 'A', label: 'B', values: [] } },
  { 'tidemark-embed': { kind: 'error', code: 'x'.repeat(10_001), message: '' } },
  { 'tidemark-embed': { kind: 'set', theme: 'red' } },
  { 'tidemark-embed': { kind: 'set', parameters: { tab: 'x' } } },
  { 'tidemark-embed': { kind: 'set', parameters: { 'p.a': { toString: 'x' } } } },
  { 'tidemark-embed': { kind: 'set', parameters: 'p.a=1' } },
  { 'tidemark-embed': { kind: 'eval', code: '1' } },
])('what other scripts send is no message: %j', (data) => {
  expect(parseFromFrame(data)).toBeNull()
  expect(parseToFrame(data)).toBeNull()
})

test('a page of any height arrives, as high as a frame may be', () => {
  const heightPx = 250_000
  const loaded = toWire({ kind: 'loaded', title: 'Sales', heightPx, fields: [] })
  expect(parseFromFrame(loaded)).toMatchObject({ title: 'Sales', heightPx: 100_000 })
  expect(parseFromFrame(toWire({ kind: 'resize', heightPx }))).toEqual({ kind: 'resize', heightPx: 100_000 })
})

test('a mark with long texts arrives with the beginnings of them', () => {
  const long = 'x'.repeat(10_001)
  const values = [
    { label: long, text: long },
    { label: 'Sales', text: '€ 12' },
  ]
  const mark = cutTexts({ chart: long, label: long, series: long, values })
  const cut = 'x'.repeat(10_000)
  expect(parseFromFrame(toWire({ kind: 'mark-clicked', ...mark }))).toEqual({
    ...{ kind: 'mark-clicked', chart: cut, label: cut, series: cut },
    values: [{ label: cut, text: cut }, values[1]],
  })
  expect(cutTexts({ ...mark, series: null }).series).toBeNull()
})

test('a setting replaces the values of its field, its ends too, and begins tables with their first rows', () => {
  const query = new URLSearchParams('tab=t&f.a=1&f.a=2&f.d.from=2026-01-01&f.d.to=&f.ab=9&rows.x=4&jwt=j')
  addSettings(query, { theme: 'dark', locale: 'de', parameters: { 'f.a': ['3', 4], 'f.d': 'last-week', 'p.b': null } })
  expect(query.toString()).toBe('tab=t&f.ab=9&jwt=j&theme=dark&locale=de&f.a=3&f.a=4&f.d=last-week')
})
