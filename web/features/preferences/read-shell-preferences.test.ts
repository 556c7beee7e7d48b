import { expect, test } from 'vitest'
import { openedCookieOf } from '@/client/page/last-opened'
import { readShellPreferences } from './read-shell-preferences'

function read(cookies: Readonly<Record<string, string>>) {
  return readShellPreferences((name) => cookies[name], 'tidemark:s:acme:ann')
}

const own = { opened: [], visits: null, areStepsDismissed: false }

test('a browser that has chosen nothing follows the system with the sidebar open', () => {
  expect(read({})).toEqual({ theme: 'system', isSidebarOpen: true, toggledRows: [], collapsedSections: [], ...own })
})

test('choices are read back, and cookies that make no sense are ignored', () => {
  expect(
    read({
      'tidemark-theme': 'dark',
      'tidemark-sidebar': 'collapsed',
      'tidemark-collapsed-folders': 'a1.b_2',
      'tidemark-collapsed-sections': 'h1',
    }),
  ).toEqual({
    theme: 'dark',
    isSidebarOpen: false,
    toggledRows: ['a1', 'b_2'],
    collapsedSections: ['h1'],
    ...own,
  })
  expect(read({ 'tidemark-theme': 'neon', 'tidemark-collapsed-folders': '<script>.ok' })).toEqual({
    theme: 'system',
    isSidebarOpen: true,
    toggledRows: ['ok'],
    collapsedSections: [],
    ...own,
  })
})

test('what was opened last is that of the person and workspace, as far as it can be a thing', () => {
  const text = 'dashboard/d1.nothing/x.chart/c_2.chart/<b>.dataset/s'
  expect(read({ [openedCookieOf('tidemark:s:acme:ann')]: text }).opened).toEqual([
    'dashboard/d1',
    'chart/c_2',
    'dataset/s',
  ])
  expect(read({ [openedCookieOf('tidemark:s:acme:bob')]: text }).opened).toEqual([])
})
