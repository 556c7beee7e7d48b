import { personalAudience, type Actor } from '@tidemark/shared/access/actor'
import { mutationErrorPrefix, mutationErrorSchema, type MutationError } from '@tidemark/shared/sync/protocol'
import type { StoreWriteTx } from '../store/store'

/**
 * The most refused changes kept per person and workspace: more than anybody makes offline, but too few to fill a disk.
 */
export const maxRefused = { count: 2000, sizeBytes: 8 * 1024 * 1024 } as const

interface Limits {
  readonly count: number
  readonly sizeBytes: number
}

interface Kept {
  readonly key: string
  readonly sizeBytes: number
  readonly dropped: number
}

/**
 * The refused changes of one person during a push. They are read from the store when the first is added, and again only
 * if another writer came in between, because there may be thousands and a whole push may be refused.
 */
export class RefusedMutations {
  readonly #actor: Actor
  readonly #limits: Limits
  #tx: StoreWriteTx | null = null
  #version = 0
  /** The stored changes, oldest first. */
  #kept: Kept[] | null = null
  #sizeBytes = 0

  constructor(actor: Actor, limits: Limits = maxRefused) {
    this.#limits = limits
    this.#actor = actor
  }

  /**
   * Notes that a transaction has begun. version: the org's version at its start; each transaction that writes raises it
   * by one.
   */
  begin(tx: StoreWriteTx, version: number): void {
    if (version !== this.#version + 1) this.#kept = null
    this.#tx = tx
    this.#version = version
  }

  /**
   * Deletes the oldest changes until there is room for one more. Returns the change with the number of deleted ones,
   * including those that the deleted ones counted themselves, so that the sum over all stored changes is the number of
   * lost notes.
   */
  async makeRoomFor(key: string, change: MutationError): Promise<MutationError> {
    const tx = this.#tx
    if (tx === null) throw new Error('no transaction has begun')
    const kept = (this.#kept ??= await this.#read(tx))
    const sizeBytes = sizeOf(change)
    let dropped = 0
    while (
      kept.length > 0 &&
      (kept.length >= this.#limits.count || this.#sizeBytes + sizeBytes > this.#limits.sizeBytes)
    ) {
      const oldest = kept.shift()
      if (oldest === undefined) break
      await tx.deleteEntry(oldest.key)
      this.#sizeBytes -= oldest.sizeBytes
      dropped += 1 + oldest.dropped
    }
    kept.push({ key, sizeBytes, dropped })
    this.#sizeBytes += sizeBytes
    return dropped === 0 ? change : { ...change, dropped }
  }

  /** Reads the changes again next time, because the person has dismissed some. */
  readAgain(): void {
    this.#kept = null
  }

  async #read(tx: StoreWriteTx): Promise<Kept[]> {
    const entries = await tx.scanEntries(mutationErrorPrefix, [personalAudience(this.#actor.userId)])
    const found = entries.map(({ key, value, version }) => {
      const change = mutationErrorSchema.parse(value)
      return { key, version, change, sizeBytes: sizeOf(change), dropped: change.dropped ?? 0 }
    })
    this.#sizeBytes = found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    return found.sort((a, b) => a.version - b.version || a.change.mutationId - b.change.mutationId)
  }
}

function sizeOf(change: MutationError): number {
  return Buffer.byteLength(JSON.stringify(change.args))
}
