import { Buffer } from 'node:buffer'
import { rowXml, workbookOf } from '../server/datasets/import/xlsx-fixture'
import { expect, test } from './fixtures'

test.beforeEach(async ({ page }) => {
  await page.goto('/data')
  await expect(page.locator('html[data-ready]')).toBeAttached()
})

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('of a workbook with several sheets one is chosen, and it says what the import noted', async ({
  page,
  problems,
}) => {
  problems.allow(/422/)
  const book = workbookOf({
    formats: ['yyyy-mm-dd'],
    sheets: [
      {
        name: 'North',
        rows: [rowXml(['city', 'day']), rowXml(['Oslo', [45000, 1]]), rowXml(['Bergen', [45001, 1]])].join(''),
      },
      { name: 'South', rows: [rowXml(['city', 'day']), rowXml(['Rome', [45000, 1]])].join('') },
    ],
  })
  await page
    .getByLabel('Files to add')
    .first()
    .setInputFiles({ name: 'branches.xlsx', mimeType: xlsxType, buffer: Buffer.from(book) })
  await expect(page.getByText('It has 2 sheets. Which one should be added?')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'North' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'branches North' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Of 2 sheets “North” was read.')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Bergen' })).toBeVisible()
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
