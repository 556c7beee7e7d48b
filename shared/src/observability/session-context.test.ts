import { describe, expect, test } from 'vitest'
import { localStorageSection } from './local-storage-section'
import { contextSections, readSessionContext, type SectionValues } from './session-context'

const session = { userId: 'u1', orgId: 'o1', isDesktopApp: false }

test('every section has its key, whatever the process has', () => {
  expect(Object.keys(readSessionContext({}))).toEqual(contextSections)
  expect(readSessionContext({}).localStorage).toEqual({ available: false })
})

test('a getter that throws loses its own section alone', () => {
  const context = readSessionContext({
    session: () => session,
    replicache: () => {
      throw new Error('the database is closed')
    },
    featureFlags: () => ({ 'new-grid': true }),
  })
  expect(context.session).toEqual(session)
  expect(context.replicache).toEqual({ available: false })
  expect(context.featureFlags).toEqual({ 'new-grid': true })
})

test('context is read when it is asked for', () => {
  let pendingMutationCount = 1
  const sources = { replicache: () => ({ pendingMutationCount }) }
  expect(readSessionContext(sources).replicache).toEqual({ pendingMutationCount: 1 })
  pendingMutationCount = 2
  expect(readSessionContext(sources).replicache).toEqual({ pendingMutationCount: 2 })
})

test('only declared keys and flat values of the fixed sections are let in', () => {
  const smuggled = { ...session, email: 'ada@example.com', token: 'x' } as SectionValues
  expect(readSessionContext({ session: () => smuggled }).session).toEqual(session)
  // A careless reader could return this.
  const nested = { open: { sql: 'SELECT 1' }, tab: 'a' } as unknown as SectionValues
  expect(readSessionContext({ legendState: () => nested }).legendState).toEqual({ tab: 'a' })
})

test('text that somebody typed does not leave as a value', () => {
  const values = { selected: 'tile-1', name: 'Quarterly losses, confidential' }
  expect(readSessionContext({ legendState: () => values }).legendState).toEqual({ selected: 'tile-1', name: '[text]' })
})

describe('sizes', () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`flag-${index}`, 'x'.repeat(60)]))
  const full = readSessionContext({
    session: () => ({ userId: 'u'.repeat(96), orgId: 'o'.repeat(96), isDesktopApp: true }),
    localStorage: () => many,
    featureFlags: () => many,
    legendState: () => many,
  })

  test('a section has at most 4 KB and says that it was cut', () => {
    expect(JSON.stringify(full.featureFlags).length).toBeLessThanOrEqual(4096)
    expect(full.featureFlags['truncated']).toBe(true)
    expect(full.featureFlags['flag-0']).toBe('x'.repeat(60))
  })

  test('all sections have at most 16 KB', () => {
    expect(JSON.stringify(full).length).toBeLessThanOrEqual(16 * 1024)
  })
})

test('of local storage, named entries are projected and others counted', () => {
  const entries = [
    ['tidemark-recent', '["a","b"]'],
    ['tidemark:s:o:u:draft:chart-1/tab-1', 'SELECT secret'],
    ['tidemark:s:o:u:draft:chart-2/tab-1', '{"a":1,"b":2,"c":3}'],
    ['session-token', 'secret'],
  ] as const
  const storage = {
    length: entries.length,
    key: (index: number) => entries[index]?.[0] ?? null,
    getItem: (key: string) => entries.find(([name]) => name === key)?.[1] ?? null,
  }
  expect(localStorageSection(storage)).toEqual({ recentCount: 2, draftCount: 2, otherEntryCount: 1 })
})
