import { localStorageSection } from '@tidemark/shared/observability/local-storage-section'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptJson, keptName } from './kept-texts'
import { StoredDrafts } from './stored-drafts'

/** What lies on the disk, and which tabs are open. */
let shared: Map<string, string>
let openTabs: Set<string>
beforeEach(() => {
  vi.spyOn(console, 'debug').mockReturnValue(undefined)
  shared = new Map()
  openTabs = new Set()
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, _options: object, act: (lock: object | null) => void) =>
        act(openTabs.has(name.slice('tidemark-tab:'.length)) ? null : {}),
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A browser shows a tab what it wrote itself at once, and what others wrote once `hear` is called. */
function openTab(tab: string) {
  openTabs.add(tab)
  let seen = new Map(shared)
  let isFull = false
  const storage: Storage = Object.create({
    getItem: (key: string) => seen.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new DOMException('no room', 'QuotaExceededError')
      for (const map of [seen, shared]) map.set(key, text)
    },
    removeItem: (key: string) => void [seen, shared].map((map) => map.delete(key)),
  }) as Storage
  const here = <T>(act: (stored: StoredDrafts) => T): T => {
    // Object.keys gives the names of what a storage holds.
    vi.stubGlobal(
      'localStorage',
      Object.assign(Object.create(Object.getPrototypeOf(storage)), Object.fromEntries(seen)),
    )
    return act(new StoredDrafts('tidemark:server:acme:ann', tab))
  }
  return {
    name: keptName('sql/c', tab),
    hear: () => void (seen = new Map(shared)),
    read: () => here((stored) => stored.read()),
    write: (before: Record<string, string>, after: Record<string, string>) =>
      here((stored) => stored.write(before, after)),
    close: () => openTabs.delete(tab),
    fill: () => void (isFull = true),
  }
}

test('two tabs keep their last keystrokes, though neither sees yet what the other wrote', () => {
  const [one, other] = [openTab('one'), openTab('other')]
  one.write({}, { [one.name]: 'select 1' })
  other.write({}, { [other.name]: 'select 2' })
  one.write({ [one.name]: 'select 1' }, { [one.name]: 'select 1, further' })
  expect(openTab('next').read()).toEqual({ [one.name]: 'select 1, further', [other.name]: 'select 2' })
})

test('a text that another tab goes on with stays while its own is open, and goes once that is closed', async () => {
  const one = openTab('one')
  one.write({}, { [one.name]: 'select 1' })
  const other = openTab('other')
  const taken = { [one.name]: 'select 1' }
  other.write(taken, { [other.name]: 'select 1' })
  await Promise.resolve()
  expect(openTab('next').read()).toEqual({ [one.name]: 'select 1', [other.name]: 'select 1' })
  one.close()
  other.write(taken, {})
  await Promise.resolve()
  expect(openTab('next').read()).toEqual({ [other.name]: 'select 1' })
})

test('what an earlier release kept in one entry is read, and each text dealt with by itself', async () => {
  const key = 'tidemark:server:acme:ann:drafts'
  shared.set(key, JSON.stringify({ [keptName('sql/c', 'old')]: 'a', [keptName('sql/d', 'old')]: 'b' }))
  const tab = openTab('tab')
  const drafts = tab.read()
  expect(drafts).toEqual({ 'sql/c/old': 'a', 'sql/d/old': 'b' })
  expect(shared.has(key)).toBe(false)
  tab.write(drafts, { 'sql/d/old': 'b' })
  await Promise.resolve()
  expect(openTab('next').read()).toEqual({ 'sql/d/old': 'b' })
})

test('where there is no room to move it, it stays there, without what was dealt with', async () => {
  const key = 'tidemark:server:acme:ann:drafts'
  shared.set(key, JSON.stringify({ 'sql/c/old': 'a', 'sql/d/old': 'b' }))
  const setItem = shared.set.bind(shared)
  vi.spyOn(shared, 'set').mockImplementation((name, text) => {
    if (name !== key) throw new DOMException('no room', 'QuotaExceededError')
    return setItem(name, text)
  })
  const tab = openTab('tab')
  const drafts = tab.read()
  expect(drafts).toEqual({ 'sql/c/old': 'a', 'sql/d/old': 'b' })
  tab.write(drafts, { 'sql/d/old': 'b' })
  expect(openTab('next').read()).toEqual({ 'sql/d/old': 'b' })
})

test('a text that was stored goes a month after its tab was closed, one that was not stays', async () => {
  const old = openTab('old')
  const waits = {
    'sql/c/old': keptJson({ text: 'a', base: 'a' }, 1),
    'sql/d/old': keptJson({ text: 'b', base: 'a' }, 1),
  }
  old.write({}, waits)
  openTab('next').read()
  await Promise.resolve()
  expect(openTab('next').read()).toEqual(waits)
  old.close()
  openTab('next').read()
  await Promise.resolve()
  expect(Object.keys(openTab('next').read())).toEqual(['sql/d/old'])
})

test('a damaged entry of an earlier release takes nothing from the texts beside it', () => {
  const one = openTab('one')
  one.write({}, { [one.name]: 'select 1' })
  shared.set('tidemark:server:acme:ann:drafts', '{"')
  expect(openTab('next').read()).toEqual({ [one.name]: 'select 1' })
})

test('what was dealt with goes also where there is no room for what is kept next', () => {
  const one = openTab('one')
  const other = keptName('sql/d', 'one')
  one.write({}, { [one.name]: 'select 1' })
  one.fill()
  one.write({ [one.name]: 'select 1' }, { [other]: 'select 2' })
  expect([...shared.values()]).toEqual([])
})

test('reports count what the tabs of a browser keep, under the names it is kept under', () => {
  const [one, other] = [openTab('one'), openTab('other')]
  one.write({}, { [one.name]: 'select 1' })
  other.write({}, { [other.name]: 'select 2' })
  const keys = [...shared.keys()]
  const storage = {
    length: keys.length,
    key: (index: number) => keys[index] ?? null,
    getItem: (key: string) => shared.get(key) ?? null,
  }
  expect(localStorageSection(storage)).toEqual({ recentCount: null, draftCount: 2, otherEntryCount: 0 })
})
