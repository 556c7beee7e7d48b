import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import { localOwner } from '@tidemark/shared/access/actor'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { cookieOf } from '@tidemark/shared/sync/protocol'
import { runResult } from '@testkit/pages/run-result-fixture'
import { testPageEnvironment } from '@testkit/pages/page-environment-fixture'
import { PageEnvironmentProvider } from '@/client/page/page-environment'
import { defaultUiPreferences } from '@/client/page/ui-preferences'
import { UiStateProvider } from '@/client/workspace/ui-state'
import { WorkspaceClient } from '@/client/workspace/workspace-client'
import { ChartView } from './chart-view'
import type { MarkSelecting } from './selections/mark-selecting'

const environment = { ...testPageEnvironment, locale: 'en', viewportWidth: 1440 }
const data = runResult({
  fields: [
    { name: 'channel', type: 'text', databaseType: 'VARCHAR', nullable: true },
    { name: 'orders', type: 'integer', databaseType: 'INTEGER', nullable: false },
  ],
  columns: [
    ['Organic', 'Referral'],
    [41, 28],
  ],
  rowCount: 2,
})

async function htmlOf(charts: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <PageEnvironmentProvider initial={environment}>
      <WorkspaceClient actor={localOwner} page={{ cookie: cookieOf(0, 0, ''), complete: true, entries: [] }}>
        <UiStateProvider preferences={defaultUiPreferences} databaseName="test">
          {charts}
        </UiStateProvider>
      </WorkspaceClient>
    </PageEnvironmentProvider>,
  )
  return await new Response(prelude).text()
}

test('a server that has drawn nothing yet draws the charts of its first page', async () => {
  const html = await htmlOf(
    (['bar', 'number', 'bar'] as const).map((type, index) => (
      <ChartView
        key={index}
        visual={{ ...defaultVisual, type, x: 'channel', y: ['orders'] }}
        data={data}
        title={`Orders ${index}`}
        width={400}
        height={300}
      />
    )),
  )
  expect(html.match(/<svg role="img"|aria-label="Orders \d/g)?.length ?? html).toBeGreaterThanOrEqual(2)
  expect(html).toContain('Referral')
})

test('in print a pivot keeps the height of its tile, and continues over pages where it stands alone', async () => {
  const many = runResult({
    ...data,
    columns: [Array.from({ length: 60 }, (_, index) => `Shop ${index}`), Array.from({ length: 60 }, () => 1)],
    rowCount: 60,
  })
  const visual: ChartVisual = { ...defaultVisual, type: 'pivot', pivotRows: ['channel'], y: ['orders'] }
  const keepsHeight = async (continuesOnPaper: boolean) =>
    (
      await htmlOf(
        <ChartView
          visual={visual}
          data={many}
          title="Shops"
          width={400}
          height={300}
          continuesOnPaper={continuesOnPaper}
        />,
      )
    ).includes('print:h-(--paper-height)')
  expect([await keepsHeight(false), await keepsHeight(true)]).toEqual([true, false])
})

test('a pivot leaves the sign of its notes room beside the last of its headers', async () => {
  const visual: ChartVisual = { ...defaultVisual, type: 'pivot', pivotRows: ['channel'], y: ['orders'] }
  const html = await htmlOf(<ChartView visual={visual} data={data} title="Shops" width={400} height={300} />)
  expect(html).toContain('aria-label="About this chart: ')
  expect(html).toMatch(/ pr-6 [^>]*><div role="grid"/)
})

test('the server’s drawing tells the period of a number, and sets off the marks that are chosen already', async () => {
  const monthly = runResult({
    fields: [
      { name: 'month', type: 'date', databaseType: 'DATE', nullable: true },
      { name: 'orders', type: 'integer', databaseType: 'INTEGER', nullable: false },
    ],
    columns: [
      ['2024-01-01', '2024-02-01'],
      [41, 28],
    ],
    rowCount: 2,
  })
  const visual: ChartVisual = { ...defaultVisual, type: 'number', x: 'month', y: ['orders'] }
  const number = (
    <ChartView visual={visual} data={monthly} title="Orders" width={300} height={80} now={Date.UTC(2024, 4)} />
  )
  expect(await htmlOf(number)).toContain('>February 2024</span>')
  const selecting: MarkSelecting = {
    query: { kind: 'sql', connectionId: 'local', sql: 'select' },
    chosen: [{ column: 'channel', kind: 'values', values: ['Referral'] }],
    isOnClick: true,
    opensOnClick: false,
    preview: () => false,
    endPreview: () => undefined,
    choose: () => undefined,
    nameOf: (column) => column,
  }
  const barsOf = (own?: MarkSelecting) => {
    const bars: ChartVisual = { ...defaultVisual, type: 'bar', x: 'channel', y: ['orders'] }
    return htmlOf(<ChartView visual={bars} data={data} title="Orders" width={400} height={300} selecting={own} />)
  }
  expect((await barsOf(selecting)).match(/data-part="veil"/g)).toHaveLength(1)
  expect(await barsOf()).not.toContain('data-part="veil"')
})
