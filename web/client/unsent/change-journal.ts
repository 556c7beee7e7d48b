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
  /** The serialized row, cached because each write contains all rows. */
  json: string
  /** True if the local database shows the change, though it may not be on disk yet. */
  isMade: boolean
}

/**
 * The journal of the latest changes. Replicache writes to disk up to two seconds after it shows a change, and by then
 * the page may be gone; local storage writes at once. Each client has its own journal and holds its lock.
 */
export class ChangeJournal {
  readonly key: string
  readonly #rows = new Set<Row>()
  #holding: AbortSignal | null = null
  #mayWrite = false
  #isWriteDue = false
  /** True if rows have changed since they were written. */
  #isBehind = false

  constructor(databaseName: string) {
    this.key = journalKeyOf(databaseName, newId())
  }

  /**
   * Announces this client to other pages until the signal aborts. Nothing is written before: other pages would take it
   * for the journal of a closed tab and make its changes too.
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
      // A browser that blocks locks also blocks storage, so others find no journal.
      if (!signal.aborted) console.debug('the journal is not held', thrown)
      begin()
    })
  }

  /** Writes the journal as the page goes, so that the next page makes the changes it could not write yet. */
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
   * Records the outcome of a change. args: the very object it was added with. Written with the next change or by
   * `writeNoted`.
   */
  note(args: unknown, what: Pick<JournalledChange, 'found' | 'mutation'>): void {
    for (const row of this.#rows) if (row.change.args === args) this.#become(row, what)
  }

  writeNoted(): void {
    if (this.#isBehind) this.#write()
  }

  /** Marks changes as about to be sent (true), and writes that before they are, or as not sent (false). */
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

  /** Removes rows that are stored elsewhere now or were refused. */
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

  /** Writes the journal once for all changes of a task, in a microtask. */
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
      // Storage is blocked or full: only the local database keeps the change, a little later. An outdated journal would
      // be taken for unsaved changes, so it is removed.
      console.debug('changes are not kept at once', thrown)
      forgetEntry(this.key)
    }
  }
}

interface LeftJournals {
  readonly signal: AbortSignal
  /** Resolves once it is known which mutations the server has. */
  readonly heard: Promise<void>
  /** Resolves to false if the journal must stay. */
  readonly take: (changes: readonly JournalledChange[], journalKey: string) => Promise<boolean>
}

/**
 * Passes each journal that closed clients of a workspace left to `take`, and removes it once taken. Waits for the
 * journals that can be taken now. A journal of a client that may still be open follows when it closes; one with changes
 * that the server may have follows once the server was heard.
 */
export async function takeLeftJournals(
  databaseName: string,
  own: ChangeJournal,
  { signal, heard, take }: LeftJournals,
): Promise<void> {
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  const mustAsk = (key: string) => readJournal(key)?.some(({ isSent }) => isSent) === true
  const takeOver = async (key: string) => {
    // The lock is held while waiting, and released when this client goes.
    if (mustAsk(key)) await Promise.race([heard, aborted])
    const changes = readJournal(key)
    // A journal in the format of another release is left alone.
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

/** Returns true if a local database has this change. */
export function isAmong(
  stored: readonly Pick<PendingMutation, 'name' | 'args'>[],
  { name, args }: JournalledChange,
): boolean {
  return stored.some((other) => other.name === name && jsonEqual(other.args, args))
}

/** An entry as a mutation found it and left it; undefined: absent. */
export interface WrittenEntry {
  readonly key: string
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

/**
 * Returns the previous values of what a mutation changed, by key: the changed fields (see `undoOf`), all fields of a
 * deleted entry, and null for a created one. Unchanged entries are left out.
 */
export function foundBy(writes: readonly WrittenEntry[]): Found {
  return Object.fromEntries(
    writes.flatMap(({ key, before, after }) => {
      const undo = undoOf(key, before, after)
      return undo === null ? [] : [[key, undo.restored] as const]
    }),
  )
}

/**
 * Returns true if every field that a change would set is still as the change found it. Takes the undo of the change,
 * whose `restored` holds the values that are present now.
 */
export function isAsFound({ key, expected, restored }: EntryChange, found: Found): boolean {
  const then = found[key]
  if (then === undefined) return false
  if (then === null || restored === null) return then === restored
  // The change deletes the whole entry.
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
