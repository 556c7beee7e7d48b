import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import { localOwner } from '@tidemark/shared/access/actor'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { cookieOf } from '@tidemark/shared/sync/protocol'
import { runResult } from '@testkit/pages/run-result-fixture'
import { testPageEnvironment } from '@testkit/pages/page-environment-fixture'
import { PageEnvironmentProvider } from '@/client/page/page-environment'
import { defaultUiPreferences } from '@/client/page/ui-preferences'
import { UiStateProvider } from '@/client/workspace/ui-state'
import { WorkspaceClient } from '@/client/workspace/workspace-client'
import { ChartView } from './chart-view'

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

test('a server that has drawn nothing yet draws the charts of its first page', async () => {
  const { prelude } = await prerender(
    <PageEnvironmentProvider initial={environment}>
      <WorkspaceClient actor={localOwner} page={{ cookie: cookieOf(0, 0, ''), complete: true, entries: [] }}>
        <UiStateProvider preferences={defaultUiPreferences} databaseName="test">
          {(['bar', 'number', 'bar'] as const).map((type, index) => (
            <ChartView
              key={index}
              visual={{ ...defaultVisual, type, x: 'channel', y: ['orders'] }}
              data={data}
              title={`Orders ${index}`}
              width={400}
              height={300}
            />
          ))}
        </UiStateProvider>
      </WorkspaceClient>
    </PageEnvironmentProvider>,
  )
  const html = await new Response(prelude).text()
  expect(html.match(/<svg role="img"|aria-label="Orders \d/g)?.length ?? html).toBeGreaterThanOrEqual(2)
  expect(html).toContain('Referral')
})
