import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { ColumnStyle } from '@tidemark/shared/charts/column-style'
import { plotInputOf, resultOf, visualOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { tableGallery } from '@tidemark/shared/charts/types/table/table-gallery'
import { tablePlot } from '@tidemark/shared/charts/types/table/table-plot'
import { testPageEnvironment } from '@testkit/pages/page-environment-fixture'
import { PageEnvironmentProvider } from '@/client/page/page-environment'
import { TableGrid } from './table-grid'

const render = (given: Parameters<typeof plotInputOf>[0]) =>
  renderToString(
    <PageEnvironmentProvider initial={testPageEnvironment}>
      <TableGrid plot={tablePlot(plotInputOf(given))} label="Rows" />
    </PageEnvironmentProvider>,
  )

test('the server sends a table with its links, signs, bars and small charts', () => {
  const html = render(tableGallery.find(({ name }) => name === 'table') ?? expect.fail())
  expect(
    [...html.matchAll(/role="columnheader"[^>]*>.*?<span class="truncate">([^<]*)/g)].map(([, name]) => name),
  ).toEqual(['shop', 'growth', 'revenue', 'orders', 'weeks', 'stock', 'open', 'visit', 'pictures'])
  expect(html).toContain('<a href="https://shops.example/1" target="_blank" rel="noopener noreferrer"')
  expect(html.match(/aria-label="down"/g)).toHaveLength(1)
  expect(html.match(/aria-label="up"/g)).toHaveLength(2)
  expect(html).toContain('−4%')
  expect(html).toContain('€41,021')
  expect(html.match(/role="img" aria-label="\[/g)).toHaveLength(5)
  // A list of one value is a dot.
  expect(html).toContain('d="M2.0,10.0h0"')
  expect(html).toContain('1:02:05')
  expect(html).not.toMatch(/NaN|Infinity/)
})

test('totals stand below the rows, and are counted with them', () => {
  const data = resultOf({ city: 'text', n: 'integer' }, [
    ['Rome', 1],
    ['Oslo', 1200],
  ])
  const html = render({ visual: visualOf('table', { tableTotals: true }), data })
  expect(html).toContain('aria-rowcount="4"')
  expect(html).toMatch(/aria-rowindex="4"[^>]*title="The totals add up[^"]*".*>Total<.*>1,201</)
  expect(render({ visual: visualOf('table', {}), data })).not.toContain('>Total<')
})

test('rows stand below groups that fold, with the totals of each', () => {
  const html = render(tableGallery.find(({ name }) => name === 'table-grouped') ?? expect.fail())
  const cells = [...html.matchAll(/role="(rowheader|gridcell)"( aria-expanded="true")?[^>]*>(.*?)<\/div>/g)]
  const lines = cells.map(([, role, isOpen, inside = '']) =>
    [...(role === 'rowheader' ? [isOpen ? 'open' : 'shut'] : []), inside.replace(/<[^>]*>/g, '')].join(' '),
  )
  const [italy, rome] = [lines.indexOf('open Italy'), lines.indexOf('Rome')]
  expect(lines.slice(italy, italy + 5)).toEqual(['open Italy', '', '330', '230', '560'])
  expect(lines.slice(rome - 1, rome + 4)).toEqual(['', 'Rome', '220', '150', '370'])
  expect(lines).toContain('open (empty)')
  expect(html).toContain('aria-label="Fold Italy"')
  expect(html).toContain('title="The totals of groups are of all their rows."')
  expect(html).toContain('aria-rowcount="9"')
  expect(html).toMatch(/>Total<.*>590<.*>420<.*>1,010</)
})

test('a column keeps the width that somebody chose, and others share the room', () => {
  const data = resultOf({ city: 'text', n: 'integer' }, [['Rome', 1]])
  const columnStyles: ColumnStyle[] = [{ column: 'n', widthPx: 310 }]
  expect(render({ visual: visualOf('table', { columnStyles }), data })).toMatch(/minmax\(\d+px, ?\d+fr\) 310px/)
})

test('the column of groups leaves room for names, and one with a long total for that', () => {
  const data = resultOf({ city: 'text', n: 'integer' }, [
    ['Rome', 5_000_000_000],
    ['Oslo', 5_000_000_000],
  ])
  const tracksOf = (given: Partial<ChartVisual>) =>
    /grid-template-columns:([^;"]*)/.exec(render({ visual: visualOf('table', given), data }))?.[1] ?? ''
  const columnStyles: ColumnStyle[] = [{ column: 'city', widthPx: 48 }]
  expect(tracksOf({ columnStyles })).toMatch(/^48px/)
  expect(tracksOf({ columnStyles, tableGroups: ['city'] })).toMatch(/^96px/)
  const widthOfN = (tableTotals: boolean) =>
    Number(/minmax\((\d+)px, ?\d+fr\) minmax\((\d+)px/.exec(tracksOf({ tableTotals }))?.[2])
  expect(widthOfN(true)).toBeGreaterThan(widthOfN(false))
})

test('sixty pinned columns are as wide as their numbers, and most of them scroll', () => {
  const names = Array.from({ length: 60 }, (_, index) => `column${index}`)
  const data = resultOf(Object.fromEntries(names.map((name) => [name, 'integer'])), [names.map(() => 123_456_789)])
  const columnStyles = names.map((column): ColumnStyle => ({ column, isPinned: true }))
  const html = render({ visual: visualOf('table', { columnStyles }), data })
  const sticking = html.match(/role="columnheader"[^>]*sticky!/g) ?? []
  expect(sticking.length).toBeGreaterThan(1)
  expect(sticking.length).toBeLessThan(6)
  expect(html).not.toContain('>###')
})

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  '//evil.example',
  'https://bank.example@evil.example/',
  'data:text/html,<script>alert(1)</script>',
])('no cell leads to %s', (address) => {
  const data = resultOf({ site: 'text', id: 'text' }, [[address, address]])
  const kinds = ['link', 'email', 'image'] as const
  for (const kind of kinds) {
    const columnStyles: ColumnStyle[] = [
      { column: 'site', kind },
      { column: 'id', kind: 'link', link: '{id}' },
    ]
    const html = render({ visual: visualOf('table', { columnStyles }), data })
    expect(html).not.toMatch(/<a |<img |href=|src=/)
    expect(html).not.toContain('<script')
  }
})
