import type { Role } from '@tidemark/shared/access/roles'
import type { AccountDatabase } from '@/server/store/accounts/account-database'

/** A workspace whose changes somebody may hear of, and their role in it. */
export interface HeardWorkspace {
  readonly orgId: string
  readonly role: Role
}

interface ListenerCheckOptions {
  readonly database: AccountDatabase
  /** Unix milliseconds. */
  readonly clock: () => number
}

interface Waiting {
  readonly resolve: (heard: readonly HeardWorkspace[]) => void
  readonly reject: (reason: unknown) => void
}

/** Parameters of one statement: SQLite takes 32,766, PostgreSQL twice as many. */
const maxSessions = 5_000

/**
 * The workspaces of a session's person; none where the session has ended. All who ask in one turn share a statement: after a
 * change, every stream of a workspace asks, and a statement for each would keep everybody else from the store for seconds.
 */
export function createListenerCheck({
  database,
  clock,
}: ListenerCheckOptions): (sessionId: string) => Promise<readonly HeardWorkspace[]> {
  const waitingBySession = new Map<string, Waiting[]>()

  const answer = async (asked: ReadonlyMap<string, readonly Waiting[]>): Promise<void> => {
    try {
      const heard = await heardBySession([...asked.keys()])
      for (const [sessionId, waiting] of asked) for (const { resolve } of waiting) resolve(heard.get(sessionId) ?? [])
    } catch (thrown) {
      for (const waiting of asked.values()) for (const { reject } of waiting) reject(thrown)
    }
  }

  const heardBySession = async (
    sessionIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly HeardWorkspace[]>> => {
    const found = new Map<string, HeardWorkspace[]>()
    for (let from = 0; from < sessionIds.length; from += maxSessions) {
      const rows = await database
        .selectFrom('session')
        .innerJoin('member', 'member.userId', 'session.userId')
        .where('session.id', 'in', sessionIds.slice(from, from + maxSessions))
        .select(['session.id', 'session.expiresAt', 'member.organizationId as orgId', 'member.role'])
        .execute()
      for (const { id, expiresAt, orgId, role } of rows) {
        if (new Date(expiresAt).getTime() <= clock()) continue
        const heard = found.get(id) ?? []
        found.set(id, heard)
        heard.push({ orgId, role })
      }
    }
    return found
  }

  return (sessionId) =>
    new Promise((resolve, reject) => {
      if (waitingBySession.size === 0) {
        setImmediate(() => {
          const asked = new Map(waitingBySession)
          waitingBySession.clear()
          void answer(asked)
        })
      }
      const waiting = waitingBySession.get(sessionId) ?? []
      waitingBySession.set(sessionId, waiting)
      waiting.push({ resolve, reject })
    })
}
