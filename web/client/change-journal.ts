import type { PendingMutation } from 'replicache'
import * as z from 'zod/mini'
import { newId } from '@tidemark/shared/base/ids'
import { jsonEqual } from '@tidemark/shared/base/json'
import { holdLock } from './hold-database'

const changeSchema = z.object({ name: z.string(), args: z.record(z.string(), z.json()) })
/** A change as it was asked for, before anything that takes time. */
export type JournalledChange = z.infer<typeof changeSchema>

interface Row {
  readonly change: JournalledChange
  /** Whether the local database shows it, though it may not have written it. */
  isMade: boolean
}

/**
 * What was changed here in the last moments. Replicache writes to the disk up to two seconds after it shows a change, and by
 * then the page may be gone; local storage takes it at once. Each client has a journal of its own, and holds its lock.
 */
export class ChangeJournal {
  readonly key: string
  readonly #rows = new Set<Row>()
  #isWriteDue = false

  constructor(databaseName: string) {
    this.key = `${databaseName}${infix}${newId()}`
  }

  /** Tells other pages that this client is there, until the signal aborts. */
  hold(signal: AbortSignal): void {
    holdLock(lockOf(this.key), signal).catch((thrown: unknown) => {
      // Where a browser blocks locks it blocks storage, and there is no journal for others to find.
      if (!signal.aborted) console.debug('the journal is not held', thrown)
    })
  }

  add(change: JournalledChange): Row {
    const row: Row = { change, isMade: false }
    this.#rows.add(row)
    this.#write()
    return row
  }

  /** What the local database holds now. What is added later is not among it. */
  made(): readonly Row[] {
    return [...this.#rows].filter(({ isMade }) => isMade)
  }

  /** What is being made, and the local database does not show yet. */
  making(): readonly JournalledChange[] {
    return [...this.#rows].filter(({ isMade }) => !isMade).map(({ change }) => change)
  }

  /** These lie elsewhere now, or were refused. */
  forget(rows: readonly Row[]): void {
    if (rows.length === 0) return
    for (const row of rows) this.#rows.delete(row)
    this.#write()
  }

  /** What is changed in one go is written once, before anything else can happen: each write is of all rows. */
  #write(): void {
    if (this.#isWriteDue) return
    this.#isWriteDue = true
    queueMicrotask(() => {
      this.#isWriteDue = false
      this.#writeNow()
    })
  }

  #writeNow(): void {
    try {
      if (this.#rows.size === 0) localStorage.removeItem(this.key)
      else localStorage.setItem(this.key, JSON.stringify([...this.#rows].map(({ change }) => change)))
    } catch (thrown) {
      // Blocked or full: then the local database alone keeps it, a little later.
      console.debug('changes are not kept at once', thrown)
    }
  }
}

/**
 * Hands over what clients that are gone left of a workspace, each journal once; it goes when it was taken. One whose client
 * may still be there comes later, once it is not: the promise is for those that can be had now. take: false where it must stay.
 */
export async function takeLeftJournals(
  databaseName: string,
  own: ChangeJournal,
  signal: AbortSignal,
  take: (changes: readonly JournalledChange[], journalKey: string) => Promise<boolean>,
): Promise<void> {
  const takeOver = async (key: string) => {
    if (signal.aborted) return
    if (await take(readJournal(key), key)) localStorage.removeItem(key)
  }
  for (const key of journalKeys(databaseName)) {
    if (key === own.key) continue
    const isFree = await navigator.locks.request(lockOf(key), { ifAvailable: true }, async (lock) => {
      if (lock !== null) await takeOver(key)
      return lock !== null
    })
    if (isFree) continue
    navigator.locks
      .request(lockOf(key), { signal }, () => takeOver(key))
      .catch((thrown: unknown) => {
        if (!signal.aborted) throw thrown
      })
  }
}

export function readJournal(key: string): readonly JournalledChange[] {
  return z.array(changeSchema).parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
}

/** Whether a change is one of those that a local database has. */
export function isAmong(
  stored: readonly Pick<PendingMutation, 'name' | 'args'>[],
  { name, args }: JournalledChange,
): boolean {
  return stored.some((other) => other.name === name && jsonEqual(other.args, args))
}

const infix = ':journal:'

function lockOf(key: string): string {
  return `tidemark-journal:${key}`
}

export function isJournal(key: string): boolean {
  return key.includes(infix)
}

/** Of the workspace a journal belongs to. */
export function databaseNameOf(key: string): string {
  return key.slice(0, key.indexOf(infix))
}

/** The keys of all that there are, of any workspace. */
export function listJournals(): readonly string[] {
  try {
    return Object.keys(localStorage).filter(isJournal)
  } catch (thrown) {
    console.debug('no journal can be read', thrown)
    return []
  }
}

function journalKeys(databaseName: string): readonly string[] {
  return listJournals().filter((key) => databaseNameOf(key) === databaseName)
}
