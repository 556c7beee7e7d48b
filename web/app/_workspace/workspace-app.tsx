'use client'

import { lazy, useEffect, type ComponentType } from 'react'
import type { Actor } from '@tidemark/shared/access/actor'
import { isSessionToEnd } from '@tidemark/shared/accounts/session-to-end'
import type { RunResult } from '@tidemark/shared/query/run-query'
import type { PageSnapshot } from '@tidemark/shared/sync/protocol'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { getDesktop } from '@/client/page/desktop-bridge'
import { onFirstInteraction } from '@/client/page/first-interaction'
import { useLocation } from '@/client/page/navigation'
import { rememberLastWorkspace } from '@/client/page/last-workspace'
import { rememberNotToForget } from '@/client/unsent/unsent-store'
import { reportCaught } from '@/client/observability/report-caught'
import { rememberOpened } from '@/client/page/opened-workspaces'
import { PageEnvironmentProvider, type PageEnvironment, type TeamSession } from '@/client/page/page-environment'
import type { UiPreferences } from '@/client/page/ui-preferences'
import { UiStateProvider } from '@/client/workspace/ui-state'
import { useSelector } from '@/client/page/use-selector'
import { useView } from '@/client/workspace/use-view'
import { WorkspaceClient } from '@/client/workspace/workspace-client'
import { goToSignIn, leaving$ } from '@/features/accounts/sign-out/leave-page'
import { DropZone } from '@/features/data/uploads/drop-zone'
import { Shell } from '@/features/shell/frame/shell'
import type { ShellPreferences } from '@/features/preferences/shell-preferences'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { parseRoute, type WorkspaceRoute } from './workspace-route'
import { nameOfRoute } from './route-name'

/**
 * The code of each page. It is loaded when the page is first shown, and all of it at the first interaction, because it
 * cannot be fetched offline.
 */
const pages = {
  dashboard: () => import('@/features/dashboards/dashboard-page').then((module) => module.DashboardPage),
  chart: () => import('@/features/chart-editor/chart-editor-page').then((module) => module.ChartEditorPage),
  inbox: () => import('@/features/comments/inbox/inbox-page').then((module) => module.InboxPage),
  ask: () => import('@/features/ask/ask-page').then((module) => module.AskPage),
  explore: () => import('@/features/explore/explore-page').then((module) => module.ExplorePage),
  draft: () => import('@/features/dashboard-drafts/draft-page').then((module) => module.DraftPage),
  data: async () => {
    const [{ DataPage }, { ConnectionsSection }, { ModelsSection }] = await Promise.all([
      import('@/features/data/data-page'),
      import('@/features/connections/connections-section'),
      import('@/features/models/models-section'),
    ])
    return () => <DataPage models={<ModelsSection />} connections={<ConnectionsSection />} />
  },
  dataset: () => import('@/features/data/dataset/dataset-page').then((module) => module.DatasetPage),
  connection: () => import('@/features/connections/connection-page').then((module) => module.ConnectionPage),
  metrics: () => import('@/features/metrics/metrics-page').then((module) => module.MetricsPage),
  segment: () => import('@/features/segments/segment-page').then((module) => module.SegmentPage),
  metric: () => import('@/features/metrics/metric-page').then((module) => module.MetricPage),
  home: () => import('@/features/home/home-page').then((module) => module.HomePage),
  settings: () => import('@/features/settings/settings-page').then((module) => module.SettingsPage),
  trash: () => import('@/features/trash/trash-page').then((module) => module.TrashPage),
  unknown: () => import('@/features/page/unknown-page').then((module) => module.UnknownPage),
} as const

const DashboardPage = lazyPage(pages.dashboard)
const ChartEditorPage = lazyPage(pages.chart)
const InboxPage = lazyPage(pages.inbox)
const AskPage = lazyPage(pages.ask)
const ExplorePage = lazyPage(pages.explore)
const DraftPage = lazyPage(pages.draft)
const DataPage = lazyPage(pages.data)
const DatasetPage = lazyPage(pages.dataset)
const ConnectionPage = lazyPage(pages.connection)
const MetricsPage = lazyPage(pages.metrics)
const MetricPage = lazyPage(pages.metric)
const SegmentPage = lazyPage(pages.segment)
const HomePage = lazyPage(pages.home)
const SettingsPage = lazyPage(pages.settings)
const TrashPage = lazyPage(pages.trash)
const UnknownPage = lazyPage(pages.unknown)

const leftPage = lazyPart(() => import('@/features/accounts/sign-out/left-page'))

/**
 * Creates a lazily loaded page. next/dynamic is not used: inside a client component it adds no files to the page's
 * HTML, so its code would be loaded in vain.
 */
function lazyPage<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }))
}

export interface WorkspaceAppProps {
  readonly actor: Actor
  readonly page: PageSnapshot
  readonly environment: PageEnvironment
  readonly shellPreferences: ShellPreferences
  readonly uiPreferences: UiPreferences
  readonly results: Readonly<Record<string, RunResult | Promise<RunResult>>>
}

/** Renders the whole app from the snapshot of a page. Every route renders it, and navigation stays inside it. */
export function WorkspaceApp({
  actor,
  page,
  environment,
  shellPreferences,
  uiPreferences,
  results,
}: WorkspaceAppProps) {
  // The desktop app has no service worker to fall back on while its server restarts.
  useEffect(() => (getDesktop() === null ? onFirstInteraction(loadAllPages) : loadAllPages()), [])
  useEffect(() => {
    const { team, databaseName } = environment
    if (team === null) return
    // This page was on its way when another tab signed the person out.
    if (isSessionToEnd(document.cookie, team.person.id)) return goToSignIn()
    rememberNotToForget(team.person.id)
    // A stored page may be older than a membership.
    if (page.cookie.order > 0) forgetOthers(team).catch(reportCaught)
    rememberLastWorkspace(team.workspace.slug)
    rememberOpened({
      actor,
      databaseName,
      cookie: page.cookie,
      team: { ...team, workspaces: [...team.workspaces] },
      at: Date.now(),
    })
    // A page belongs to one person and workspace.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const LeftPage = useLazyPart(
    leftPage,
    useSelector(() => leaving$.isLate.get()),
  )
  if (LeftPage !== null) return <LeftPage />
  return (
    <PageEnvironmentProvider initial={environment}>
      <UiStateProvider preferences={uiPreferences} databaseName={environment.databaseName}>
        <WorkspaceClient actor={actor} page={page}>
          <Shell preferences={shellPreferences}>
            <RouteView results={results} isKept={page.cookie.order === 0} />
            <DropZone />
          </Shell>
        </WorkspaceClient>
      </UiStateProvider>
    </PageEnvironmentProvider>
  )
}

/** Deletes the local data of people who left earlier, and of workspaces that this person is no longer in. */
async function forgetOthers({ person, workspaces }: TeamSession): Promise<void> {
  const { forgetLostWorkspaces, forgetThoseWhoLeft } = await import('@/client/unsent/forget-person')
  await forgetThoseWhoLeft()
  await forgetLostWorkspaces(
    person.id,
    workspaces.map(({ id }) => id),
  )
}

function loadAllPages(): void {
  for (const load of Object.values(pages)) {
    // If the server cannot be reached now, the page is loaded again when it is needed.
    load().catch((thrown: unknown) => console.debug('a page was not loaded ahead', thrown))
  }
}

interface RouteViewProps extends Pick<WorkspaceAppProps, 'results'> {
  /** True if the app started from the stored offline page, which contains no entries. */
  readonly isKept: boolean
}

function RouteView({ results, isKept }: RouteViewProps) {
  const { pathname, query } = useLocation()
  const route = parseRoute(pathname)
  useDocumentTitle(route)
  // Until the local data has been read, every page would look empty and then jump.
  const isReading = useView((view) => getWorkspace(view) === undefined, []) && isKept
  if (isReading) return null
  switch (route.kind) {
    case 'home':
      return <HomePage results={results} />
    case 'dashboard':
      return (
        <DashboardPage key={route.id} dashboardId={route.id} tabId={query.get('tab') ?? undefined} results={results} />
      )
    case 'chart':
      return <ChartEditorPage key={route.id} chartId={route.id} results={results} />
    case 'inbox':
      return <InboxPage />
    case 'ask':
      return <AskPage />
    case 'explore':
      return <ExplorePage />
    case 'draft':
      return <DraftPage />
    case 'data':
      return <DataPage />
    case 'dataset':
      return <DatasetPage key={route.id} datasetId={route.id} />
    case 'connection':
      return <ConnectionPage key={route.id} connectionId={route.id} />
    case 'metrics':
      return <MetricsPage />
    case 'segment':
      return <SegmentPage key={route.id} segmentId={route.id} />
    case 'metric':
      return <MetricPage key={route.id} metricId={route.id} />
    case 'settings':
      return <SettingsPage />
    case 'trash':
      return <TrashPage />
    case 'unknown':
      return <UnknownPage />
  }
}

/** Keeps the title of the browser's tab up to date, also after navigation and renaming. */
function useDocumentTitle(route: WorkspaceRoute): void {
  const name = useView((view) => nameOfRoute(view, route), [route.kind, 'id' in route ? route.id : null])
  useEffect(() => {
    document.title = name == null ? 'Tidemark' : `${name} · Tidemark`
  }, [name])
}
