'use client'

import dynamic from 'next/dynamic'
import type { Actor } from '@tidemark/shared/access/actor'
import type { RunResult } from '@tidemark/shared/query/run-query'
import type { PageSnapshot } from '@tidemark/shared/sync/protocol'
import { useLocation } from '@/client/navigation'
import { PageEnvironmentProvider, type PageEnvironment } from '@/client/page-environment'
import type { UiPreferences } from '@/client/ui-preferences'
import { UiStateProvider } from '@/client/ui-state'
import { WorkspaceClient } from '@/client/workspace-client'
import { Shell } from '@/features/shell/shell'
import { UnknownPage } from './unknown-page'
import { parseRoute } from './workspace-route'

const DashboardPage = dynamic(() => import('@/features/dashboards/dashboard-page').then((module) => module.DashboardPage))
const ChartEditorPage = dynamic(() => import('@/features/chart-editor/chart-editor-page').then((module) => module.ChartEditorPage))
const DataPage = dynamic(() => import('@/features/data/data-page').then((module) => module.DataPage))
const DatasetPage = dynamic(() => import('@/features/data/dataset-page').then((module) => module.DatasetPage))
const HomePage = dynamic(() => import('@/features/home/home-page').then((module) => module.HomePage))
const SettingsPage = dynamic(() => import('@/features/settings/settings-page').then((module) => module.SettingsPage))
const TrashPage = dynamic(() => import('@/features/trash/trash-page').then((module) => module.TrashPage))

export interface WorkspaceAppProps {
  readonly actor: Actor
  readonly page: PageSnapshot
  readonly environment: PageEnvironment
  readonly preferences: UiPreferences
  readonly results: Readonly<Record<string, RunResult | Promise<RunResult>>>
}

/** The whole app, from one page's snapshot on: every route renders it, and going from route to route stays inside it. */
export function WorkspaceApp({ actor, page, environment, preferences, results }: WorkspaceAppProps) {
  return (
    <PageEnvironmentProvider initial={environment}>
      <UiStateProvider preferences={preferences} storageName={environment.databaseName}>
        <WorkspaceClient actor={actor} page={page}>
          <Shell>
            <RouteView results={results} />
          </Shell>
        </WorkspaceClient>
      </UiStateProvider>
    </PageEnvironmentProvider>
  )
}

function RouteView({ results }: Pick<WorkspaceAppProps, 'results'>) {
  const { pathname, query } = useLocation()
  const route = parseRoute(pathname)
  switch (route.kind) {
    case 'home':
      return <HomePage />
    case 'dashboard':
      return <DashboardPage key={route.id} dashboardId={route.id} tabId={query.get('tab') ?? undefined} results={results} />
    case 'chart':
      return <ChartEditorPage key={route.id} chartId={route.id} result={results[route.id]} />
    case 'data':
      return <DataPage />
    case 'dataset':
      return <DatasetPage key={route.id} datasetId={route.id} />
    case 'settings':
      return <SettingsPage />
    case 'trash':
      return <TrashPage />
    case 'unknown':
      return <UnknownPage />
  }
}
