import { expect, test, waitUntilSynced } from './fixtures'

test('on a phone the address of a section of the settings leads to it', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/settings/about')
  await waitUntilSynced(page)
  await expect(page.getByRole('heading', { name: 'About' })).toBeInViewport()
})
