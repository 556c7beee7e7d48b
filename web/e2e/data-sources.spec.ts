import { Buffer } from 'node:buffer'
import type { Page } from '@playwright/test'
import { accessibilityOf } from './accessibility-of'
import { expect, goToData, push, sqlChart, startAgain, test, waitUntilSynced } from './fixtures'
import { offlineProblems } from './page-problems'
import { inLongRun } from '../../testkit/long-run'

const csvOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true })
const facts = (page: Page) => page.getByRole('region', { name: 'About this data' })
const goBackItem = (page: Page) => page.getByRole('menuitem', { name: /^Go back to the earlier file/ })

/** Adds a file and replaces it by another one; its page is open afterwards. */
async function replaceFile(page: Page, name: string, before: string, after: string): Promise<void> {
  await page
    .getByLabel('Files to add')
    .first()
    .setInputFiles(csvOf(`${name}.csv`, before))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: 30_000 })
  await page.getByLabel(`Newer file of ${name}`).setInputFiles(csvOf(`${name} of June.csv`, after))
  await expect(page.getByText(`“${name}” now has the rows of the newer file`)).toBeVisible({ timeout: 30_000 })
}

test('a newer file replaces the rows of its table, after what would change was shown', inLongRun, async ({ page }) => {
  await page.goto('/data')
  await waitUntilSynced(page)
  // People approach the button before they add a file.
  await page.getByRole('button', { name: 'Add data' }).first().hover()
  const csv = (text: string) => csvOf('stock.csv', text)
  await page.getByLabel('Files to add').first().setInputFiles(csv('item,count\nnails,7\n'))
  await expect(page.getByRole('heading', { level: 1, name: 'stock' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('gridcell', { name: 'nails' })).toBeVisible()

  await page.getByLabel('Newer file of stock').setInputFiles(csv('item,count\n12,8\n'))
  await expect(page.getByRole('region', { name: 'About this data' })).toContainText(/Types\s*“item” stays text/, {
    timeout: 30_000,
  })
  await page.getByRole('button', { name: 'Change the types…' }).click()
  const types = page.getByRole('dialog', { name: 'Types of the columns' })
  await types.getByRole('checkbox', { name: /item/ }).check()
  await types.getByRole('button', { name: 'Read again' }).click()
  await expect(types.getByRole('alert')).toContainText('item (Text, would be Integer)')
  expect(await accessibilityOf(page)).toEqual([])
  await types.getByRole('button', { name: 'Cancel' }).click()

  await page.getByLabel('Newer file of stock').setInputFiles(csv('item,count\nscrews,8\n'))
  await expect(page.getByRole('gridcell', { name: 'screws' })).toBeVisible({ timeout: 30_000 })

  await page.getByLabel('Newer file of stock').setInputFiles(csv('item,place\nbolts,A1\n'))
  const question = page.getByRole('group', { name: 'Other columns' })
  await expect(question).toContainText(/Removed\s*count.*Added\s*place/s, { timeout: 30_000 })
  await expect(page.getByRole('gridcell', { name: 'screws' })).toBeVisible()
  // Leaving would lose the file.
  const warning = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  expect((await warning).type()).toBe('beforeunload')
  await (await warning).dismiss()
  await question.getByRole('button', { name: 'Replace the data' }).click()
  await expect(page.getByRole('gridcell', { name: 'bolts' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('heading', { level: 1, name: 'stock' })).toBeVisible()

  // «да» in KOI8, which are letters in other encodings too.
  const few = Buffer.concat([Buffer.from('item,place\n'), Buffer.of(0xc4, 0xc1), Buffer.from(',A1\n')])
  await page.getByLabel('Newer file of stock').setInputFiles({ ...csv(''), buffer: few })
  await expect(page.getByText('choose another encoding')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Change the encoding…' }).click()
  const encoding = page.getByRole('dialog', { name: 'Encoding of the file' })
  await encoding.getByLabel('Encoding').selectOption({ label: 'KOI8 (Cyrillic)' })
  await expect(encoding.getByRole('group', { name: 'Lines of the file' })).toHaveText(/да,A1/)
  expect(await accessibilityOf(page)).toEqual([])
  await encoding.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByRole('gridcell', { name: 'да' })).toBeVisible({ timeout: 30_000 })
  await expect(encoding).toBeHidden()
  await expect(page.getByRole('region', { name: 'About this data' })).toContainText(/Encoding\s*KOI8/)

  await page.getByRole('button', { name: 'Change the first row…' }).click()
  const header = page.getByRole('dialog', { name: 'First row of the file' })
  await header.getByRole('button', { name: 'Read again' }).click()
  await expect(header.getByRole('alert')).toContainText(/Removed\s*item.*Added\s*column1/s)
  expect(await accessibilityOf(page)).toEqual([])
  await header.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByRole('gridcell', { name: 'place' })).toBeVisible({ timeout: 30_000 })
})

test(
  'a replaced file is taken back at once and after a reload, unless charts would lose columns, somebody else was first, or there is no server',
  inLongRun,
  async ({ page, server, problems }) => {
    await page.goto('/data')
    await waitUntilSynced(page)
    // People approach the button before they add a file.
    await page.getByRole('button', { name: 'Add data' }).first().hover()

    await test.step('taken back at once, and after a reload', async () => {
      await replaceFile(page, 'tools', 'item,count\nsaw,7\n', 'item,count\nfile,8\nrasp,9\n')
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('“tools” is back to its earlier file')).toBeVisible()
      await expect(cell(page, 'saw')).toBeVisible()
      await expect(cell(page, 'rasp')).toHaveCount(0)
      await expect(facts(page)).toContainText(/Updated\s*now/)
      await expect(facts(page)).toContainText(/Earlier file\s*tools of June.csv · 2 rows · 2 columns\s*Go back to it/)
      await expect(facts(page)).toContainText(/Replaced now\. Kept until [\w ,]+, or until the data is replaced again/)

      await page.reload()
      await waitUntilSynced(page)
      expect(await accessibilityOf(page)).toEqual([])
      await facts(page).getByRole('button', { name: 'Go back to it' }).press('Enter')
      await expect(cell(page, 'rasp')).toBeVisible()
      await expect(facts(page)).toContainText(/Earlier file\s*tools.csv/)
      await goToData(page)
      const row = page.getByRole('table', { name: 'Data' }).getByRole('row', { name: /^tools/ })
      await expect(row.getByRole('cell').last()).toHaveText('now')
    })

    await test.step('going back asks first where charts would lose columns, and names them', async () => {
      await push(page.request, [sqlChart('shelves', 'Shelves', 'select shelf from parts', { type: 'table' })])
      await page.getByLabel('Files to add').first().setInputFiles(csvOf('parts.csv', 'item,count\nhinge,7\n'))
      await expect(page.getByRole('heading', { level: 1, name: 'parts' })).toBeVisible({ timeout: 30_000 })
      await page.getByLabel('Newer file of parts').setInputFiles(csvOf('parts.csv', 'item,shelf\nlatch,A1\n'))
      await page.getByRole('button', { name: 'Replace the data' }).click({ timeout: 30_000 })
      await expect(cell(page, 'latch')).toBeVisible({ timeout: 30_000 })

      const dialog = page.getByRole('dialog', { name: 'Go back to parts.csv?' })
      await page.getByRole('button', { name: 'More' }).click()
      await goBackItem(page).click()
      await expect(dialog).toContainText(/Removed\s*shelf.*Added\s*count.*Charts\s*Shelves · shelf/s)
      expect(await accessibilityOf(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(cell(page, 'latch')).toBeVisible()

      await facts(page).getByRole('button', { name: 'Go back to it…' }).click()
      await dialog.getByRole('button', { name: 'Go back' }).click()
      await expect(cell(page, 'hinge')).toBeVisible()

      await facts(page).getByRole('button', { name: 'Delete it…' }).click()
      const deleting = page.getByRole('dialog', { name: 'Delete the earlier file parts.csv?' })
      await deleting.getByRole('button', { name: 'Delete' }).click()
      await expect(facts(page)).not.toContainText('Earlier file')
      await expect(cell(page, 'hinge')).toBeVisible()
    })

    await test.step('who goes back to a file that somebody else has gone back to reads that, and so does who has no server', async () => {
      await goToData(page)
      problems.allow(/\b409\b/)
      await replaceFile(page, 'paint', 'colour\nred\n', 'colour\nblue\n')
      await expect(cell(page, 'blue')).toBeVisible()
      // The other person's request arrives before the page learns of it.
      let isFirst = true
      // `times: 1` is not used, because it ends the routing while the page sends further requests.
      await page.route('**/api/datasets/*/earlier', async (route) => {
        const request = route.request()
        if (isFirst) await page.request.post(request.url(), { data: request.postDataJSON() as unknown })
        isFirst = false
        await route.continue()
      })
      await facts(page).getByRole('button', { name: 'Go back to it' }).click()
      await expect(page.getByText('Somebody else has replaced the data in the meantime.')).toBeVisible()
      await expect(cell(page, 'red')).toBeVisible()

      problems.allow(...offlineProblems)
      await server.stop()
      await facts(page).getByRole('button', { name: 'Go back to it' }).click()
      await expect(page.getByText('Going back needs it, because the earlier file is kept there.')).toBeVisible()
      await startAgain(server, page)
      await waitUntilSynced(page)
      // The rows must be requested again after the connection was cut: those of the other file are no answer.
      let isCutOff = false
      await page.route('**/api/chart/run-query', async (route) => {
        if (isCutOff) return await route.continue()
        isCutOff = true
        await route.abort('connectionreset')
      })
      await facts(page).getByRole('button', { name: 'Go back to it' }).click()
      await expect(cell(page, 'blue')).toBeVisible()
      expect(isCutOff).toBe(true)
    })
  },
)
