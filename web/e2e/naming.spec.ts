import { expect, test, waitUntilSynced } from './fixtures'

test('what is made can be named at once, where its name stands', async ({ page }) => {
  await page.goto('/')
  await waitUntilSynced(page)
  await page.getByRole('main').getByRole('button', { name: 'New dashboard' }).click()
  await expect(page.getByRole('textbox', { name: 'Dashboard name' })).toBeFocused()
  await page.keyboard.type('Harbour')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible()

  await page.getByRole('main').getByRole('button', { name: 'New chart' }).click()
  const chartName = page.getByRole('textbox', { name: 'Chart name' })
  await expect(chartName).toBeFocused()
  // On a phone the folders lie over the page, and open for it.
  await page.setViewportSize({ width: 375, height: 800 })
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('New folder')
  await page.getByRole('option', { name: 'New folder' }).click()
  await expect(chartName).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Untitled chart', includeHidden: true })).toBeAttached()
  await expect(page.getByRole('textbox', { name: 'New name of New folder' })).toBeFocused()
  await page.keyboard.type('Quays')
  await page.keyboard.press('Enter')
  const folder = page.getByRole('button', { name: 'Quays', exact: true })
  await expect(folder).toBeFocused()

  // A closed folder opens to show what is made in it.
  await folder.click()
  await page.getByRole('button', { name: 'Menu of Quays' }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  await expect(page.getByRole('textbox', { name: 'New name of New folder' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu of Quays' }).click()
  await page.getByRole('menuitem', { name: 'New dashboard' }).click()
  await expect(page.getByRole('textbox', { name: 'Dashboard name' })).toBeFocused()
  await waitUntilSynced(page)
})
