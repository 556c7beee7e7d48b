import { expect, test } from 'vitest'
import { isSettingsAddress, settingsSections } from './settings-sections'

test.each(['/settings', '/settings/', ...settingsSections.map(({ id }) => `/settings/${id}`)])(
  '%s is a page of the settings',
  (path) => {
    expect(isSettingsAddress(path)).toBe(true)
  },
)

test('what follows the settings and is no section of them is no page', () => {
  expect(isSettingsAddress('/settings/nope')).toBe(false)
})
