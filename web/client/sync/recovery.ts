import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { stampSchema } from '@tidemark/shared/entries/define-mutator'
import { isDiscarding } from '@tidemark/shared/sync/mutation-errors'
import { isMutatorName, type MutatorName, mutatorOf } from '@tidemark/shared/sync/mutators'
import type { PendingMutation } from 'replicache'
import { reportCaught } from '../observability/report-caught'
import { isAmong, takeLeftJournals, type ChangeJournal } from '../unsent/change-journal'
import type { OpenReplica } from '../unsent/count-unsent'
import { DesktopMirror } from '../unsent/desktop-mirror'
import { RecoveredChanges } from '../unsent/recovered-changes'
import { listReplicas, type JournalledChange } from '../unsent/unsent-store'
import { effectNow } from './client-mutators'
import { readPending } from './pending-count'
import type { OpenedReplica, SyncConnection } from './sync-connection'
import type { SyncStatusStore } from './sync-status'
import type { StampedArgs } from './undoable-changes'
import type { ViewStore } from './view-store'

type MakeAgain = (name: MutatorName, args: StampedArgs) => Promise<void>

interface RecoveryParts {
  readonly databaseName: string
  /** The epoch of the store that the page is from. */
  readonly epoch: number
  readonly connection: SyncConnection
  readonly status: SyncStatusStore
  readonly views: ViewStore
  readonly journal: ChangeJournal
}

/**
 * Keeps pending changes when a client can no longer send them, and finds those that earlier clients of this browser
 * left.
 */
export class Recovery {
  /** The recovered changes that are offered to the person. */
  readonly changes: RecoveredChanges
  readonly #parts: RecoveryParts
  readonly #mirror: DesktopMirror
  #leftMade: Promise<void> = Promise.resolve()

  constructor(parts: RecoveryParts) {
    this.#parts = parts
    this.changes = new RecoveredChanges(parts.databaseName)
    this.#mirror = new DesktopMirror(parts.databaseName)
  }

  /** Resolves once changes that an earlier page had no time to write are made again, as far as possible now. */
  readonly whenLeftMade = (): Promise<void> => this.#leftMade

  /**
   * Looks for changes that were left, as soon as there is a database. makeAgain: receives each change with its original
   * stamp.
   */
  findLeft({ replicache, isOnDisk, signal, heard }: OpenedReplica, makeAgain: MakeAgain): void {
    const { databaseName, connection, views, journal } = this.#parts
    const take = (changes: readonly JournalledChange[], key: string) => this.#makeLeft(changes, key, makeAgain)
    this.#leftMade = views.ready
      .then(() => takeLeftJournals(databaseName, journal, { signal, heard, take }))
      .catch((thrown: unknown) => {
        if (!signal.aborted) reportCaught(thrown)
      })
    void connection.countPending().then(async () => {
      const pending = await readPending(replicache)
      if (pending !== null) await this.changes.refresh(pending)
    })
    this.#mirror.restore((left) => this.changes.keepFound(left)).catch(reportCaught)
    if (isOnDisk) this.#recoverOldEpochs().catch(reportCaught)
  }

  /** Copies pending changes to the desktop app's own files, if this page runs in it. */
  readonly mirror = (clientId: string, pending: readonly PendingMutation[]): void => {
    this.#mirror.keep(clientId, pending)
  }

  readonly keepPending = async (): Promise<boolean> => {
    const { connection, status } = this.#parts
    await connection.countPending()
    return status.facts.waiting === 0 || (await this.recoverPending())
  }

  /** Resolves to false if this browser has no place for them. */
  readonly recoverPending = async (): Promise<boolean> => {
    const { connection, journal } = this.#parts
    if (connection.replicache === null) return false
    const made = journal.made()
    const pending = await readPending(connection.replicache)
    if (pending === null) return false
    const isKept = await this.changes.recover(pending)
    if (isKept) journal.forget(made)
    return isKept
  }

  async makeRecoveredAgain(makeAgain: MakeAgain): Promise<{
    readonly madeCount: number
    readonly actionIds: readonly string[]
  }> {
    const actionIds: string[] = []
    const madeCount = await this.changes.makeAgain(async (name, args, actionId = newId()) => {
      await makeAgain(name, { ...args, at: Date.now(), actionId })
      actionIds.push(actionId)
    })
    return { madeCount, actionIds }
  }

  readonly readUnsent = async (): Promise<OpenReplica> => {
    const { databaseName, connection, status, journal } = this.#parts
    await connection.countPending()
    const making = journal.making()
    const { replicache } = connection
    return {
      databaseName,
      clientId: replicache?.clientID ?? '',
      isOnDisk: status.facts.storage !== 'memory',
      pending: (replicache && (await readPending(replicache))) ?? [],
      recovered: this.changes.getState(),
      journalKey: journal.key,
      making,
    }
  }

  readonly pendingAsText = async (): Promise<string> => {
    const pending = (await this.#parts.connection.replicache?.experimentalPendingMutations()) ?? []
    return JSON.stringify(
      pending.filter(({ name }) => !isDiscarding(name)).map(({ name, args }) => ({ change: name, args })),
      null,
      2,
    )
  }

  /**
   * Makes again the changes that a closed page had not written to disk, unless the database or the server has them.
   * Changes that would overwrite something newer are offered instead.
   */
  async #makeLeft(changes: readonly JournalledChange[], journalKey: string, makeAgain: MakeAgain): Promise<boolean> {
    const { connection, status } = this.#parts
    const { replicache } = connection
    if (replicache === null) return false
    const pending = await replicache.experimentalPendingMutations()
    const had = await replicache.readAcknowledged()
    const lost: PendingMutation[] = []
    for (const [index, { name, args, found, mutation }] of changes.entries()) {
      if (isAmong(pending, { name, args })) continue
      if (mutation !== undefined && (had[mutation.clientId] ?? 0) >= mutation.id) continue
      try {
        if (!isMutatorName(name)) throw new TidemarkError('unknown-mutation', { detail: name })
        const { at, actionId } = stampSchema.parse(args)
        const mutator = mutatorOf(name)
        const effect = await replicache.query((tx) => effectNow(status.facts.actor, tx, mutator, args, found))
        if (effect === 'nothing') continue
        if (effect === 'over-newer') {
          lost.push({ clientID: journalKey, id: index, name, args })
          continue
        }
        await makeAgain(name, { ...args, at, actionId })
      } catch (thrown) {
        const { code } = toTidemarkError(thrown)
        if (code === 'internal') reportCaught(thrown)
        // The server has it already, and this browser may only just have learned so.
        if (code === 'already-exists') continue
        if (code === 'not-found' && name.startsWith('delete')) continue
        lost.push({ clientID: journalKey, id: index, name, args })
      }
    }
    return lost.length === 0 || (await this.changes.keepFound(lost))
  }

  async #recoverOldEpochs(): Promise<void> {
    const { databaseName, epoch, views } = this.#parts
    // Does not delay the page.
    await views.ready
    const old = (await listReplicas()).filter(
      (replica) => replica.databaseName === databaseName && replica.epoch !== epoch,
    )
    if (old.length === 0) return
    const { recoverOldEpochs } = await import('../unsent/recover-replicas')
    await recoverOldEpochs(old, (found) => this.changes.keepFound(found))
  }
}
