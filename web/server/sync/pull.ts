import type { Actor } from '@tidemark/shared/access/actor'
import {
  cookieOf,
  pullVersion,
  type ClientAction,
  type Cookie,
  type PatchOperation,
  type PullRequest,
  type PullResponse,
} from '@tidemark/shared/sync/protocol'
import type { OrgState, StoredEntry, StoreReadTx } from '../store/store'
import { audienceHash } from './audience-hash'
import { getOwnGroup, isServedSchema } from './push'
import type { SyncContext } from './sync-context'

/**
 * What changed since the client's cookie, from one snapshot. Writes nothing, so an answer that is lost costs nothing.
 * Fails with `foreign-client-group`.
 */
export async function pull(
  context: SyncContext,
  actor: Actor,
  request: PullRequest,
): Promise<PullResponse | ClientAction> {
  if (request.pullVersion !== pullVersion) return { error: 'VersionNotSupported', versionType: 'pull' }
  if (!isServedSchema(request.schemaVersion)) return { error: 'VersionNotSupported', versionType: 'schema' }
  return await context.store.read(actor.orgId, (tx) => answerPull(tx, actor, request))
}

async function answerPull(
  tx: StoreReadTx,
  actor: Actor,
  { clientGroupID: groupId, cookie }: PullRequest,
): Promise<PullResponse | ClientAction> {
  const group = await getOwnGroup(tx, actor, groupId)
  const org = await tx.getOrg()
  // Another epoch's store may not know what this group was told, and its tabs were told different things. A page that is
  // loaded anew keeps each epoch's data apart, so it does not bring this cookie again.
  if (cookie !== null && cookie.e !== org.epoch) return { error: 'ClientStateNotFound' }
  const next = nextCookie(cookie, org, audienceHash(actor.audiences))
  if (cookie !== null && next === cookie) return nothingNew(cookie)
  // A store set back to an older copy may hold lower mutation ids than this group was told; Replicache refuses those
  // for ever. A new group starts over with the same cookie and is then answered in full.
  if (group !== undefined && isAhead(cookie, org)) return { error: 'ClientStateNotFound' }

  const since = changesSince(cookie, next, org)
  const clients = group === undefined ? [] : await tx.listClients(groupId, since === null ? 0 : (cookie?.c ?? since))
  if (cookie !== null && isAt(cookie, next) && clients.length === 0) return nothingNew(cookie)
  return {
    cookie: next,
    lastMutationIDChanges: Object.fromEntries(clients.map(({ id, lastMutationId }) => [id, lastMutationId])),
    patch:
      since === null
        ? await everything(tx, actor, cookie)
        : (await tx.listChanges(since, actor.audiences)).map(toOperation),
  }
}

function nothingNew(cookie: Cookie): PullResponse {
  return { cookie, lastMutationIDChanges: {}, patch: [] }
}

/**
 * The cookie of the org's state: the client's own when it stands there in every respect, otherwise one of a higher order, even
 * for a client that has seen a later state than the store has now.
 */
export function nextCookie(cookie: Cookie | null, { epoch, version }: OrgState, hash: string): Cookie {
  const next = cookieOf(epoch, version, hash)
  if (cookie === null) return next
  if (isAt(cookie, next) && cookie.c === undefined) return cookie
  return { ...next, order: Math.max(next.order, cookie.order + 1) }
}

function isAt(cookie: Cookie, { e, v, a }: Cookie): boolean {
  return cookie.e === e && cookie.v === v && cookie.a === a
}

function isAhead(cookie: Cookie | null, { version }: OrgState): boolean {
  return cookie !== null && cookie.v > version
}

/** The version from which changes are enough for the client; null when it needs everything again. */
function changesSince(cookie: Cookie | null, next: Cookie, org: OrgState): number | null {
  if (cookie === null || cookie.a !== next.a) return null
  return cookie.v > org.version || cookie.v < org.gcVersion ? null : cookie.v
}

async function everything(tx: StoreReadTx, actor: Actor, cookie: Cookie | null): Promise<PatchOperation[]> {
  const puts = (await tx.scanEntries('', actor.audiences)).map(toOperation)
  return cookie === null ? puts : [{ op: 'clear' }, ...puts]
}

function toOperation({ key, value }: StoredEntry): PatchOperation {
  return value === null ? { op: 'del', key } : { op: 'put', key, value }
}
