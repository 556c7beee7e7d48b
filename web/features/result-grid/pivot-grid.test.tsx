import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { plotInputOf, resultOf, visualOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { pivotGallery } from '@tidemark/shared/charts/types/pivot/pivot-gallery'
import { pivotPlot } from '@tidemark/shared/charts/types/pivot/pivot-plot'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { testPageEnvironment } from '@testkit/pages/page-environment-fixture'
import { PageEnvironmentProvider } from '@/client/page/page-environment'
import { PivotGrid } from './pivot-grid'

function render(visual: ChartVisual, data: ResultData): string {
  const plot = pivotPlot(plotInputOf({ visual, data }))
  if (plot.kind !== 'pivot') return expect.fail(plot.reason)
  return renderToString(
    <PageEnvironmentProvider initial={testPageEnvironment}>
      <PivotGrid plot={plot} label="Sales" />
    </PageEnvironmentProvider>,
  )
}

test('the server sends the headers above the columns, and rows that say how they fold', () => {
  const [chart] = pivotGallery
  const html = render(chart?.visual ?? expect.fail(), chart?.data ?? expect.fail())
  const texts = (role: string) =>
    [...html.matchAll(new RegExp(`role="${role}"[^>]*>(.*?)</div>`, 'g'))].map(([, inside = '']) =>
      inside.replace(/<[^>]*>/g, ''),
    )
  expect(texts('columnheader')).toEqual([
    ...['2025', '2026', ''],
    'group / product',
    ...['North', 'South', '(empty)', 'Total', 'North', 'South', '(empty)', 'Total', 'Total'],
  ])
  // The word for an empty value is no text that reads like it.
  expect(html).not.toContain('“')
  expect(texts('rowheader').slice(0, 5)).toEqual(['Furniture', 'Chairs', 'Desks', 'Lamps', 'Paper'])
  expect(html.match(/role="rowheader" aria-expanded="true"/g)).toHaveLength(3)
  expect(html).toContain('aria-colspan="4"')
  expect(html).toContain('aria-rowcount="12"')
  expect(html).toMatch(/background:color-mix/)
  // What was not sold is no zero.
  expect(html.match(/role="gridcell"[^>]*><\/div>/g)).toHaveLength(2)
})

test('the names of rows stay in sight beside columns that are not all in the page', () => {
  const data = resultOf(
    { city: 'text', day: 'integer', n: 'integer' },
    Array.from({ length: 400 }, (_, day) => ['Rome', day, day]),
  )
  const html = render(visualOf('pivot', { pivotRows: ['city'], pivotColumns: ['day'], y: ['n'] }), data)
  expect(html).toContain('aria-colcount="402"')
  expect(html.match(/role="rowheader"/g)).toHaveLength(2)
  expect(html.match(/role="columnheader"/g)?.length).toBeLessThan(40)
})
