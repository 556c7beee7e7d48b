import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { localOwner } from '@tidemark/shared/access/actor'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { metricSchema } from '@tidemark/shared/metrics/metric'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { cookieOf } from '@tidemark/shared/sync/protocol'
import { questionMeasure } from '@testkit/entries/question-parts-fixture'
import { testPageEnvironment } from '@testkit/pages/page-environment-fixture'
import { PageEnvironmentProvider } from '@/client/page/page-environment'
import { SyncClient } from '@/client/sync/sync-client'
import { SyncClientContext } from '@/client/workspace/workspace-client'
import { MetricPreview } from './metric-preview'

const question = { ...emptyQuestion, source: { schema: null, name: 'orders' }, measures: [questionMeasure('amount')] }
const made = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const defined = {
  ...{ id: 'sales', folderId: null, name: 'Sales', description: '', order: 'a0', deletedAt: null, ...made },
  ...{ time: null, format: autoFormat, goodDirection: null, synonyms: [], ownerId: null, verified: null },
  query: { kind: 'builder', connectionId: 'local', question },
}

function previewOf(metric: object, mayAsk: boolean): string {
  const page = { cookie: cookieOf(1, 1, 'a'), complete: true, entries: [] }
  return renderToString(
    <PageEnvironmentProvider initial={testPageEnvironment}>
      <SyncClientContext value={new SyncClient({ actor: localOwner, databaseName: 'tidemark:test', page })}>
        <MetricPreview metric={metricSchema.parse(metric)} mayAsk={mayAsk} />
      </SyncClientContext>
    </PageEnvironmentProvider>,
  )
}

test('a metric is computed for who may ask, defined by who may define it, and told to others where its numbers are', () => {
  const undefinedYet = { ...defined, query: { ...defined.query, question: emptyQuestion } }
  expect(previewOf(defined, true)).toContain('Computing…')
  expect(previewOf(undefinedYet, true)).toContain('Choose below the data it measures')
  for (const metric of [defined, undefinedYet]) {
    const told = previewOf(metric, false)
    expect(told).toContain('What it is now stands in the charts that measure it')
    expect(told).not.toMatch(/Computing|Choose/)
  }
})
