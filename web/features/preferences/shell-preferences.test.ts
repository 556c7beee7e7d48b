import { expect, test } from 'vitest'
import { readShellPreferences } from './shell-preferences'

function read(cookies: Readonly<Record<string, string>>) {
  return readShellPreferences((name) => cookies[name])
}

test('a browser that has chosen nothing follows the system with the sidebar open', () => {
  expect(read({})).toEqual({ theme: 'system', isSidebarOpen: true, collapsedFolders: [], collapsedSections: [] })
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
    collapsedFolders: ['a1', 'b_2'],
    collapsedSections: ['h1'],
  })
  expect(read({ 'tidemark-theme': 'neon', 'tidemark-collapsed-folders': '<script>.ok' })).toEqual({
    theme: 'system',
    isSidebarOpen: true,
    collapsedFolders: ['ok'],
    collapsedSections: [],
  })
})
