import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChangeJournal, takeLeftJournals } from './change-journal'
import { readJournal, type JournalledChange } from './unsent-store'

let room: number
/** Grants the locks that are waited for; before it is called, the browser has not granted any. */
let grantLocks: () => Promise<void>
beforeEach(() => {
  vi.stubGlobal('navigator', { locks: new SlowLocks() })
  vi.spyOn(console, 'debug').mockReturnValue(undefined)
  room = Infinity
  const storage: Storage & Record<string, string> = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new DOMException('no room', 'QuotaExceededError')
      storage[key] = text
    },
    removeItem: (key: string) => void delete storage[key],
  })
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The part of Web Locks that journals use. A free lock is granted at once to requests with `ifAvailable`. */
class SlowLocks {
  readonly #held = new Map<string, number>()
  #waiting: (() => void)[] = []

  constructor() {
    grantLocks = async () => {
      for (const grant of this.#waiting.splice(0)) grant()
      await Promise.resolve()
    }
  }

  async request(name: string, options: LockOptions, run: (lock: object | null) => Promise<unknown>): Promise<unknown> {
    if (options.ifAvailable !== true) {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push(resolve)
        options.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      })
    }
    if (options.ifAvailable === true && this.#held.has(name)) return await run(null)
    this.#held.set(name, (this.#held.get(name) ?? 0) + 1)
    const ran = await run({})
    this.#held.delete(name)
    return ran
  }
}

const written = () => Promise.resolve()
const created = (id: string): JournalledChange => ({ name: 'createFolder', args: { id } })
const idsIn = ({ key }: ChangeJournal) => readJournal(key)?.map(({ args }) => args['id'])

/** Returns the changes that a newly started tab takes at once. */
async function takenBySecondTab(): Promise<readonly unknown[]> {
  const taken: unknown[] = []
  await takeLeftJournals('tidemark:test', new ChangeJournal('tidemark:test'), {
    signal: new AbortController().signal,
    heard: Promise.resolve(),
    take: async (changes) => {
      taken.push(...changes.map(({ args }) => args['id']))
      return true
    },
  })
  return taken
}

test('a tab that starts while a first one opens takes none of its changes, which the first one writes down once it is told of', async () => {
  const first = new ChangeJournal('tidemark:test')
  first.hold(new AbortController().signal)
  first.add(created('a'))
  await written()
  expect(await takenBySecondTab()).toEqual([])
  await grantLocks()
  expect(idsIn(first)).toEqual(['a'])
  first.add(created('b'))
  await written()
  expect(await takenBySecondTab()).toEqual([])
  expect(idsIn(first)).toEqual(['a', 'b'])
})

test('what a page could not write down before it went is left to the next one', async () => {
  const first = new ChangeJournal('tidemark:test')
  first.hold(new AbortController().signal)
  first.add(created('a'))
  first.leave()
  expect(await takenBySecondTab()).toEqual(['a'])
})

test('started anew before it was told of, as Strict mode mounts it, a client writes once the last start is', async () => {
  const first = new ChangeJournal('tidemark:test')
  const stop = new AbortController()
  first.hold(stop.signal)
  stop.abort()
  first.hold(new AbortController().signal)
  first.add(created('a'))
  await written()
  expect(idsIn(first)).toEqual([])
  await grantLocks()
  expect(idsIn(first)).toEqual(['a'])
})

test('where a browser has no locks, so that nobody takes anything, changes are written all the same', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('blocked', 'SecurityError')) } })
  const first = new ChangeJournal('tidemark:test')
  first.add(created('a'))
  first.hold(new AbortController().signal)
  await vi.waitFor(() => expect(idsIn(first)).toEqual(['a']))
})

test('what has no room leaves nothing of before, which is on the disk by then, to be made again', async () => {
  const journal = new ChangeJournal('tidemark:test')
  journal.hold(new AbortController().signal)
  await grantLocks()
  const row = journal.add(created('a'))
  await written()
  expect(idsIn(journal)).toEqual(['a'])
  room = 1
  journal.forget([row])
  journal.add(created('b'))
  await written()
  expect(idsIn(journal)).toEqual([])
})
