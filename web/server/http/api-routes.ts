import { accountRoutes } from '../team/accounts/account-routes'
import { twoFactorRoutes } from '../team/two-factor/two-factor-routes'
import { desktopSignInRoutes } from '../team/single-sign-on/desktop-sign-in-routes'
import { singleSignOnRoutes } from '../team/single-sign-on/single-sign-on-routes'
import { auditRoutes } from '../team/audit/audit-routes'
import { chartPassRoutes } from '../chart-host/chart-pass-routes'
import { connectionRoutes } from '../connectors/connection-routes'
import { documentRoutes } from '../documents/document-routes'
import { draftRoutes } from '../dashboard-drafts/draft-routes'
import { datasetRoutes } from '../datasets/dataset-routes'
import { historyRoutes } from '../history/history-routes'
import { imageRoutes } from '../images/image-routes'
import { inviteRoutes } from '../team/members/invite-routes'
import { jobRoutes, webhookRoutes } from '../jobs/job-routes'
import { groupRoutes } from '../team/groups/group-routes'
import { memberRoutes } from '../team/members/member-routes'
import { workspaceRoutes } from '../team/members/workspace-routes'
import { probeRoutes } from '../operations/probe-routes'
import { presenceRoutes } from '../presence/presence-routes'
import { explainRoutes } from '../query/explain-routes'
import { exportRoutes } from '../query/export/export-routes'
import { queryRoutes } from '../query/query-routes'
import { syncRoutes } from '../sync/sync-routes'
import { tokenRoutes } from '../team/tokens/token-routes'
import { publicLinkRoutes } from '../public-links/public-link-routes'
import { alertRoutes } from '../alerts/alert-routes'
import { subscriptionRoutes } from '../subscriptions/subscription-routes'
import type { ApiRoute } from './api-route'

/** The routes of one concept, listed together in the API's description. */
export interface RouteGroup {
  readonly name: string
  readonly description?: string
  readonly routes: readonly ApiRoute[]
}

const inTeamMode = 'In team mode alone.'

/** All routes under `/api`. */
export const apiRouteGroups: readonly RouteGroup[] = [
  { name: 'Queries', routes: [...queryRoutes, ...explainRoutes] },
  { name: 'Exports', routes: exportRoutes },
  { name: 'Documents', routes: documentRoutes },
  { name: 'Datasets', routes: datasetRoutes },
  { name: 'Dashboard drafts', routes: draftRoutes },
  { name: 'Images', routes: imageRoutes },
  { name: 'Connections', routes: connectionRoutes },
  { name: 'Sync', description: 'How changes travel between the server and those who see them.', routes: syncRoutes },
  { name: 'Presence', routes: presenceRoutes },
  { name: 'History', routes: historyRoutes },
  { name: 'Jobs', description: 'Work that is done later, once or on a schedule.', routes: jobRoutes },
  {
    name: 'Subscriptions',
    description: 'Dashboards and charts that are sent on a schedule.',
    routes: subscriptionRoutes,
  },
  { name: 'Alerts', description: 'Values of charts and metrics that are watched.', routes: alertRoutes },
  { name: 'Webhooks', description: 'Addresses of other programs that get messages.', routes: webhookRoutes },
  {
    name: 'Accounts',
    description: inTeamMode,
    routes: [...accountRoutes, ...twoFactorRoutes, ...singleSignOnRoutes, ...desktopSignInRoutes],
  },
  { name: 'Workspaces', description: inTeamMode, routes: workspaceRoutes },
  { name: 'Members', description: inTeamMode, routes: memberRoutes },
  { name: 'Groups', description: inTeamMode, routes: groupRoutes },
  { name: 'Invites', description: inTeamMode, routes: inviteRoutes },
  { name: 'API tokens', description: inTeamMode, routes: tokenRoutes },
  { name: 'Public links', description: inTeamMode, routes: publicLinkRoutes },
  { name: 'Audit log', description: inTeamMode, routes: auditRoutes },
  { name: 'Chart host', description: inTeamMode, routes: chartPassRoutes },
  { name: 'Server', description: 'For what watches over it.', routes: probeRoutes },
]

export const apiRoutes: readonly ApiRoute[] = apiRouteGroups.flatMap(({ routes }) => routes)

/** The routes of a chart host, which has no pages, sync or datasets. */
export const chartHostRoutes: readonly ApiRoute[] = [...queryRoutes, ...explainRoutes, ...probeRoutes]
