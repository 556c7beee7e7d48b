import { localStorageSection } from '@tidemark/shared/observability/local-storage-section'
import type { MutationError } from '@tidemark/shared/sync/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  findDraft,
  findRefusedText,
  isOutlived,
  draftToJson,
  draftName,
  notesWithDrafts,
  noteDraftKey,
  refusedNotes,
  sqlDraftKey,
  StoredDrafts,
  type Draft,
} from './drafts'

/** The content of local storage, and the open tabs. */
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

/** Opens a tab. As in a browser, it sees its own writes at once, and others' once `hear` is called. */
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
    // Object.keys returns the keys in a storage.
    vi.stubGlobal(
      'localStorage',
      Object.assign(Object.create(Object.getPrototypeOf(storage)), Object.fromEntries(seen)),
    )
    return act(new StoredDrafts('tidemark:server:acme:ann', tab))
  }
  return {
    name: draftName('sql/c', tab),
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

test('a text that was stored goes a month after its tab was closed, one that was not stays', async () => {
  const old = openTab('old')
  const waits = {
    'sql/c/old': draftToJson({ text: 'a', base: 'a' }, 1),
    'sql/d/old': draftToJson({ text: 'b', base: 'a' }, 1),
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

test('what was dealt with goes also where there is no room for what is kept next', () => {
  const one = openTab('one')
  const other = draftName('sql/d', 'one')
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

describe('of what a browser keeps', () => {
  const kept = (text: string, base: string) => draftToJson({ text, base }, 1)
  const [own, other] = [draftName('sql/c', 'own'), draftName('sql/c', 'other')]

  test('a tab opens its own text, whatever another one keeps of the same chart', () => {
    const drafts = { [other]: kept('theirs, further', 'theirs'), [own]: kept('mine', 'mine') }
    expect(findDraft(drafts, 'sql/c', 'own')).toEqual({ name: own, kept: { text: 'mine', base: 'mine' } })
  })

  test('else what another could not store, but no difference that is asked about there', () => {
    const unstored = { text: 'theirs, further', base: 'theirs' }
    expect(findDraft({ [other]: draftToJson(unstored, 1) }, 'sql/c', 'own')).toEqual({ name: other, kept: unstored })
    expect(findDraft({ [other]: kept('theirs', 'theirs') }, 'sql/c', 'own')).toBeUndefined()
  })

  test('of several the newest', () => {
    const [old, newer] = ['old', 'newer'].map((text) => ({ text, base: 'stored' })) as [Draft, Draft]
    const drafts = {
      [draftName('sql/c', 'b')]: draftToJson(old, 1),
      [draftName('sql/c', 'c')]: draftToJson(newer, 2),
      [draftName('sql/c', 'd')]: draftToJson({ text: 'waits', base: 'waits' }, 3),
    }
    expect(findDraft(drafts, 'sql/c', 'own')).toEqual({ name: draftName('sql/c', 'c'), kept: newer })
  })

  test('nothing of other charts, and nothing that is no draft', () => {
    const drafts = { [draftName('sql/cc', 'own')]: kept('a', 'b'), [other]: '{', [own]: '{"text":1}' }
    expect(findDraft(drafts, 'sql/c', 'own')).toBeUndefined()
  })
})

test('the notes of a dashboard are named once each, in whichever tabs they are kept', () => {
  const names = [
    draftName(noteDraftKey('d', 'a'), 'own'),
    draftName(noteDraftKey('d', 'a'), 'other'),
    draftName(noteDraftKey('d', 'b'), 'own'),
    draftName(noteDraftKey('dd', 'c'), 'own'),
    'sql/d/own',
  ]
  expect(notesWithDrafts(Object.fromEntries(names.map((name) => [name, '{}'])), 'd')).toEqual([
    noteDraftKey('d', 'a'),
    noteDraftKey('d', 'b'),
  ])
})

test('what was stored is outlived after a month, what was not never', () => {
  const day = 24 * 60 * 60 * 1000
  const outlived = (text: string, days: number) => isOutlived(draftToJson({ text, base: 'stored' }, 0), days * day)
  expect([outlived('stored', 29), outlived('stored', 31), outlived('typed', 400)]).toEqual([false, true, false])
})

function refused(mutationId: number, name: string, args: MutationError['args']): MutationError {
  const error = { code: 'forbidden', message: 'Your role does not allow this.' } as const
  return { clientId: 'c', mutationId, name, args, error, at: mutationId }
}

const sql = (text: string) => ({ id: 'chart-1', sql: text, basedOn: '' })
const note = (tileId: string, text: string) => ({
  id: tileId,
  dashboardId: 'sales',
  content: { kind: 'text', text },
  basedOn: '',
})

const errors = [
  refused(1, 'updateSqlQuery', sql('select 1')),
  refused(2, 'updateSqlQuery', sql('select 1, 2')),
  refused(3, 'updateTile', note('tile-1', 'What we agreed on')),
  refused(4, 'updateTile', { id: 'tile-2', dashboardId: 'sales', place: { x: 0, y: 0, w: 1, h: 1 } }),
  refused(5, 'updateChart', { id: 'chart-1', name: 'Sales' }),
]
const view = {
  get: () => undefined,
  scan: () => errors.map((error) => [`mutation-error/c/${error.mutationId}`, error] as const),
}

test('of what was refused of a text the last is found, with all its refusals', () => {
  expect(findRefusedText(view, sqlDraftKey('chart-1'))).toEqual({ text: 'select 1, 2', errors: [errors[1], errors[0]] })
  expect(findRefusedText(view, noteDraftKey('sales', 'tile-1'))?.text).toBe('What we agreed on')
})

test('what was refused of a thing but its text is no text, nor is that of another', () => {
  expect(findRefusedText(view, noteDraftKey('sales', 'tile-2'))).toBeNull()
  expect(findRefusedText(view, sqlDraftKey('chart-2'))).toBeNull()
})

test('the refused notes of a dashboard are named', () => {
  expect(refusedNotes(view, 'sales')).toEqual([noteDraftKey('sales', 'tile-1')])
  expect(refusedNotes(view, 'other')).toEqual([])
})
