import { describe, expect, it } from 'vitest'
import { defaultUiPreferences, parseUiPreferences } from './ui-preferences'

describe('preferences from cookies', () => {
  it('are the defaults without any', () => {
    expect(parseUiPreferences(undefined, undefined)).toEqual(defaultUiPreferences)
  })

  it('keep what fits and ignore what does not', () => {
    const cookie = encodeURIComponent(JSON.stringify({ isSidebarOpen: false, editorHeightPx: 'tall', unknown: 1 }))
    expect(parseUiPreferences('dark', cookie)).toEqual({ ...defaultUiPreferences, theme: 'dark', isSidebarOpen: false })
  })

  it.each(['{', '%E0%A4%A', '[1]', 'null', '"text"'])('survive a damaged cookie: %s', (cookie) => {
    expect(parseUiPreferences('neon', cookie)).toEqual(defaultUiPreferences)
  })
})
