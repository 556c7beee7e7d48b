import type { AuditEvent, AuditFilter, AuditPage } from '@tidemark/shared/audit/audit-event'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import type { AccountTables } from '@/server/store/accounts/account-tables'

/**
 * Reads events of a workspace, newest first. before: the `next` of the previous page; fails with `invalid-request` if
 * it is malformed.
 */
export async function readEvents(
  database: AccountDatabase,
  orgId: string,
  filter: AuditFilter & { readonly before?: string | undefined },
  limit: number,
): Promise<AuditPage> {
  const members = database.selectFrom('member').where('organizationId', '=', orgId).select('userId')
  // Two separate queries, so that each uses its own index and stops at its limit however long the log is.
  const ofWorkspace = selectEvents(database, filter, limit + 1).where('org', '=', orgId)
  // A sign-in belongs to a person rather than a workspace; those of members are shown in its log.
  const ofMembers = selectEvents(database, filter, limit + 1)
    .where('org', 'is', null)
    .where('actor_user_id', 'in', members)
  const both = database
    .selectFrom(ofWorkspace.as('of_workspace'))
    .selectAll()
    .unionAll(database.selectFrom(ofMembers.as('of_members')).selectAll())
  const rows = await database
    .selectFrom(both.as('event'))
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const events = rows.slice(0, limit).map(toAuditEvent)
  const last = events.at(-1)
  return {
    events,
    people: await namesIn(database, events),
    next: rows.length > limit && last !== undefined ? `${last.at}.${last.id}` : null,
  }
}

function selectEvents(
  database: AccountDatabase,
  { before, action, userId, from, to }: Parameters<typeof readEvents>[2],
  limit: number,
) {
  let query = database.selectFrom('audit_event').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit)
  if (action !== undefined) query = query.where('action', '=', action)
  if (userId !== undefined)
    query = query.where((where) => where.or([where('actor_user_id', '=', userId), where('target', '=', userId)]))
  if (from !== undefined) query = query.where('at', '>=', from)
  if (to !== undefined) query = query.where('at', '<', to)
  if (before === undefined) return query
  const { at, id } = parseCursor(before)
  return query.where('at', '<=', at).where((where) => where.or([where('at', '<', at), where('id', '<', id)]))
}

async function namesIn(database: AccountDatabase, events: readonly AuditEvent[]): Promise<Record<string, string>> {
  const ids = new Set(events.flatMap(({ actor, target }) => [actor.userId, target]).filter((id) => id !== null))
  if (ids.size === 0) return {}
  const people = await database
    .selectFrom('user')
    .where('id', 'in', [...ids])
    .select(['id', 'name'])
    .execute()
  return Object.fromEntries(people.map(({ id, name }) => [id, name]))
}

const detailSchema = z.record(z.string(), z.json())

function toAuditEvent(row: AccountTables['audit_event']): AuditEvent {
  return {
    id: row.id,
    at: row.at,
    actor: { kind: row.actor_kind, userId: row.actor_user_id },
    action: row.action,
    target: row.target,
    detail: detailSchema.parse(JSON.parse(row.detail)),
    ip: row.ip,
  }
}

/** Parses a page's cursor. Fails with `invalid-request`. */
function parseCursor(text: string): { readonly at: number; readonly id: string } {
  const match = /^(\d{1,15})\.([A-Za-z0-9_-]{1,40})$/.exec(text)
  if (match === null) throw new TidemarkError('invalid-request', { detail: 'before' })
  return { at: Number(match[1]), id: match[2] ?? '' }
}
