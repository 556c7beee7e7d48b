import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { everyone, type Actor } from '@tidemark/shared/access/actor'
import type { Role } from '@tidemark/shared/access/roles'
import { datasetKey } from '@tidemark/shared/datasets/dataset'
import { cookieOf } from '@tidemark/shared/sync/protocol'
import { workspaceKey, workspaceSchema } from '@tidemark/shared/workspaces/workspace'
import { testPageEnvironment } from '@testkit/pages/page-environment-fixture'
import { PageEnvironmentProvider } from '@/client/page/page-environment'
import { SyncClient } from '@/client/sync/sync-client'
import { SyncClientContext } from '@/client/workspace/workspace-client'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { DataAccessNotice } from './data-access-notice'

const older = workspaceSchema.parse({
  ...{ name: 'Acme', timeZone: 'UTC', weekStart: 1 },
  ...{ createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' },
})
const told = { ...older, isToldOfDataAccess: true } as const
const sales = datasetOf('sales')

function homeOf(role: Role, workspace: typeof older, datasets: readonly (typeof sales)[], isTeam = true): string {
  const actor: Actor = { kind: 'person', userId: 'ann', orgId: 'acme', role, audiences: [everyone], grants: [] }
  const entries = [[workspaceKey, workspace], ...datasets.map((one) => [datasetKey(one.id), one])] as never // as JSON
  const page = { cookie: cookieOf(1, 1, 'a'), complete: true, entries }
  const summary = { id: 'acme', slug: 'acme', name: 'Acme', role }
  const team = {
    person: { id: 'ann', name: 'Ann', email: 'ann@example.com' },
    workspace: summary,
    workspaces: [summary],
  }
  const environment = { ...testPageEnvironment, locale: 'en', team: isTeam ? team : null }
  return renderToString(
    <PageEnvironmentProvider initial={environment}>
      <SyncClientContext value={new SyncClient({ actor, databaseName: 'tidemark:test:acme:ann', page })}>
        <DataAccessNotice />
      </SyncClientContext>
    </PageEnvironmentProvider>,
  )
}

test('admins of a workspace made before data had lists are told that it is open as before', () => {
  for (const role of ['admin', 'owner'] as const)
    expect(homeOf(role, older, [sales])).toMatch(
      /All data of (<!-- -->)?Acme(<!-- -->)? is open to everyone in it, as before/,
    )
})

test('nobody is told twice, who cannot change it, or where there is no data and no team', () => {
  expect(homeOf('owner', told, [sales])).toBe('')
  for (const role of ['viewer', 'explorer', 'editor'] as const) expect(homeOf(role, older, [sales])).toBe('')
  expect(homeOf('owner', older, [])).toBe('')
  expect(homeOf('owner', older, [sales], false)).toBe('')
})
