import { Buffer } from 'node:buffer'
import { expect, test, waitUntilSynced } from './fixtures'

test.beforeEach(async ({ page }) => {
  await page.goto('/data')
  await waitUntilSynced(page)
  // Whoever adds a file goes to the button first.
  await page.getByRole('button', { name: 'Add data' }).first().hover()
})

test('a newer file replaces the rows of its table, after what would change was shown', async ({ page }) => {
  const csv = (text: string) => ({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByLabel('Files to add').first().setInputFiles(csv('item,count\nnails,7\n'))
  await expect(page.getByRole('heading', { level: 1, name: 'stock' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('gridcell', { name: 'nails' })).toBeVisible()

  await page.getByLabel('Newer file of stock').setInputFiles(csv('item,count\nscrews,8\n'))
  await expect(page.getByRole('gridcell', { name: 'screws' })).toBeVisible({ timeout: 30_000 })

  await page.getByLabel('Newer file of stock').setInputFiles(csv('item,place\nbolts,A1\n'))
  const question = page.getByRole('group', { name: 'Other columns' })
  await expect(question).toContainText(/Removed\s*count.*Added\s*place/s, { timeout: 30_000 })
  await expect(page.getByRole('gridcell', { name: 'screws' })).toBeVisible()
  await question.getByRole('button', { name: 'Replace the data' }).click()
  await expect(page.getByRole('gridcell', { name: 'bolts' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('heading', { level: 1, name: 'stock' })).toBeVisible()
})
