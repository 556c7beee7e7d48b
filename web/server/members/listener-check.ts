import type { Role } from '@tidemark/shared/access/roles'
import type { AccountDatabase } from '../accounts/account-database'

/** What let somebody listen: their session, and the role they had in a workspace. */
export interface Listener {
  readonly sessionId: string
  readonly orgId: string
  readonly role: Role
}

interface ListenerCheckOptions {
  readonly database: AccountDatabase
  /** Unix milliseconds. */
  readonly clock: () => number
}

interface Waiting {
  readonly listener: Listener
  readonly resolve: (isStillIn: boolean) => void
  readonly reject: (reason: unknown) => void
}

/** Parameters of one statement: SQLite takes 32,766, PostgreSQL twice as many. */
const maxSessions = 5_000

/**
 * Whether a session still is, and its person a member in the same role. All who ask in one turn share a statement: after a
 * change, every stream of a workspace asks, and a statement for each would keep everybody else from the store for seconds.
 */
export function createListenerCheck({
  database,
  clock,
}: ListenerCheckOptions): (listener: Listener) => Promise<boolean> {
  const waitingByOrg = new Map<string, Waiting[]>()

  const answer = async (orgId: string, waiting: readonly Waiting[]): Promise<void> => {
    try {
      const rolesBySession = await presentRoles(orgId, [...new Set(waiting.map(({ listener }) => listener.sessionId))])
      for (const { listener, resolve } of waiting) resolve(rolesBySession.get(listener.sessionId) === listener.role)
    } catch (thrown) {
      for (const { reject } of waiting) reject(thrown)
    }
  }

  const presentRoles = async (orgId: string, sessionIds: readonly string[]): Promise<ReadonlyMap<string, Role>> => {
    const roles = new Map<string, Role>()
    for (let from = 0; from < sessionIds.length; from += maxSessions) {
      const rows = await database
        .selectFrom('session')
        .innerJoin('member', 'member.userId', 'session.userId')
        .where('member.organizationId', '=', orgId)
        .where('session.id', 'in', sessionIds.slice(from, from + maxSessions))
        .select(['session.id', 'session.expiresAt', 'member.role'])
        .execute()
      for (const { id, expiresAt, role } of rows) if (new Date(expiresAt).getTime() > clock()) roles.set(id, role)
    }
    return roles
  }

  return (listener) =>
    new Promise((resolve, reject) => {
      if (waitingByOrg.size === 0) {
        setImmediate(() => {
          const asked = [...waitingByOrg]
          waitingByOrg.clear()
          for (const [orgId, waiting] of asked) void answer(orgId, waiting)
        })
      }
      const waiting = waitingByOrg.get(listener.orgId) ?? []
      waitingByOrg.set(listener.orgId, waiting)
      waiting.push({ listener, resolve, reject })
    })
}
