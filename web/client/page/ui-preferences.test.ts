import { describe, expect, it } from 'vitest'
import { defaultUiPreferences, parseUiPreferences } from './ui-preferences'

describe('preferences from a cookie', () => {
  it('are the defaults without any', () => {
    expect(parseUiPreferences(undefined)).toEqual(defaultUiPreferences)
  })

  it('keep what fits and ignore what does not', () => {
    const cookie = encodeURIComponent(
      JSON.stringify({ gridHeightPx: 300, askWith: 'sql', editorHeightPx: 'tall', unknown: 1 }),
    )
    expect(parseUiPreferences(cookie)).toEqual({ ...defaultUiPreferences, gridHeightPx: 300, askWith: 'sql' })
  })

  it.each(['{', '%E0%A4%A', '[1]', 'null', '"text"'])('survive a damaged cookie: %s', (cookie) => {
    expect(parseUiPreferences(cookie)).toEqual(defaultUiPreferences)
  })
})
