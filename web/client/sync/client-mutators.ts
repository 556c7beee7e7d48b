import type { Actor } from '@tidemark/shared/access/actor'
import { requirePermission } from '@tidemark/shared/access/rules'
import type { JsonObject, JsonValue } from '@tidemark/shared/base/json'
import type { Mutator } from '@tidemark/shared/entries/define-mutator'
import type { EntryTx, KeyedEntry } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mutatorList } from '@tidemark/shared/sync/mutators'
import { restoreEntries } from '@tidemark/shared/sync/restore-entries'
import { undoOf, type EntryChange } from '@tidemark/shared/sync/entry-change'
import type { MutatorDefs, ReadTransaction, WriteTransaction } from 'replicache'
import { isAsFound, type WrittenEntry } from '../unsent/change-journal'
import type { Found } from '../unsent/unsent-store'
import { reportCaught } from '../observability/report-caught'

/** A mutation at its first run. args: the very object that the caller passed. */
export interface MadeMutation {
  readonly mutatorName: string
  readonly args: unknown
  readonly actionId: string
  readonly clientId: string
  readonly mutationId: number
  readonly writes: readonly WrittenEntry[]
}

/**
 * Builds the shared mutators in Replicache's form. actorNow: returns the current actor, since a role can change while a
 * page is open. onMade: called at a mutation's first run, not in rebases.
 *
 * A rebase runs a pending mutation again on others' changes, which may have made it impossible. It then writes nothing
 * and stays pending until the server refuses it: Replicache would abandon the whole pull if it threw.
 */
export function createClientMutators(actorNow: () => Actor, onMade: (made: MadeMutation) => void): MutatorDefs {
  const defs: MutatorDefs = {}
  for (const mutator of mutatorList) {
    defs[mutator.name] = async (tx: WriteTransaction, args: unknown) => {
      const actor = actorNow()
      const held = new HeldWrites(actor, tx)
      try {
        // Checked at the first run only: changes made under an earlier role stay visible until the server refuses them.
        if (tx.reason === 'initial') requirePermission(actor, mutator.permission)
        const parsed = mutator.argsSchema.parse(args)
        await mutator.run(held, parsed)
        const writes = await held.flush(tx)
        const { clientID: clientId, mutationID: mutationId } = tx
        if (tx.reason === 'initial')
          onMade({ mutatorName: mutator.name, args, actionId: parsed.actionId, clientId, mutationId, writes })
      } catch (thrown) {
        if (tx.reason === 'initial') throw thrown
        if (!(thrown instanceof TidemarkError)) reportCaught(thrown)
      }
    }
  }
  return defs
}

/**
 * Returns what a mutation made on other data would change now: only the author, entries as it found them, or entries
 * that others have changed since. found: the entries as the mutation found them; undefined if unknown. Rejects with the
 * error for which it would be refused.
 */
export async function effectNow(
  actor: Actor,
  tx: ReadTransaction,
  mutator: Mutator,
  args: unknown,
  found: Found | undefined,
): Promise<'nothing' | 'as-then' | 'over-newer'> {
  requirePermission(actor, mutator.permission)
  const held = new HeldWrites(actor, tx)
  await mutator.run(held, mutator.argsSchema.parse(args))
  let effect: 'nothing' | 'as-then' = 'nothing'
  for (const [key, after] of held.writes) {
    const before = await tx.get(key)
    const change = undoOf(key, before, after)
    if (change === null) continue
    if (found !== undefined && !isAsFound(change, found)) return 'over-newer'
    effect = 'as-then'
  }
  return effect
}

/** Rejects with the error for which a restore of any length would be refused if it were one mutation. */
export async function mustBeRestorableWhole(
  actor: Actor,
  tx: ReadTransaction,
  changes: readonly EntryChange[],
): Promise<void> {
  requirePermission(actor, restoreEntries.permission)
  await restoreEntries.run(new HeldWrites(actor, tx), { changes: [...changes], at: 0, actionId: 'dry-run' })
}

/** Holds a mutation's writes back until it has completed. */
class HeldWrites implements EntryTx {
  readonly actor: Actor
  readonly #tx: ReadTransaction
  readonly #valuesByKey = new Map<string, JsonObject | undefined>()

  constructor(actor: Actor, tx: ReadTransaction) {
    this.actor = actor
    this.#tx = tx
  }

  /** By key; undefined: deleted. */
  get writes(): ReadonlyMap<string, JsonObject | undefined> {
    return this.#valuesByKey
  }

  async get(key: string): Promise<JsonValue | undefined> {
    return this.#valuesByKey.has(key) ? this.#valuesByKey.get(key) : await this.#tx.get(key)
  }

  async scan(prefix: string): Promise<readonly KeyedEntry[]> {
    const stored: readonly KeyedEntry[] = await this.#tx.scan({ prefix }).entries().toArray()
    if (this.#valuesByKey.size === 0) return stored
    const found = new Map<string, JsonValue>(stored)
    for (const [key, value] of this.#valuesByKey) {
      if (!key.startsWith(prefix)) continue
      if (value === undefined) found.delete(key)
      else found.set(key, value)
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  async set(key: string, value: JsonObject): Promise<void> {
    this.#valuesByKey.set(key, value)
  }

  async del(key: string): Promise<void> {
    this.#valuesByKey.set(key, undefined)
  }

  async flush(tx: WriteTransaction): Promise<readonly WrittenEntry[]> {
    const writes: WrittenEntry[] = []
    for (const [key, after] of this.#valuesByKey) {
      const before = await tx.get(key)
      if (after === undefined) await tx.del(key)
      else await tx.set(key, after)
      writes.push({ key, before, after })
    }
    return writes
  }
}
