import type { PendingMutation } from 'replicache'
import { newId } from '@tidemark/shared/base/ids'
import { jsonEqual, type JsonValue } from '@tidemark/shared/base/json'
import { undoOf, type EntryChange } from '@tidemark/shared/sync/entry-change'
import { fieldsOf } from '@tidemark/shared/sync/field-paths'
import { holdLock } from '../page/hold-database'
import {
  databaseOfJournal,
  journalKeyOf,
  listJournals,
  readJournal,
  type Found,
  type JournalledChange,
} from './unsent-store'

interface Row {
  change: JournalledChange
  /** As it is written: each write is of all rows. */
  json: string
  /** True if the local database shows it, though it may not have written it. */
  isMade: boolean
}

/**
 * The journal of changes of the last moments. Replicache writes to the disk up to two seconds after it shows a change,
 * and by then the page may be gone; local storage takes it at once. Each client has a journal of its own, and holds its
 * lock.
 */
export class ChangeJournal {
  readonly key: string
  readonly #rows = new Set<Row>()
  #holding: AbortSignal | null = null
  #mayWrite = false
  #isWriteDue = false
  /** True if the state of rows has changed since they were written. */
  #isBehind = false

  constructor(databaseName: string) {
    this.key = journalKeyOf(databaseName, newId())
  }

  /**
   * Announces this client to other pages until the signal aborts. Nothing is written before: they would take it for what
   * a closed tab left, and make it too.
   */
  hold(signal: AbortSignal): void {
    this.#holding = signal
    this.#mayWrite = false
    const begin = () => {
      if (this.#holding !== signal) return
      this.#mayWrite = true
      if (this.#rows.size > 0) this.#writeNow()
    }
    holdLock(lockOf(this.key), signal, begin).catch((thrown: unknown) => {
      // Where a browser blocks locks it blocks storage, and there is no journal for others to find.
      if (!signal.aborted) console.debug('the journal is not held', thrown)
      begin()
    })
  }

  /** The page goes, and what it could not write yet is left to the next one. */
  leave(): void {
    if (this.#mayWrite || this.#rows.size === 0) return
    this.#mayWrite = true
    this.#writeNow()
  }

  add(change: JournalledChange): Row {
    const row: Row = { change, json: JSON.stringify(change), isMade: false }
    this.#rows.add(row)
    this.#write()
    return row
  }

  /**
   * Records the outcome of a change. args: the very object it was added with. It is written with the next change, or by
   * `writeNoted`.
   */
  note(args: unknown, what: Pick<JournalledChange, 'found' | 'mutation'>): void {
    for (const row of this.#rows) if (row.change.args === args) this.#become(row, what)
  }

  writeNoted(): void {
    if (this.#isBehind) this.#write()
  }

  /** Some are about to be sent (true), which is written before, or did not get through. */
  noteSent(mutations: readonly PendingMutation[], isSent: boolean): void {
    const ids = new Set(mutations.map(({ clientID, id }) => `${clientID}/${id}`))
    for (const row of this.#rows) {
      const { mutation } = row.change
      if (mutation === undefined || !ids.has(`${mutation.clientId}/${mutation.id}`)) continue
      this.#become(row, { isSent: isSent || undefined })
    }
    if (this.#isBehind) this.#writeNow()
  }

  /** Returns the rows that the local database holds now, without those added later. */
  made(): readonly Row[] {
    return [...this.#rows].filter(({ isMade }) => isMade)
  }

  /** Returns the changes in progress, which the local database does not show yet. */
  making(): readonly JournalledChange[] {
    return [...this.#rows].filter(({ isMade }) => !isMade).map(({ change }) => change)
  }

  /** These lie elsewhere now, or were refused. */
  forget(rows: readonly Row[]): void {
    if (rows.length === 0) return
    for (const row of rows) this.#rows.delete(row)
    this.#write()
  }

  #become(row: Row, what: Partial<JournalledChange>): void {
    row.change = { ...row.change, ...what }
    row.json = JSON.stringify(row.change)
    this.#isBehind = true
  }

  /** Writes the journal once for all changes of one task, before anything else can happen. */
  #write(): void {
    if (this.#isWriteDue) return
    this.#isWriteDue = true
    queueMicrotask(() => {
      this.#isWriteDue = false
      this.#writeNow()
    })
  }

  #writeNow(): void {
    if (!this.#mayWrite) return
    this.#isBehind = false
    try {
      if (this.#rows.size === 0) localStorage.removeItem(this.key)
      else localStorage.setItem(this.key, `[${[...this.#rows].map(({ json }) => json).join()}]`)
    } catch (thrown) {
      // Blocked or full: then the local database alone keeps it, a little later. What was written before would be taken for what is left.
      console.debug('changes are not kept at once', thrown)
      forgetEntry(this.key)
    }
  }
}

interface LeftJournals {
  readonly signal: AbortSignal
  /** Resolves once it is known which mutations the server has. */
  readonly heard: Promise<void>
  /** False where it must stay. */
  readonly take: (changes: readonly JournalledChange[], journalKey: string) => Promise<boolean>
}

/**
 * Hands over what clients that are gone left of a workspace, each journal once; it goes when it was taken. One whose client
 * may still be there comes later, once it is not, and one of which the server may have something, once that has told: the promise is
 * for those that can be had now.
 */
export async function takeLeftJournals(
  databaseName: string,
  own: ChangeJournal,
  { signal, heard, take }: LeftJournals,
): Promise<void> {
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  const mustAsk = (key: string) => readJournal(key)?.some(({ isSent }) => isSent) === true
  const takeOver = async (key: string) => {
    // The lock goes with this client, also while it waits.
    if (mustAsk(key)) await Promise.race([heard, aborted])
    const changes = readJournal(key)
    // One of a release that writes them otherwise stays.
    if (signal.aborted || changes === null) return
    if (await take(changes, key)) localStorage.removeItem(key)
  }
  for (const key of listJournals().filter((name) => databaseOfJournal(name) === databaseName)) {
    if (key === own.key) continue
    const isTaken = await navigator.locks.request(lockOf(key), { ifAvailable: true }, async (lock) => {
      const isReady = lock !== null && !mustAsk(key)
      if (isReady) await takeOver(key)
      return isReady
    })
    if (isTaken) continue
    navigator.locks
      .request(lockOf(key), { signal }, () => takeOver(key))
      .catch((thrown: unknown) => {
        if (!signal.aborted) throw thrown
      })
  }
}

/** Returns true when a change is among those that a local database has. */
export function isAmong(
  stored: readonly Pick<PendingMutation, 'name' | 'args'>[],
  { name, args }: JournalledChange,
): boolean {
  return stored.some((other) => other.name === name && jsonEqual(other.args, args))
}

/** One entry as a mutation found it and left it; undefined: absent. */
export interface WrittenEntry {
  readonly key: string
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

/**
 * Returns the previous values that a mutation found where it changed something, by key: the fields as `undoOf` names
 * them, all fields of a deleted entry; null where there was nothing. Unchanged values are left out.
 */
export function foundBy(writes: readonly WrittenEntry[]): Found {
  return Object.fromEntries(
    writes.flatMap(({ key, before, after }) => {
      const undo = undoOf(key, before, after)
      return undo === null ? [] : [[key, undo.restored] as const]
    }),
  )
}

/** Returns true when every field a change would set is still as the change found it. undo: of the change. */
export function isAsFound({ key, expected, restored }: EntryChange, found: Found): boolean {
  const then = found[key]
  if (then === undefined) return false
  if (then === null || restored === null) return then === restored
  // It deletes the whole entry.
  if (expected === null) return undoOf(key, then, restored) === null
  return fieldsOf(expected, restored).every((field) => jsonEqual(restored[field], then[field]))
}

function forgetEntry(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch (thrown) {
    console.debug('storage is blocked', thrown)
  }
}

function lockOf(key: string): string {
  return `tidemark-journal:${key}`
}
