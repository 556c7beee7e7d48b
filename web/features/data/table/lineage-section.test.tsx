import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { everyone, type Actor } from '@tidemark/shared/access/actor'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { cookieOf } from '@tidemark/shared/sync/protocol'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { testPageEnvironment } from '@testkit/pages/page-environment-fixture'
import { PageEnvironmentProvider } from '@/client/page/page-environment'
import { SyncClient } from '@/client/sync/sync-client'
import { SyncClientContext } from '@/client/workspace/workspace-client'
import { TableLineage } from './lineage-section'

const made = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const orders = { schema: null, name: 'orders' }
const chartOver = (id: string, source: object, isModel = false) => [
  `chart/${id}`,
  {
    ...{ id, name: `Chart ${id}`, folderId: null, description: '', order: 'a0', deletedAt: null, ...made },
    ...{ query: { kind: 'builder', connectionId: 'local', question: { ...emptyQuestion, source } } },
    ...{ visual: defaultVisual, isModel },
  },
]

/** The lineage as a reader of these entries sees it. */
function lineageAmong(entries: readonly (readonly unknown[])[], table: typeof orders & { readonly model?: string }) {
  const actor: Actor = {
    kind: 'person',
    userId: 'ann',
    orgId: 'acme',
    role: 'viewer',
    audiences: [everyone],
    grants: [],
  }
  const page = { cookie: cookieOf(1, 1, 'a'), complete: true, entries: entries as never } // as JSON
  const client = new SyncClient({ actor, databaseName: 'tidemark:test:acme:ann', page })
  const html = renderToString(
    <PageEnvironmentProvider initial={{ ...testPageEnvironment, locale: 'en' }}>
      <SyncClientContext value={client}>
        <TableLineage asked={{ connectionId: 'local', table, columns: [] }} />
      </SyncClientContext>
    </PageEnvironmentProvider>,
  )
  return html.replaceAll('<!-- -->', '')
}

test('of two hundred charts as many are drawn and listed as can be read, and the others counted', () => {
  const charts = Array.from({ length: 200 }, (_, index) => chartOver(`c${index}`, orders))
  const html = lineageAmong([['dataset/orders', datasetOf('orders')], ...charts], orders)
  expect(html.match(/<path d="M\d+,\d+C/g)).toHaveLength(40)
  // Each link is in the graph and in the list.
  expect(html.match(/href="\/charts\/c/g)).toHaveLength(80)
  expect(html).toContain('160 more things not drawn.')
  expect(html).toContain('160 more things not listed.')
})

test('a reader who does not see the data of a model is shown the model, what uses it, and nothing of the data', () => {
  const entries = [
    chartOver('sales', orders, true),
    chartOver('monthly', { schema: null, name: 'Sales', model: 'sales' }),
  ]
  const html = lineageAmong(entries, { schema: null, name: 'Sales', model: 'sales' })
  expect(html).toContain('Chart monthly')
  expect(html).not.toContain('orders')
})
