import { newId } from '@tidemark/shared/base/ids'
import type { KeyedEntry } from '@tidemark/shared/entries/entry-tx'
import { cookieOf } from '@tidemark/shared/sync/protocol'
import type { Logger } from '../log'
import type { PokeHub, SyncService } from '../services'
import type { LiveEntry, Store } from '../store/store'
import { audienceHash } from './audience-hash'
import { EntryBuffer } from './entry-buffer'
import { createEntryView } from './entry-view'
import { pull } from './pull'
import { push } from './push'
import { runMutation } from './run-mutation'
import type { SyncContext } from './sync-context'

export interface SyncServiceOptions {
  readonly store: Store
  readonly pokes: PokeHub
  readonly log: Logger
  /** Unix milliseconds; stands in every entry's `createdAt` and `updatedAt`. */
  readonly clock: () => number
}

export function createSyncService({ store, pokes, log, clock }: SyncServiceOptions): SyncService {
  const context: SyncContext = {
    store,
    log,
    clock,
    write: async (actor, run) => {
      const written = await store.write(actor.orgId, { userId: actor.userId, at: clock() }, run)
      if (written.version !== null) pokes.publish({ org: actor.orgId, version: written.version })
      return written
    },
  }

  const transact: SyncService['transact'] = async (actor, run) => {
    const { value } = await context.write(actor, async (tx) => {
      const buffer = new EntryBuffer(actor, tx)
      const result = await run(buffer)
      await buffer.flush()
      return result
    })
    return value
  }

  return {
    push: (actor, request) => push(context, actor, request),
    pull: (actor, request) => pull(context, actor, request),
    transact,

    mutate: async (actor, name, args) => {
      const stamped = typeof args === 'object' && args !== null ? { actionId: newId(), ...args } : args
      await transact(actor, (tx) => runMutation(tx, name, stamped, clock()))
    },

    readView: (actor, prefixes) =>
      store.read(actor.orgId, async (tx) => {
        const { epoch, version } = await tx.getOrg()
        const found = new Map<string, LiveEntry>()
        for (const prefix of prefixes ?? ['']) {
          for (const entry of await tx.scanEntries(prefix, actor.audiences)) found.set(entry.key, entry)
        }
        const entries = [...found.values()].map(({ key, value }): KeyedEntry => [key, value]).sort(([a], [b]) => (a < b ? -1 : 1))
        const cookie = cookieOf(epoch, version, audienceHash(actor.audiences))
        return { view: createEntryView(entries), snapshot: { cookie, complete: prefixes === undefined, entries } }
      }),
  }
}
