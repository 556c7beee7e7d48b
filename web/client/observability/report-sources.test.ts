import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readPageContext } from './read-page-context'
import { declareStatePaths, provideSection } from './report-sources'

beforeEach(() => vi.stubGlobal('window', { localStorage: { length: 0, key: () => null, getItem: () => null } }))
afterEach(() => vi.unstubAllGlobals())

test('what was provided is read until it is taken back, as at sign-out', () => {
  const signOut = provideSection('session', () => ({ userId: 'u1', orgId: 'o1', isDesktopApp: false }))
  expect(readPageContext().session).toEqual({ userId: 'u1', orgId: 'o1', isDesktopApp: false })
  signOut()
  expect(readPageContext().session).toEqual({ available: false })
})

test('the next person’s context is not taken back by the one before', () => {
  const leave = provideSection('session', () => ({ userId: 'u1' }))
  const stay = provideSection('session', () => ({ userId: 'u2' }))
  leave()
  expect(readPageContext().session).toEqual({ userId: 'u2' })
  stay()
})

test('only declared paths of the state are told, as they are now', () => {
  let isOpen = false
  const stop = declareStatePaths({ isOpen: () => isOpen })
  isOpen = true
  expect(readPageContext().legendState).toEqual({ isOpen: true })
  stop()
  expect(readPageContext().legendState).toEqual({})
})

test('blocked storage loses its own section alone', () => {
  vi.stubGlobal('window', {
    get localStorage(): Storage {
      throw new Error('denied')
    },
  })
  const stop = provideSection('replicache', () => ({ online: true }))
  expect(readPageContext()).toMatchObject({ localStorage: { available: false }, replicache: { online: true } })
  stop()
})
