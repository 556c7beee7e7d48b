import { LRUCache } from 'lru-cache'
import type { AdmittedPerson } from '../signed-in'
import { named, type AccountDatabase } from '@/server/store/accounts/account-database'
import { refreshSeconds, sessionSeconds, type Auth } from './create-auth'
import { listMemberships } from './memberships'

interface SessionCacheOptions {
  readonly auth: Pick<Auth, 'getSession'>
  readonly database: AccountDatabase
  /** Unix milliseconds. */
  readonly clock: () => number
}

const maxKnown = 10_000
/** Ours have a few hundred characters. */
const longestCookie = 4096

/**
 * Resolves the person whom a request's cookie signs in, and their memberships, by one statement where better-auth has
 * verified the cookie before. Only the verification and the session's name are cached, since they cannot change;
 * everything else is read anew each time. A session that is gone, expired, or due to be extended is better-auth's to
 * answer. isRefreshed: extends the session when that is due.
 */
export function createSessionCache({ auth, database, clock }: SessionCacheOptions) {
  /** By the whole header. */
  const sessionIdsByCookie = new LRUCache<string, string>({ max: maxKnown })
  const remember = (cookie: string, sessionId: string) => {
    if (cookie.length > longestCookie) return
    sessionIdsByCookie.set(cookie, sessionId)
  }

  // Made once: Kysely takes longer to write a statement than the store to answer it.
  const statement = database
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .leftJoin('member', 'member.userId', 'session.userId')
    .leftJoin('organization', 'organization.id', 'member.organizationId')
    .where('session.id', '=', '')
    .select(['session.userId', 'session.expiresAt', 'user.name', 'user.email'])
    .select(['organization.id as orgId', 'organization.slug', 'organization.name as firstName', 'member.role'])
    .orderBy('organization.createdAt')
    .compile()

  /** Neither at its end nor, where that counts, due to be moved on. */
  const isAsGood = (expiresAt: Date, isRefreshed: boolean): boolean => {
    const leftMs = expiresAt.getTime() - clock()
    return leftMs > (isRefreshed ? (sessionSeconds - refreshSeconds) * 1000 : 0)
  }

  const read = async (sessionId: string, isRefreshed: boolean): Promise<AdmittedPerson | null> => {
    const asked: typeof statement = named('getSession', { ...statement, parameters: [sessionId] })
    const { rows } = await database.executeQuery(asked)
    const [first] = rows
    if (first === undefined) return null
    const { userId, name, email } = first
    const expiresAt = new Date(first.expiresAt)
    if (!isAsGood(expiresAt, isRefreshed)) return null
    const memberships = rows.flatMap(({ orgId, slug, firstName, role }) =>
      orgId === null || slug === null || firstName === null || role === null ? [] : [{ orgId, slug, firstName, role }],
    )
    return { person: { sessionId, userId, name, email, expiresAt, setCookies: [] }, memberships }
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
    return { person, memberships: await listMemberships(database, person.userId) }
  }
}
