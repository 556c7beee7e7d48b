import { readFile } from 'node:fs/promises'
import { accessibilityOf } from './accessibility-of'
import { drop, expect, goToData, test, waitUntilSynced } from './fixtures'

test('a dropped file becomes a table that is shown, saved and asked at once; what does not fit is said, and left out when it is not wanted', async ({
  page,
  problems,
}) => {
  problems.allow(/422/)
  await page.goto('/data')
  await waitUntilSynced(page)

  await test.step('a CSV: columns, types, empty cells and sample values are shown, and its rows, which can be saved', async () => {
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

    const download = page.waitForEvent('download')
    await page.getByRole('main').getByRole('button', { name: 'More' }).click()
    await page
      .getByRole('group', { name: 'Export all rows' })
      .getByRole('menuitem', { name: 'CSV', exact: true })
      .click()
    const file = await download
    expect(file.suggestedFilename()).toBe('café visits.csv')
    expect(await readFile(await file.path(), 'utf8')).toMatch(
      /^\ufeffcity,visits,spend,day\r\nBerlin,12,3\.50,2026-01-01\r\n/,
    )
  })

  await test.step('a bad file says which row was wrong, nothing of it is kept, and the next file is opened', async () => {
    await drop(page, 'ragged.csv', 'a,b,c\n4,5\n6,7,8,9\n')
    await expect(page.getByText(/Row 2 has 2 values, the header has 3/)).toBeVisible({ timeout: 30_000 })
    await drop(page, 'whole.csv', 'a,b,c\n4,5,6\n')
    await expect(page.getByRole('heading', { level: 1, name: 'whole' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('region', { name: 'Files being added' })).toContainText('ragged.csv')
    await page.goto('/data')
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /Bird strikes/ })
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('main').getByText(/ragged/)).toHaveCount(0)
  })

  await test.step('rows that do not fit are shown, and left out when they are not wanted', async () => {
    const rows = Array.from({ length: 30 }, (_, row) => `Ulm,${row}`)
    await drop(page, 'prices.csv', `city,price\n${rows.join('\n')}\nBonn\nKiel,n.b.\n`)
    const question = page.getByRole('group', { name: 'Rows of prices.csv that do not fit' })
    await expect(question).toContainText('2 of 32 rows do not fit the others', { timeout: 30_000 })
    await expect(question).toContainText(/Row 32 has 1 value, the header has 2.*Bonn/s)
    await expect(question).toContainText(/Row 33 has “n.b.” in price, where the others have numbers.*Kiel,n.b./s)
    expect(await accessibilityOf(page)).toEqual([])
    await question.getByRole('button', { name: 'Add without them' }).press('Enter')

    const facts = page.getByRole('region', { name: 'About this data' })
    await expect(facts).toContainText('Left out', { timeout: 30_000 })
    const download = page.waitForEvent('download')
    await facts.getByRole('button', { name: 'Download' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file.split('\n').slice(0, 2)).toEqual(['row,line,reason,text', '32,32,"has 1 value, the header has 2",Bonn'])
  })

  await test.step('a column is what a person says, once they saw what that changes, until they say otherwise', async () => {
    await goToData(page)
    await drop(page, 'batches.csv', 'batch,n\n1E5,1\n12E3,2\nnone,3\n')
    await expect(page.getByRole('heading', { level: 1, name: 'batches' })).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Read as number (1,234.5)… (batch)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Read “batch” as…' })
    await expect(dialog.getByRole('group', { name: 'Some values' })).toContainText(/12E3\s*12E3\s*12000/, {
      timeout: 30_000,
    })
    await expect(dialog.getByRole('alert')).toContainText('batch (Text, would be Number)')
    expect(await accessibilityOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Read again' }).click()
    await expect(page.getByRole('gridcell', { name: '12,000' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Read as number (1,234.5)', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Number, read batch as…' }).press('Enter')
    await dialog.getByLabel('Read as').selectOption({ label: 'Automatic: detected from all of its values' })
    await expect(dialog.getByRole('alert')).toContainText('batch (Number, would be Text)', { timeout: 30_000 })
    await dialog.getByRole('button', { name: 'Read again' }).press('Enter')
    await expect(page.getByRole('gridcell', { name: '12E3' })).toBeVisible({ timeout: 30_000 })
  })

  await test.step('what was dropped can be asked at once', async () => {
    await goToData(page)
    await drop(page, 'scores.ndjson', '{"team":"north","score":3}\n{"team":"south","score":5}\n')
    await expect(page.getByRole('heading', { level: 1, name: 'scores' })).toBeVisible({ timeout: 30_000 })
    await page.getByRole('main').getByRole('button', { name: 'Ask about it' }).first().click()
    await expect(page.getByRole('button', { name: 'Table: scores' })).toBeVisible()
    await expect(page.getByRole('gridcell', { name: 'south' })).toBeVisible({ timeout: 15_000 })
  })

  await test.step('rows that are as wide as the page do not scroll sideways', async () => {
    await goToData(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Weather/ })
      .first()
      .click()
    const rows = page.getByRole('grid', { name: /Weather/ })
    await expect(rows.getByRole('gridcell').first()).toBeVisible()
    expect(await rows.evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0)
  })
})
