import { asResponse } from '@/server/host-answer-fixture'
import type { FindRoute } from '@/server/accounts/team-test-bed'
import { findDirectRoute } from '@/server/direct-routes'
import { queryRoutes } from '@/server/query/query-routes'
import { syncRoutes } from '@/server/sync/sync-routes'
import * as auditExport from '../audit/export/route'
import * as audit from '../audit/route'
import * as changePassword from '../auth/change-password/route'
import * as requestReset from '../auth/request-password-reset/route'
import * as resetPassword from '../auth/reset-password/route'
import * as signIn from '../auth/sign-in/email/route'
import * as signOut from '../auth/sign-out/route'
import * as schema from '../connections/[id]/schema/route'
import * as connectionTest from '../connections/test/route'
import * as chartToken from '../chart/token/route'
import * as stopExport from '../exports/[id]/route'
import * as exports from '../exports/route'
import * as history from '../history/[kind]/[id]/route'
import * as invite from '../invites/[id]/route'
import * as accept from '../invites/accept/route'
import * as look from '../invites/look/route'
import * as invites from '../invites/route'
import * as member from '../members/[userId]/route'
import * as members from '../members/route'
import * as session from '../session/route'
import * as setUp from '../set-up/route'
import * as token from '../tokens/[id]/route'
import * as tokens from '../tokens/route'
import * as workspace from '../workspaces/[id]/route'
import * as workspaces from '../workspaces/route'

type Route = Readonly<Record<string, ReturnType<FindRoute>['handler']>>

/** In the order in which Next prefers them: names before parameters. */
const routes: readonly (readonly [path: string, route: Route])[] = [
  ['/api/audit', audit],
  ['/api/audit/export', auditExport],
  ['/api/auth/change-password', changePassword],
  ['/api/auth/request-password-reset', requestReset],
  ['/api/auth/reset-password', resetPassword],
  ['/api/auth/sign-in/email', signIn],
  ['/api/auth/sign-out', signOut],
  ['/api/chart/token', chartToken],
  ['/api/connections/test', connectionTest],
  ['/api/connections/[id]/schema', schema],
  ['/api/exports', exports],
  ['/api/exports/[id]', stopExport],
  ['/api/history/[kind]/[id]', history],
  ['/api/invites', invites],
  ['/api/invites/accept', accept],
  ['/api/invites/look', look],
  ['/api/invites/[id]', invite],
  ['/api/members', members],
  ['/api/members/[userId]', member],
  ['/api/session', session],
  ['/api/set-up', setUp],
  ['/api/tokens', tokens],
  ['/api/tokens/[id]', token],
  ['/api/workspaces', workspaces],
  ['/api/workspaces/[id]', workspace],
]

export const findTeamRoute: FindRoute = (method, address) => {
  const direct = findDirectRoute([...syncRoutes, ...queryRoutes], method, address)
  if (direct !== null) return { handler: async (request) => asResponse(await direct(request)), params: {} }
  const segments = (address.split('?')[0] ?? '').split('/')
  for (const [path, route] of routes) {
    const names = path.split('/')
    if (names.length !== segments.length) continue
    const params: Record<string, string> = {}
    const fits = names.every((name, index) => {
      const segment = segments[index] ?? ''
      const parameter = /^\[(\w+)\]$/.exec(name)?.[1]
      if (parameter !== undefined) params[parameter] = decodeURIComponent(segment)
      return parameter !== undefined || name === segment
    })
    const handler = route[method]
    if (fits && handler !== undefined) return { handler, params }
  }
  throw new Error(`no route for ${method} ${address}`)
}
