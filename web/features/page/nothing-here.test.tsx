import { LayoutDashboard } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { localOwner } from '@tidemark/shared/access/actor'
import { cookieOf } from '@tidemark/shared/sync/protocol'
import { expect, test } from 'vitest'
import { PageEnvironmentProvider, type PageEnvironment } from '@/client/page/page-environment'
import { SyncClient } from '@/client/sync/sync-client'
import { SyncClientContext } from '@/client/workspace/workspace-client'
import { NothingHere } from './nothing-here'

const environment: PageEnvironment = {
  locale: 'en',
  now: 0,
  viewportWidth: 1440,
  isDesktopApp: false,
  version: '0',
  buildId: '',
  databaseName: 'tidemark:test:local:local',
  chartHost: null,
  team: null,
}

test('the page of a dashboard that is not there says what became of it, and offers to make it again where that can be', () => {
  const page = { cookie: cookieOf(1, 1, 'a'), complete: true, entries: [] }
  const client = new SyncClient({ actor: localOwner, databaseName: environment.databaseName, page })
  const { undoStack } = client
  const shown = (wasHere: boolean) =>
    renderToStaticMarkup(
      <PageEnvironmentProvider initial={environment}>
        <SyncClientContext value={client}>
          <NothingHere icon={LayoutDashboard} noun="dashboard" id="d" wasHere={wasHere}>
            {null}
          </NothingHere>
        </SyncClientContext>
      </PageEnvironmentProvider>,
    )
  expect(shown(false)).toContain('or the link is mistyped.')
  expect(shown(true)).toContain('It was permanently deleted or undone, perhaps in another tab.')

  undoStack.record('made', 'dashboard/d', undefined, { id: 'd', name: 'Sales' })
  undoStack.commit('made', 'Duplicate dashboard')
  const undone = undoStack.takeUndo()
  if (undone !== undefined) undoStack.pushRedo(undone)
  expect(shown(true)).toContain('Undone: Duplicate dashboard')
  expect(shown(true)).toMatch(/<button[^>]*>(<[^>]*>)*Redo/)

  undoStack.record('other', 'chart/c', undefined, { id: 'c' })
  undoStack.commit('other', 'New chart')
  expect(shown(true)).toContain('it can no longer be redone.')
  expect(shown(true)).not.toContain('Redo<')
})
