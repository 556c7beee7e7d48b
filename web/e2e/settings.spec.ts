import { expect, test, waitUntilSynced } from './fixtures'

test('on a phone the address of a section of the settings leads to it', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/settings/about')
  await waitUntilSynced(page)
  await expect(page.getByRole('heading', { name: 'About' })).toBeInViewport()
})

test('the address of settings that are not for this server says so, beside the ones that are', async ({ page }) => {
  await page.goto('/settings/members')
  await waitUntilSynced(page)
  await expect(page.getByText('You cannot open this part of the settings')).toBeVisible()
  await expect(page.getByText('It is for servers on which people sign in.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Workspace' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Appearance' }).click()
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
})
