import type { Actor } from '@tidemark/shared/access/actor'
import { newId } from '@tidemark/shared/base/ids'
import { isJsonObject } from '@tidemark/shared/base/json'
import type { KeyedEntry, EntryTx, EntryView } from '@tidemark/shared/entries/entry-tx'
import { chartPrefix } from '@tidemark/shared/charts/chart'
import { isShownInPart } from '@tidemark/shared/datasets/shown-dataset'
import { ownFlagsKey, ownFlagsPrefix } from '@tidemark/shared/flags/own-flags'
import {
  cookieOf,
  schemaVersions as servedVersions,
  type PullRequest,
  type ClientAction,
  type PageSnapshot,
  type PrefetchedPull,
  type PullResponse,
  type PushRequest,
} from '@tidemark/shared/sync/protocol'
import { readOwnFlags } from '../flags/read-own-flags'
import type { Logger } from '../observability/log'
import type { PokeHub } from './poke-hub'
import type { LiveEntry, Store, StoreReadTx, StoreWriteTx } from '../store/store'
import { EntryBuffer } from './entry-buffer'
import { createEntryView } from './entry-view'
import { ClientGroupPositions, createPrefetchPull } from './prefetch'
import { keepAudiences } from './keep-audiences'
import { pull } from './pull'
import { push } from './push'
import { readersOf } from './readers'
import { runMutation } from './run-mutation'
import type { SyncContext } from './sync-context'
import { withholdFrom } from './withheld-sql'
import { WriteBudget } from './write-budget'

export interface SyncService {
  push(actor: Actor, request: PushRequest): Promise<ClientAction | Record<string, never>>
  pull(actor: Actor, request: PullRequest): Promise<PullResponse | ClientAction>
  /**
   * Answers the group's next pull in advance, from its position after this server's last answer; null if that is
   * unknown or the server is busy. Fails like `pull`.
   */
  prefetchPull(actor: Actor, clientGroupID: string): Promise<PrefetchedPull | null>
  /**
   * Returns a consistent snapshot of what the actor may see under the prefixes; of everything if none are given. With
   * `wholeUpTo`, also returns everything if that is at most so many entries.
   */
  readView(actor: Actor, prefixes?: readonly string[], wholeUpTo?: number): Promise<SnapshotView>
  /** Returns the current version of the actor's workspace. */
  readVersion(actor: Actor): Promise<number>
  /**
   * Runs one mutation on behalf of the actor outside Replicache (HTTP API, uploads), under the same rules. Fails with
   * the mutation's own error; then nothing is written.
   */
  mutate(actor: Actor, name: string, args: unknown): Promise<void>
  /**
   * Writes in one transaction without a mutator, for entries that only the server makes (a dataset with its files, the
   * first content). stored: all entries, also those that the actor does not see. The caller must check permissions. If `run` throws, nothing is written.
   */
  transact<T>(actor: Actor, run: (tx: EntryTx, stored: Pick<StoreReadTx, 'listEntries'>) => Promise<T>): Promise<T>
}

export interface SnapshotView {
  readonly view: EntryView
  /** The same entries as they are sent to the browser, without the texts that the actor may not read. */
  readonly snapshot: PageSnapshot
  /** The keys of the charts among them whose SQL the actor may not read; `view` has it, to run them. */
  readonly withheldCharts: ReadonlySet<string>
}

export interface SyncServiceOptions {
  readonly store: Store
  readonly pokes: Pick<PokeHub, 'publish'>
  readonly log: Logger
  /** Unix milliseconds, as written to every entry's `createdAt` and `updatedAt`. */
  readonly clock: () => number
  /**
   * Returns the actor with their current rights within a transaction; default: the actor of the request. Fails with
   * `forbidden`.
   */
  readonly presentActor?: ((tx: StoreWriteTx, actor: Actor) => Promise<Actor>) | undefined
  /** The bytes that one person may add to the store per hour; default: no limit. */
  readonly bytesPerHour?: number | undefined
  /** A secret shared by all servers of the store; see `withholdFrom`. Not needed if everybody may read everything. */
  readonly stampKey?: string | undefined
  /** The schema versions of the pages that are served; default: those of this build and the one before. */
  readonly schemaVersions?: readonly string[]
  /** Positions that outlive this service, for a caller that creates one per request. */
  readonly positions?: ClientGroupPositions
}

export function createSyncService({
  store,
  pokes,
  log,
  clock,
  presentActor,
  bytesPerHour,
  stampKey = '',
  schemaVersions = servedVersions,
  positions = new ClientGroupPositions(),
}: SyncServiceOptions): SyncService {
  const readers = readersOf(store)
  const context: SyncContext = {
    store,
    readers,
    log,
    clock,
    stampKey,
    schemaVersions,
    budget:
      bytesPerHour === undefined
        ? null
        : new WriteBudget({ bytesPerHour, clock, onUsedUp: (writer) => logUsedUp(log, writer) }),
    write: async (actor, run) => {
      const written = await store.write(actor.orgId, { userId: actor.userId, at: clock() }, async (tx) =>
        run(tx, presentActor === undefined ? actor : await presentActor(tx, actor)),
      )
      if (written.version !== null) pokes.publish({ org: actor.orgId, version: written.version })
      return written
    },
  }

  const transact: SyncService['transact'] = async (actor, run) => {
    const { value } = await context.write(actor, async (tx, present) => {
      const buffer = new EntryBuffer((await readers.of(tx, present)).actor, tx)
      const result = await run(buffer, tx)
      await buffer.flush()
      return result
    })
    return value
  }

  const answerPull = async (actor: Actor, request: PullRequest) => {
    const answer = await pull(context, actor, request)
    positions.note(actor, request, answer)
    return answer
  }

  return {
    push: (actor, request) => push(context, actor, request),
    pull: answerPull,

    prefetchPull: createPrefetchPull(positions, answerPull),

    transact,

    mutate: async (actor, name, args) => {
      const stamped = typeof args === 'object' && args !== null ? { actionId: newId(), ...args } : args
      await transact(actor, (tx) => runMutation(tx, name, stamped, clock()))
    },

    readVersion: async ({ orgId }) => (await store.read(orgId, (tx) => tx.getOrg())).version,

    readView: async (actor, prefixes, wholeUpTo = 0) => {
      const { reader, ...result } = await store.read(actor.orgId, async (tx) => {
        const org = await tx.getOrg()
        const reader = await readers.of(tx, actor, org)
        const cookie = cookieOf(org.epoch, org.version, reader.hash)
        const { found, complete } = await readEntries(tx, reader.actor, prefixes, wholeUpTo)
        const isAskedForFlags = complete || prefixes?.includes(ownFlagsPrefix)
        const ownFlags = isAskedForFlags ? await readOwnFlags(tx, reader.actor) : null
        const entries = found.map(({ key, value }): KeyedEntry => [key, value])
        if (ownFlags !== null) insertInOrder(entries, [ownFlagsKey, ownFlags])
        const withhold = await withholdFrom(reader.actor, tx, entries, stampKey)
        const shown =
          withhold === null
            ? entries
            : entries.map(([key, value]): KeyedEntry => [key, isJsonObject(value) ? withhold(key, value) : value])
        // What the server does for somebody sees of datasets what they see; SQL texts it needs to run charts.
        const own =
          withhold === null
            ? entries
            : entries.map((entry, index) => (isShownInPart(entry[0]) ? (shown[index] ?? entry) : entry))
        const withheldCharts = new Set(
          entries.flatMap(([key, value], index) =>
            key.startsWith(chartPrefix) && shown[index]?.[1] !== value ? [key] : [],
          ),
        )
        return { reader, withheldCharts, view: createEntryView(own), snapshot: { cookie, complete, entries: shown } }
      })
      // Whoever opens a public link has no local copy to bring up to date.
      if (actor.kind !== 'publicLink') await keepAudiences(context, reader)
      return result
    },
  }
}

function logUsedUp(log: Logger, { orgId, userId }: Pick<Actor, 'orgId' | 'userId'>): void {
  log.info(
    { orgId, userId },
    'A person has written more within an hour than TIDEMARK_CHANGES_MB_PER_HOUR; the rest waits.',
  )
}

function insertInOrder(entries: KeyedEntry[], entry: KeyedEntry): void {
  const index = entries.findIndex(([key]) => key > entry[0])
  entries.splice(index < 0 ? entries.length : index, 0, entry)
}

/** Reads the entries under the prefixes in key order, each of them once. */
async function readEntries(
  tx: StoreReadTx,
  { audiences }: Actor,
  prefixes: readonly string[] | undefined,
  wholeUpTo: number,
) {
  if (prefixes === undefined) return { found: await tx.scanEntries('', audiences), complete: true }
  if (wholeUpTo > 0) {
    const found = await tx.scanEntries('', audiences, wholeUpTo + 1)
    if (found.length <= wholeUpTo) return { found, complete: true }
  }
  const byKey = new Map<string, LiveEntry>()
  for (const prefix of prefixes)
    for (const entry of await tx.scanEntries(prefix, audiences)) byKey.set(entry.key, entry)
  return { found: [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1)), complete: false }
}
