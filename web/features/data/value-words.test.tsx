import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { testWords } from '@tidemark/shared/builder/test-words'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import type { Plot } from '@tidemark/shared/charts/plot/plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import type { CellValue, FieldType } from '@tidemark/shared/query/field'
import { valueText } from '@tidemark/shared/query/value-words'
import { testPageEnvironment } from '@testkit/pages/page-environment-fixture'
import { PageEnvironmentProvider } from '@/client/page/page-environment'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { localOwner } from '@tidemark/shared/access/actor'
import { cookieOf } from '@tidemark/shared/sync/protocol'
import { SyncClient } from '@/client/sync/sync-client'
import { SyncClientContext } from '@/client/workspace/workspace-client'
import { DatasetColumns } from './dataset/dataset-columns'
import { ChoiceList } from '@/features/filters/choice-list'
import { filterValueText } from '@/features/filters/filter-value-text'
import { ResultGrid } from '@/features/result-grid/result-grid'
import { describeMark, rowsOfMark } from '../charts/active-mark'
import { PlotDrawing } from '../charts/plot-drawing'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'

await loadAllPlots()

/** Missing values, and texts that read like the words for them. */
const values = ['Rome', '', ' ', '(empty)', '(empty text)', null] as const
const words = ['Rome', '(empty text)', '(spaces)', '“(empty)”', '“(empty text)”', '(empty)']
const data = resultOf(
  { place: 'text', kind: 'text', n: 'integer', m: 'integer' },
  values.map((value, row) => ['all', value, 10 - row, row]),
)
const byKind = resultOf(
  { kind: 'text', n: 'integer' },
  values.map((value, row) => [value, 10 - row]),
)

const inLegend = (plot: Plot) => plot.legend.map(({ label }) => label)

const places: readonly (readonly [string, () => readonly string[]])[] = [
  ['the axis of bars', () => drawn({ type: 'bar', x: 'kind', y: ['n'] }, byKind).slots.map(({ label }) => label)],
  [
    'the labels in the picture of rows',
    () => {
      const plot = drawn({ type: 'row', x: 'kind', y: ['n'] }, byKind)
      const html = textIn(<PlotDrawing plot={plot} label="Rows" />)
      return words.filter((word) => html.includes(`>${word}<`))
    },
  ],
  [
    'the tooltip and screen readers',
    () => {
      const plot = drawn({ type: 'bar', x: 'kind', y: ['n'] }, byKind)
      return plot.slots.map((_, index) => describeMark(plot, index, 'en')?.title ?? '')
    },
  ],
  [
    'rows behind a mark, and its menu',
    () => {
      const plot = drawn({ type: 'bar', x: 'kind', y: ['n'] }, byKind)
      return plot.slots.map((_, index) => rowsOfMark(plot, index, null)?.label ?? '')
    },
  ],
  ['the legend of stacks', () => inLegend(plotted({ type: 'bar', x: 'place', y: ['n'], color: 'kind' }))],
  ['the legend of dots', () => inLegend(plotted({ type: 'scatter', x: 'n', y: ['m'], color: 'kind' }))],
  [
    'the slices of a pie',
    () => {
      const plot = plotted({ type: 'pie', x: 'kind', y: ['n'] }, byKind)
      return plot.kind === 'pie' ? plot.slices.map(({ label }) => label) : []
    },
  ],
  ['the chip of a filter', () => values.map((value) => filterValueText({ kind: 'values', values: [value] }, 'en'))],
  ['the choices of a filter', () => choiceNames(values)],
  ['the table of rows', () => cellNames('text', values)],
]

test.each(places)('%s has the same words', (_, read) => {
  expect(read().toSorted()).toEqual(words.toSorted())
})

test('what is true and what is not have one word each', () => {
  const answer = resultOf({ open: 'boolean', n: 'integer', m: 'integer' }, [
    [true, 2, 1],
    [false, 1, 2],
  ])
  expect(
    [
      drawn({ type: 'bar', x: 'open', y: ['n'] }, answer).slots.map(({ label }) => label),
      inLegend(plotted({ type: 'bar', x: 'm', y: ['n'], color: 'open' }, answer)),
      inLegend(plotted({ type: 'scatter', x: 'n', y: ['m'], color: 'open' }, answer)),
      choiceNames(['true', 'false']),
      cellNames('boolean', [true, false]),
    ].map((names) => names.toSorted()),
  ).toEqual(Array.from({ length: 5 }, () => ['false', 'true']))
})

test('a binary value without bytes is no empty text', () => {
  const answer = resultOf({ hash: 'binary', n: 'integer' }, [
    ['', 2],
    ['AA==', 1],
  ])
  expect(drawn({ type: 'bar', x: 'hash', y: ['n'] }, answer).slots.map(({ label }) => label)).toEqual([
    '(no bytes)',
    'AA==',
  ])
  expect(cellNames('binary', ['', 'AA==', null])).toEqual(['(no bytes)', 'AA==', '(empty)'])
  expect(choiceNames(['', 'AA==', null], 'binary')).toEqual(['(no bytes)', 'AA==', '(empty)'])
})

// They have no null: that is a test of its own, and a count.
test('the builder and the page of data have the same words for texts', () => {
  const texts = values.filter((value) => value !== null)
  const ofTexts = texts.map((text) => valueText(text))
  expect(texts.map((text) => testWords({ op: 'is', values: [text] }, 'text'))).toEqual(
    ofTexts.map((word) => `is ${word}`),
  )
  const column = { name: 'kind', type: 'text', databaseType: 'VARCHAR', nullCount: 0, sample: texts } as const
  const dataset = datasetOf('kinds', { columns: [{ ...column, sample: [...texts] }], rowCount: 5 })
  const page = { cookie: cookieOf(1, 1, 'a'), complete: true, entries: [] }
  const client = new SyncClient({ actor: localOwner, databaseName: 'tidemark:test:local:local', page })
  const samples = namesIn(
    <SyncClientContext value={client}>
      <DatasetColumns dataset={dataset} mayOpen={false} mayReadAs={false} />
    </SyncClientContext>,
    /<span dir="auto"[^>]*font-mono[^>]*>(.*?)<\/span>/g,
  )
  expect(samples).toEqual(ofTexts)
})

test('what is missing never has the colour or the conditions of a text that reads like it', () => {
  const { series } = drawn({ type: 'bar', x: 'place', y: ['n'], color: 'kind' })
  expect(new Set(series.map(({ color }) => color)).size).toBe(values.length)
  expect(series.find(({ label }) => label === '(empty)')?.color).toBe('var(--series-empty)')
  expect(new Set(series.map(({ conditions }) => JSON.stringify(conditions))).size).toBe(values.length)
})

test('no other file has such words of its own', () => {
  const own = /['"`>](\((empty|empty text|blank|null|none|spaces|no bytes)\)|No value|Empty text)['"`<]|>null</
  const roots = ['shared/src', 'web/app', 'web/client', 'web/features', 'web/ui', 'web/server']
  const files = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => join(root, name)),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => own.test(readFileSync(file, 'utf8')))).toEqual(['shared/src/query/value-words.ts'])
})

function choiceNames(offered: readonly (string | null)[], type?: FieldType): readonly string[] {
  const list = (
    <ChoiceList
      label="Kind"
      offered={{ kind: 'ready', choices: offered.map((value) => ({ value, rows: 1 })), isWhole: true, type }}
      search=""
      values={[]}
      most={10}
      maxLength={100}
      onSearch={() => {}}
      onChange={() => {}}
    />
  )
  return namesIn(list, /<span class="truncate[^"]*"[^>]*>(.*?)<\/span>/g)
}

function cellNames(type: FieldType, cells: readonly CellValue[]): readonly string[] {
  const data = resultOf(
    { kind: type },
    cells.map((cell) => [cell]),
  )
  return namesIn(<ResultGrid data={data} label="Rows" />, /role="gridcell"[^>]*>(?:<span[^>]*>)?(.*?)</g)
}

function plotted(visual: Partial<ChartVisual>, of = data): Plot {
  return plotOf({
    visual: { ...defaultVisual, ...visual },
    data: of,
    widthPx: 900,
    heightPx: 400,
    locale: 'en',
    timeZone: 'UTC',
    weekStart: 1,
    now: 0,
  })
}

function drawn(visual: Partial<ChartVisual>, of = data) {
  const plot = plotted(visual, of)
  if (plot.kind !== 'cartesian') throw new Error(`a ${plot.kind} plot: ${plot.summary}`)
  return plot
}

function namesIn(element: ReactElement, pattern: RegExp): readonly string[] {
  return [...textIn(element).matchAll(pattern)].map(([, name = '']) => name)
}

function textIn(element: ReactElement): string {
  const environment = { ...testPageEnvironment, locale: 'en' }
  return renderToString(<PageEnvironmentProvider initial={environment}>{element}</PageEnvironmentProvider>)
}
