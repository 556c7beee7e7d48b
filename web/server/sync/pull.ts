import type { Actor } from '@tidemark/shared/access/actor'
import { isJsonObject } from '@tidemark/shared/base/json'
import {
  cookieOf,
  pullVersion,
  type ClientAction,
  type Cookie,
  type PatchOperation,
  type PullRequest,
  type PullResponse,
} from '@tidemark/shared/sync/protocol'
import { ownFlagsKey } from '@tidemark/shared/flags/own-flags'
import { readOwnFlags } from '../flags/read-own-flags'
import type { ClientGroup, LiveEntry, OrgState, StoredEntry, StoreReadTx } from '../store/store'
import { keepAudiences } from './keep-audiences'
import { getOwnGroup } from './push'
import type { Reader } from './readers'
import type { SyncContext } from './sync-context'
import { shownAnew, withholdFrom, type ShownAnew } from './withheld-sql'

/**
 * Returns the changes since the client's cookie, from one snapshot. Writes nothing, so a lost answer does no harm.
 * Fails with `foreign-client-group`.
 */
export async function pull(
  context: SyncContext,
  actor: Actor,
  request: PullRequest,
): Promise<PullResponse | ClientAction> {
  if (request.pullVersion !== pullVersion) return { error: 'VersionNotSupported', versionType: 'pull' }
  if (!context.schemaVersions.includes(request.schemaVersion))
    return { error: 'VersionNotSupported', versionType: 'schema' }
  const { answer, reader } = await context.store.read(actor.orgId, async (tx) => {
    const [org, group] = await Promise.all([tx.getOrg(), getOwnGroup(tx, actor, request.clientGroupID)])
    const reader = await context.readers.of(tx, actor, org)
    return { answer: await answerPull(tx, org, group, reader, request, context.stampKey), reader }
  })
  await keepAudiences(context, reader)
  return answer
}

async function answerPull(
  tx: StoreReadTx,
  org: OrgState,
  group: ClientGroup | undefined,
  reader: Reader,
  { cookie }: PullRequest,
  stampKey: string,
): Promise<PullResponse | ClientAction> {
  // The store of another epoch may have sent this group other data. A reloaded page keeps each epoch's data apart, so
  // it does not send this cookie again.
  if (cookie !== null && cookie.e !== org.epoch) return { error: 'ClientStateNotFound' }
  const next = nextCookie(cookie, org, reader.hash)
  if (cookie !== null && next === cookie) return nothingNew(cookie)
  // A store restored from an older copy may hold lower mutation ids than this group was told, which Replicache refuses
  // for ever. A new group starts with the same cookie and is then answered in full.
  if (group !== undefined && isAhead(cookie, org)) return { error: 'ClientStateNotFound' }

  const known = await clientStateOf(tx, reader, cookie, org)
  const listClients = async () =>
    group === undefined ? [] : await tx.listClients(group.id, known === null ? 0 : (cookie?.c ?? known.version))
  // If the cookie is current, only mutation ids can be new, so they decide whether there is anything to send.
  const early = cookie !== null && isAt(cookie, next) ? await listClients() : undefined
  if (cookie !== null && early?.length === 0) return nothingNew(cookie)
  const [clients, patch, flags] = await Promise.all([
    early ?? listClients(),
    (known === null ? everything(tx, reader.actor, cookie) : difference(tx, reader.actor, known)).then((changed) =>
      asShown(tx, reader.actor, changed, stampKey),
    ),
    ownFlags(tx, reader.actor),
  ])
  return {
    cookie: next,
    lastMutationIDChanges: Object.fromEntries(clients.map(({ id, lastMutationId }) => [id, lastMutationId])),
    patch: [...patch, ...flags],
  }
}

/** Removes the texts that the actor may not read from the entries. */
async function asShown(
  tx: StoreReadTx,
  actor: Actor,
  patch: readonly PatchOperation[],
  stampKey: string,
): Promise<readonly PatchOperation[]> {
  const puts = patch.flatMap((operation) => (operation.op === 'put' ? [[operation.key, operation.value] as const] : []))
  const withhold = await withholdFrom(actor, tx, puts, stampKey)
  if (withhold === null) return patch
  return patch.map((operation) =>
    operation.op === 'put' && isJsonObject(operation.value)
      ? { ...operation, value: withhold(operation.key, operation.value) }
      : operation,
  )
}

function nothingNew(cookie: Cookie): PullResponse {
  return { cookie, lastMutationIDChanges: {}, patch: [] }
}

/**
 * Returns the cookie of the org's current state: the client's own if it is current in every respect, otherwise one of a
 * higher order, even for a client that has seen a later state than the store has now.
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

/** The state that a client holds: everything visible to these audiences at a version. */
interface ClientState {
  readonly version: number
  readonly audiences: readonly string[]
}

/** Returns the state that a cookie stands for; null if it is unknown and the client needs everything again. */
async function clientStateOf(
  tx: StoreReadTx,
  { actor, hash }: Reader,
  cookie: Cookie | null,
  org: OrgState,
): Promise<ClientState | null> {
  if (cookie === null || cookie.v > org.version || cookie.v < org.gcVersion) return null
  const audiences = cookie.a === hash ? actor.audiences : await tx.getAudiences(actor.userId, cookie.a)
  return audiences === undefined ? null : { version: cookie.v, audiences }
}

/**
 * Returns the operations that lead from the client's state to what the actor may see now. An entry that moved between
 * audiences is sent whole or deleted. Deletions are sent only to clients that hold the key, so that nobody learns of a
 * key they could never see.
 */
async function difference(tx: StoreReadTx, { audiences }: Actor, known: ClientState): Promise<PatchOperation[]> {
  const [before, now] = [new Set(known.audiences), new Set(audiences)]
  const gained = audiences.filter((audience) => !before.has(audience))
  const lost = known.audiences.filter((audience) => !now.has(audience))
  const kept = lost.length === 0 ? known.audiences : known.audiences.filter((audience) => now.has(audience))

  const [changed, moved, taken, given] = await Promise.all([
    tx.listChanges(known.version, kept),
    tx.listMoved(known.version, known.audiences),
    lost.length === 0 ? [] : tx.listHeld(known.version, lost),
    gained.length === 0 ? [] : tx.scanEntries('', gained),
  ])
  const changes = changed.filter(({ value, since }) => value !== null || since <= known.version)
  const gone = moved.filter(({ audience }) => audience === null || !now.has(audience)).map(({ key }) => key)
  const touched = [...changes, ...moved, ...given].map(({ key }) => key)
  const anew = await listShownAnew(tx, shownAnew(known.audiences, audiences, [...touched, ...taken]), kept)

  const operations = new Map<string, PatchOperation>()
  for (const key of [...gone, ...taken]) operations.set(key, { op: 'del', key })
  for (const entry of [...anew, ...changes, ...given]) operations.set(entry.key, toOperation(entry))
  return [...operations.values()]
}

async function listShownAnew(
  tx: StoreReadTx,
  anew: ShownAnew | null,
  audiences: readonly string[],
): Promise<readonly LiveEntry[]> {
  const found: LiveEntry[] = []
  for (const prefix of anew?.prefixes ?? [])
    for (const entry of await tx.scanEntries(prefix, audiences))
      if (anew?.isShownAnew(entry.key, entry.value) === true) found.push(entry)
  return found
}

async function everything(tx: StoreReadTx, actor: Actor, cookie: Cookie | null): Promise<PatchOperation[]> {
  const puts = (await tx.scanEntries('', actor.audiences)).map(toOperation)
  return cookie === null ? puts : [{ op: 'clear' }, ...puts]
}

/** Returns the flags, which are sent with every answer that has news: a flag or the actor's role may have changed. */
async function ownFlags(tx: StoreReadTx, actor: Actor): Promise<PatchOperation[]> {
  const value = await readOwnFlags(tx, actor)
  return value === null ? [] : [{ op: 'put', key: ownFlagsKey, value }]
}

function toOperation({ key, value }: StoredEntry): PatchOperation {
  return value === null ? { op: 'del', key } : { op: 'put', key, value }
}
