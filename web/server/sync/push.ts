import type { Actor } from '@tidemark/shared/access/actor'
import { textHash } from '@tidemark/shared/base/text-hash'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { isDiscarding } from '@tidemark/shared/sync/mutation-errors'
import { textWrite } from '@tidemark/shared/sync/overwritten-text'
import { mutationErrorKey, pushVersion, type ClientAction, type PushRequest } from '@tidemark/shared/sync/protocol'
import { logFailure } from '../observability/log-failure'
import type { ClientGroup, OrgState, StoreReadTx, StoreWriteTx } from '../store/store'
import { EntryBuffer } from './entry-buffer'
import { findOverwritten, leaveOverwritten } from './find-overwritten'
import { RefusedMutations } from './refused-mutations'
import { runMutation } from './run-mutation'
import type { SyncContext } from './sync-context'

/** Limits of one transaction, because it holds the org's write lock. */
const maxTransactionMutations = 50
const maxTransactionMs = 50

type Mutation = PushRequest['mutations'][number]

/**
 * Processes a push in short transactions. Each mutation's effects and its client's last mutation id commit together.
 *
 * All mutations are processed before the answer, because Replicache does not resend a push that was answered with 200
 * until the next change or reload. Fails with `foreign-client-group`, with `forbidden` if the actor is no longer a
 * member, with `too-many-requests` if the person has used up their hourly budget, or with the store's error. Mutations
 * committed by then are skipped when the client sends them again.
 */
export async function push(
  context: SyncContext,
  actor: Actor,
  request: PushRequest,
): Promise<ClientAction | Record<string, never>> {
  if (request.pushVersion !== pushVersion) return { error: 'VersionNotSupported', versionType: 'push' }
  if (!context.schemaVersions.includes(request.schemaVersion))
    return { error: 'VersionNotSupported', versionType: 'schema' }
  if (request.mutations.length === 0) {
    const known = await context.store.read(actor.orgId, (tx) => readKnown(tx, actor, request))
    return isKnownOrNew(known, request) ? {} : { error: 'ClientStateNotFound' }
  }
  const refused = new RefusedMutations(actor)
  let next: number | 'unknown' | null = 0
  while (typeof next === 'number') {
    const from: number = next
    context.budget?.check(actor)
    const { value } = await context.write(actor, async (tx, present) => ({
      next: await processBatch(context, tx, present, request, { from, refused }),
      writtenBytes: tx.writtenBytes,
    }))
    context.budget?.spend(actor, value.writtenBytes)
    next = value.next
    if (next === 'unknown') return { error: 'ClientStateNotFound' }
    // Lets pulls and other people's pushes run between two transactions of a long push.
    if (next !== null) await new Promise((resolve) => setImmediate(resolve))
  }
  return {}
}

/** Returns the group; undefined for a new one. Fails with `foreign-client-group` if it belongs to somebody else. */
export async function getOwnGroup(tx: StoreReadTx, actor: Actor, groupId: string): Promise<ClientGroup | undefined> {
  const group = await tx.getClientGroup(groupId)
  if (group !== undefined && (group.orgId !== actor.orgId || group.userId !== actor.userId)) {
    throw new TidemarkError('foreign-client-group')
  }
  return group
}

/** The stored state of the group that pushes. lastIds: the last mutation id by client id. */
interface Known {
  readonly org: OrgState
  readonly group: ClientGroup | undefined
  readonly lastIds: Map<string, number>
}

/** Reads the group's stored state. Fails with `foreign-client-group` before any mutation is processed. */
async function readKnown(
  tx: StoreReadTx,
  actor: Actor,
  { clientGroupID: groupId, mutations }: PushRequest,
): Promise<Known> {
  const clientIds = [...new Set(mutations.map(({ clientID }) => clientID))]
  const [org, group, lastIds] = await Promise.all([
    tx.getOrg(),
    getOwnGroup(tx, actor, groupId),
    Promise.all(clientIds.map(async (id) => [id, await getLastMutationId(tx, groupId, id)] as const)),
  ])
  return { org, group, lastIds: new Map(lastIds) }
}

/**
 * Returns false if the group must start over; checked for the whole push before it is processed. A new group's clients
 * start at mutation 1; a higher first id means that an earlier store confirmed mutations and ours was restored from a
 * backup. A push meant for another epoch's store is refused too, because it may have been applied already.
 */
function isKnownOrNew({ org, group }: Known, { epoch, mutations }: PushRequest): boolean {
  if (epoch !== undefined && epoch !== org.epoch) return false
  if (group !== undefined) return true
  const seen = new Set<string>()
  return mutations.every(({ clientID, id }) => {
    const isFirst = !seen.has(clientID)
    seen.add(clientID)
    return !isFirst || id <= 1
  })
}

async function getLastMutationId(tx: StoreReadTx, groupId: string, clientId: string): Promise<number> {
  const client = await tx.getClient(clientId)
  if (client !== undefined && client.groupId !== groupId) throw new TidemarkError('foreign-client-group')
  return client?.lastMutationId ?? 0
}

/**
 * Returns the index of the first mutation for the next transaction, null at the end of the push, or `unknown`, with
 * nothing done, if the group must start over.
 */
async function processBatch(
  context: SyncContext,
  tx: StoreWriteTx,
  actor: Actor,
  request: PushRequest,
  { from, refused }: { readonly from: number; readonly refused: RefusedMutations },
): Promise<number | 'unknown' | null> {
  const { clientGroupID: groupId, mutations } = request
  const known = await readKnown(tx, actor, request)
  if (from === 0 && !isKnownOrNew(known, request)) return 'unknown'
  if (known.group === undefined) await tx.putClientGroup({ id: groupId, userId: actor.userId })
  const { lastIds } = known
  const startedAt = context.clock()
  let processedCount = 0
  refused.begin(tx, known.org.version)
  let reader: Actor | null = null
  let folders: OrgState | undefined = known.org
  /** The hash of each text that this transaction has written, by key. */
  const written = new Map<string, string>()
  for (let index = from; index < mutations.length; index += 1) {
    const mutation = mutations[index]
    if (mutation === undefined) break
    const { clientID, id } = mutation
    const last = lastIds.get(clientID) ?? 0
    if (id <= last) continue
    if (id > last + 1) {
      context.log.debug({ clientId: clientID, id, last }, 'A push left mutations out.')
      return null
    }
    if (processedCount >= maxTransactionMutations) return index
    if (processedCount > 0 && context.clock() - startedAt >= maxTransactionMs) return index
    const write = textWrite(mutation.name, mutation.args)
    if (write !== undefined) {
      const { key, text, basedOn } = write
      // An entry gets one revision per transaction. Without a new transaction, another tab's text in the same push
      // would appear in no revision.
      if ((written.get(key) ?? basedOn) !== basedOn) return index
      written.set(key, textHash(text))
    }
    reader ??= (await context.readers.of(tx, actor, folders)).actor
    const [{ hasChangedReaders }] = await Promise.all([
      processMutation(context, tx, reader, mutation, refused),
      // The id is stored whatever the mutation's outcome, unless the transaction fails. Issuing it now saves a round
      // trip.
      tx.putClient({ id: clientID, groupId, lastMutationId: id }),
    ])
    // A written folder or dataset changes who may see what, including for the actor.
    if (hasChangedReaders) [reader, folders] = [null, undefined]
    if (isDiscarding(mutation.name)) refused.readAgain()
    lastIds.set(clientID, id)
    processedCount += 1
  }
  return null
}

/** Runs one mutation. A refused mutation writes only a note to the person; only the store's failures are thrown. */
async function processMutation(
  context: SyncContext,
  tx: StoreWriteTx,
  actor: Actor,
  mutation: Mutation,
  refused: RefusedMutations,
): Promise<{ readonly hasChangedReaders: boolean }> {
  const buffer = new EntryBuffer(actor, tx)
  const at = context.clock()
  try {
    await runMutation(buffer, mutation.name, mutation.args, at)
    const overwritten = await findOverwritten(tx, actor, mutation, at)
    const flushed = await buffer.flush()
    if (overwritten !== null) await leaveOverwritten(tx, overwritten)
    return flushed
  } catch (thrown) {
    const error = toTidemarkError(thrown)
    if (storeFailures.has(error.code)) throw error
    if (error.code === 'internal') logFailure(context.log, error, { mutation: mutation.name })
    await writeMutationError(tx, actor, mutation, error, at, refused)
    return { hasChangedReaders: false }
  }
}

const storeFailures: ReadonlySet<ErrorCode> = new Set(['store-failed', 'store-corrupt', 'disk-full'])

async function writeMutationError(
  tx: StoreWriteTx,
  actor: Actor,
  mutation: Mutation,
  error: TidemarkError,
  at: number,
  refused: RefusedMutations,
): Promise<void> {
  const { clientID: clientId, id: mutationId, name, args } = mutation
  const key = mutationErrorKey(clientId, mutationId)
  const change = await refused.makeRoomFor(key, { clientId, mutationId, name, args, error: error.toBody(), at })
  const buffer = new EntryBuffer(actor, tx)
  await buffer.set(key, { ...change, error: { ...change.error } })
  await buffer.flush()
}
