import { expect, test } from 'vitest'
import { isSettingsAddress, listedSections, settingsSections } from './settings-sections'

test.each(['/settings', '/settings/', ...settingsSections.map(({ id }) => `/settings/${id}`)])(
  '%s is a page of the settings',
  (path) => {
    expect(isSettingsAddress(path)).toBe(true)
  },
)

test('what follows the settings and is no section of them is no page', () => {
  expect(isSettingsAddress('/settings/nope')).toBe(false)
})

test.each([
  [false, false, false],
  [false, true, true],
  [true, false, true],
])('in a workspace (of a team: %s, with flags: %s) feature flags are listed: %s', (isTeam, hasFlags, isListed) => {
  const listed = listedSections('owner', { isTeam, isDesktopApp: false, hasFlags })
  expect(listed.some(({ id }) => id === 'flags')).toBe(isListed)
})
