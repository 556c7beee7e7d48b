import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'

/** Drops a file on the window as a person would: nothing of the page has to be aimed at. */
async function drop(page: Page, fileName: string, content: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name))
      return transfer
    },
    [fileName, content] as const,
  )
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: data })
}

test.beforeEach(async ({ page }) => {
  await page.goto('/data')
  await expect(page.locator('html[data-ready]')).toBeAttached()
})

test('a dropped CSV is read: columns, types, empty cells and sample values are shown, and its rows', async ({
  page,
}) => {
  await drop(
    page,
    'café visits.csv',
    'city,visits,spend,day\nBerlin,12,3.50,2026-01-01\nParis,7,1.25,2026-01-02\nOslo,,9.75,2026-01-03\n',
  )
  await expect(page.getByText('“café visits” is ready')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('heading', { level: 1, name: 'café visits' })).toBeVisible()

  const row = (name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByText(name, { exact: true }) })
      .first()
  await expect(row('visits')).toContainText(/Integer.*33\.3%.*12.*7/s)
  await expect(row('spend')).toContainText(/Decimal.*none.*3\.50/s)
  await expect(row('day')).toContainText(/Date.*none.*2026-01-01/s)
  await expect(page.getByRole('gridcell', { name: 'Oslo' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('gridcell', { name: 'Oslo' })).toBeVisible()
})

test('a bad file says which row was wrong, and nothing of it is kept', async ({ page, problems }) => {
  problems.allow(/422/)
  await drop(page, 'ragged.csv', 'a,b,c\n1,2,3\n4,5\n6,7,8\n')
  await expect(page.getByText(/Row 3 has 2 values, the header has 3/)).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Bird strikes/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('main').getByText(/ragged/)).toHaveCount(0)
})

test('what was dropped can be asked at once', async ({ page }) => {
  await drop(page, 'scores.ndjson', '{"team":"north","score":3}\n{"team":"south","score":5}\n')
  await page.getByRole('button', { name: 'Ask about it' }).first().click({ timeout: 30_000 })
  await expect(page.getByRole('textbox', { name: /^SQL of / })).toContainText('from scores')
  await expect(page.getByRole('gridcell', { name: 'south' })).toBeVisible({ timeout: 15_000 })
})
