import { textHash } from '@tidemark/shared/base/text-hash'

/**
 * The visits of a person to a workspace with this browser, in Unix milliseconds. seenAt: when it was last open. since: the end
 * of the visit before this one; null in the first. startedAt: of this one.
 */
export interface Visits {
  readonly seenAt: number
  readonly since: number | null
  readonly startedAt: number
}

/** Who comes back sooner goes on with the same visit. */
const pauseMs = 30 * 60_000

export function visitsCookieOf(databaseName: string): string {
  return `tidemark-visits-${textHash(databaseName)}`
}

/** null where the text is none of ours. */
export function parseVisits(text: string): Visits | null {
  const [, seenAt, since, startedAt] = /^(\d{1,15})\.(\d{0,15})\.(\d{1,15})$/.exec(text) ?? []
  if (seenAt === undefined || startedAt === undefined) return null
  return { seenAt: Number(seenAt), since: since ? Number(since) : null, startedAt: Number(startedAt) }
}

export function visitsText({ seenAt, since, startedAt }: Visits): string {
  return `${seenAt}.${since ?? ''}.${startedAt}`
}

/** Keeps them for the next page, also of another tab. */
export function saveVisits(databaseName: string, visits: Visits): void {
  const text = visitsText(visits)
  document.cookie = `${visitsCookieOf(databaseName)}=${text}; Path=/; Max-Age=31536000; SameSite=Lax`
}

/** As another tab may have kept them since. */
export function readVisits(databaseName: string): Visits | null {
  const name = `${visitsCookieOf(databaseName)}=`
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(name))
  return found === undefined ? null : parseVisits(found.slice(name.length))
}

/** The visits once the workspace is open at this moment. known: as they were kept; null for none. */
export function visitsAt(known: Visits | null, now: number): Visits {
  if (known === null) return { seenAt: now, since: null, startedAt: now }
  if (now - known.seenAt < pauseMs) return { ...known, seenAt: Math.max(now, known.seenAt) }
  return { seenAt: now, since: known.seenAt, startedAt: now }
}
