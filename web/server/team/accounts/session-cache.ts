import { LRUCache } from 'lru-cache'
import type { AdmittedPerson } from '../signed-in'
import { named, type AccountDatabase } from '@/server/store/accounts/account-database'
import { refreshSeconds, sessionSeconds, type Auth } from './create-auth'
import { lacksTwoFactor, type TwoFactorRow } from './lacks-two-factor'
import type { Membership } from './memberships'

interface SessionCacheOptions {
  readonly auth: Pick<Auth, 'getSession'>
  readonly database: AccountDatabase
  /** Unix milliseconds. */
  readonly clock: () => number
}

const maxKnown = 10_000
/** Cookies that we set have a few hundred characters. */
const longestCookie = 4096

/**
 * Creates a function that returns the person of a request's cookie and their memberships; one statement suffices if
 * better-auth has verified the cookie before. Only the verification and the session's id are cached, since they cannot
 * change; everything else is read each time. A session that is gone, expired, or due to be extended is left to
 * better-auth. isRefreshed: extends the session when that is due.
 */
export function createSessionCache({ auth, database, clock }: SessionCacheOptions) {
  /** Session ids by the whole cookie header. */
  const sessionIdsByCookie = new LRUCache<string, string>({ max: maxKnown })
  const remember = (cookie: string, sessionId: string) => {
    if (cookie.length > longestCookie) return
    sessionIdsByCookie.set(cookie, sessionId)
  }

  // Compiled once, because Kysely takes longer to build the statement than the store to run it.
  const statement = database
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .leftJoin('member', 'member.userId', 'session.userId')
    .leftJoin('organization', 'organization.id', 'member.organizationId')
    .where('session.id', '=', '')
    .select(['session.userId', 'session.expiresAt', 'user.name', 'user.email'])
    .select(['organization.id as orgId', 'organization.slug', 'organization.name as firstName'])
    .select(['member.role', 'member.attributes', 'member.groups'])
    .select(['session.provider', 'user.twoFactorEnabled', 'organization.requiresTwoFactor'])
    .orderBy('organization.createdAt')
    .compile()

  /** Returns true if a session has not expired and, if `isRefreshed`, is not yet due to be extended. */
  const isAsGood = (expiresAt: Date, isRefreshed: boolean): boolean => {
    const leftMs = expiresAt.getTime() - clock()
    return leftMs > (isRefreshed ? (sessionSeconds - refreshSeconds) * 1000 : 0)
  }

  const readRows = async (sessionId: string) => {
    const asked: typeof statement = named('getSession', { ...statement, parameters: [sessionId] })
    return (await database.executeQuery(asked)).rows
  }

  const read = async (sessionId: string, isRefreshed: boolean): Promise<AdmittedPerson | null> => {
    const rows = await readRows(sessionId)
    const [first] = rows
    if (first === undefined) return null
    const { userId, name, email } = first
    const expiresAt = new Date(first.expiresAt)
    if (!isAsGood(expiresAt, isRefreshed)) return null
    return { person: { sessionId, userId, name, email, expiresAt, setCookies: [] }, memberships: membershipsIn(rows) }
  }

  return async (
    headers: Headers,
    { isRefreshed }: { readonly isRefreshed: boolean },
  ): Promise<AdmittedPerson | null> => {
    const cookie = headers.get('cookie')
    if (cookie === null) return null
    const sessionId = sessionIdsByCookie.get(cookie)
    const known = sessionId === undefined ? null : await read(sessionId, isRefreshed)
    if (known !== null) {
      remember(cookie, known.person.sessionId)
      return known
    }
    sessionIdsByCookie.delete(cookie)
    const person = await auth.getSession(headers, { isRefreshed })
    if (person === null) return null
    remember(cookie, person.sessionId)
    return { person, memberships: membershipsIn(await readRows(person.sessionId)) }
  }
}

/** A row of a session and one of its person’s workspaces, or of none. */
type SessionRow = TwoFactorRow & {
  readonly [Column in keyof Membership]: Membership[Column] | null
}

function membershipsIn(rows: readonly SessionRow[]): AdmittedPerson['memberships'] {
  return rows.flatMap(({ orgId, slug, firstName, role, attributes, groups, ...row }) =>
    orgId === null || slug === null || firstName === null || role === null
      ? []
      : [{ orgId, slug, firstName, role, attributes, groups, needsTwoFactor: lacksTwoFactor(row) }],
  )
}
