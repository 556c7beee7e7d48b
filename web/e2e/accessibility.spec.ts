import { accessibilityOf } from './accessibility-of'
import { expect, openDashboard, sampleDashboard, test, waitUntilSynced } from './fixtures'

const pages = ['/', sampleDashboard.path, '/charts/sample-daily-highs', '/data', '/settings', '/trash'] as const

for (const colorScheme of ['light', 'dark'] as const) {
  for (const path of pages) {
    test(`axe finds nothing serious on ${path} in the ${colorScheme} theme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(path)
      await waitUntilSynced(page)
      expect(await accessibilityOf(page)).toEqual([])
    })
  }
}

test('axe finds nothing serious in the palette and the list of shortcuts', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openDashboard(page)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
})

test('on a phone axe finds nothing serious, with the navigation open too', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openDashboard(page)
  expect(await accessibilityOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Open the navigation' }).click()
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
})
