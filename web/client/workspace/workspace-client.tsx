'use client'

import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Actor } from '@tidemark/shared/access/actor'
import { getOwnFlags } from '@tidemark/shared/flags/own-flags'
import type { PageSnapshot } from '@tidemark/shared/sync/protocol'
import { dropLostResults } from './drop-lost-results'
import { setPageOwner } from '../page/http'
import { provideSection } from '../observability/report-sources'
import { usePageEnvironment } from '../page/page-environment'
import { ResultCache } from '../results/result-cache'
import { setChartHost } from '../results/run-query-client'
import { SyncClient } from '../sync/sync-client'
import type { SyncState } from '../sync/sync-status'

export const SyncClientContext = createContext<SyncClient | null>(null)

interface WorkspaceClientProps {
  readonly actor: Actor
  readonly page: PageSnapshot
  readonly children: ReactNode
}

const imagesAfterMs = 3_000

/** Without a network its code may not come; the next page tries again. */
const noImages = (thrown: unknown) => console.info('pictures are not sent by this page', thrown)

/** Provides the workspace to everything below it: the page's snapshot at once, local data and sync after mounting. */
export function WorkspaceClient({ actor, page, children }: WorkspaceClientProps) {
  const { databaseName, isDesktopApp, chartHost } = usePageEnvironment()
  const [client] = useState(() => {
    // Set before any child's effect asks the server. Not set on the server, which renders pages of many workspaces at
    // once.
    if (typeof window !== 'undefined') {
      setPageOwner(actor.kind === 'local' ? null : actor)
      setChartHost(chartHost)
    }
    return new SyncClient({ actor, databaseName, page })
  })
  useEffect(() => client.start(), [client])
  useEffect(() => dropLostResults(client, new ResultCache(databaseName)), [client, databaseName])
  useEffect(() => {
    const stopping = new AbortController()
    const start = () =>
      import('./start-images').then(({ startImages }) => startImages(client, databaseName, stopping.signal))
    // After what a page needs at once.
    const timer = setTimeout(() => void start().catch(noImages), imagesAfterMs)
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [client, databaseName])
  useEffect(() => provideSection('replicache', client.describe), [client])
  useEffect(() => provideSection('featureFlags', () => getOwnFlags(client.views.getState().view)), [client])
  useEffect(
    () => provideSection('session', () => ({ userId: actor.userId, orgId: actor.orgId, isDesktopApp })),
    [actor, isDesktopApp],
  )
  return <SyncClientContext value={client}>{children}</SyncClientContext>
}

export function useSyncClient(): SyncClient {
  const client = useContext(SyncClientContext)
  if (client === null) throw new Error('useSyncClient needs a WorkspaceClient')
  return client
}

/** Returns the page's actor; renders again when an admin changes the role. */
export function useActor(): Actor {
  const client = useSyncClient()
  return useSyncExternalStore(client.subscribe, client.getActor, client.getActor)
}

export function useSyncState(): SyncState {
  const client = useSyncClient()
  return useSyncExternalStore(client.subscribe, client.getState, client.getState)
}
