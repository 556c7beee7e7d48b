import { accountRoutes } from '../team/accounts/account-routes'
import { auditRoutes } from '../team/audit/audit-routes'
import { chartPassRoutes } from '../chart-host/chart-pass-routes'
import { connectionRoutes } from '../connectors/connection-routes'
import { datasetRoutes } from '../datasets/dataset-routes'
import { historyRoutes } from '../history/history-routes'
import { inviteRoutes } from '../team/members/invite-routes'
import { memberRoutes } from '../team/members/member-routes'
import { workspaceRoutes } from '../team/members/workspace-routes'
import { probeRoutes } from '../operations/probe-routes'
import { presenceRoutes } from '../presence/presence-routes'
import { exportRoutes } from '../query/export/export-routes'
import { queryRoutes } from '../query/query-routes'
import { syncRoutes } from '../sync/sync-routes'
import { tokenRoutes } from '../team/tokens/token-routes'
import type { ApiRoute } from './api-route'

/** All that stands under `/api`. */
export const apiRoutes: readonly ApiRoute[] = [
  ...probeRoutes,
  ...queryRoutes,
  ...exportRoutes,
  ...datasetRoutes,
  ...connectionRoutes,
  ...syncRoutes,
  ...presenceRoutes,
  ...historyRoutes,
  ...accountRoutes,
  ...workspaceRoutes,
  ...memberRoutes,
  ...inviteRoutes,
  ...tokenRoutes,
  ...auditRoutes,
  ...chartPassRoutes,
]

/** What a chart host answers: no page, no sync, no data. */
export const chartHostRoutes: readonly ApiRoute[] = [...queryRoutes, ...probeRoutes]
