import type { Page } from '@playwright/test'
import { accessibilityOf } from './accessibility-of'
import { drop, expect, test, waitUntilSynced } from './fixtures'

const genres = ['Drama', 'Comedy', 'Action', 'Horror', 'Western']
const films = Array.from({ length: 600 }, (_, row) =>
  [
    `Film ${row}`,
    `${1911 + (row % 118)}-05-01`,
    genres[row % 5],
    ['PG', 'R', 'G'][row % 3],
    1000 * (1 + (row % 5)) + (row % 17),
    (10 + ((row * 7) % 89)) / 10,
  ].join(','),
)
const csv = `title,release_date,major_genre,rated,worldwide_gross,imdb_rating\n${films.join('\n')}\n`

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const folderOfDraft = (page: Page) => page.getByRole('navigation').getByText('Films overview')

test('a dropped file becomes a dashboard in three presses, changed before it is kept, and one step takes it back', async ({
  page,
}) => {
  await page.goto('/data')
  await waitUntilSynced(page)
  await page.evaluate(() => {
    for (const type of ['drop', 'click'])
      addEventListener(type, () => (window.presses = (window.presses ?? 0) + 1), true)
  })
  await drop(page, 'films.csv', csv)
  await expect(page.getByRole('heading', { level: 1, name: 'films' })).toBeVisible({ timeout: 30_000 })
  await button(page, 'Draft a dashboard').click()

  const title = page.getByRole('heading', { level: 1, name: 'Films overview' })
  await expect(title).toBeVisible()
  await expect(page.getByRole('article', { name: 'Worldwide gross by year' })).toContainText('1911-05-01 to 2028')
  await expect(page.getByRole('img', { name: /Worldwide gross by major genre|Western/ }).first()).toBeVisible()
  await expect(folderOfDraft(page)).toHaveCount(0)
  await button(page, 'Keep').click()

  await page.waitForURL('**/dashboards/*')
  const tiles = page.getByRole('article')
  await expect(title).toBeVisible()
  expect(await page.evaluate(() => window.presses)).toBe(3)
  expect(await tiles.count()).toBeGreaterThanOrEqual(6)
  await expect(
    page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: /^(Release|Major|Rated)/ }),
  ).toHaveCount(3)
  await page.reload()
  await expect(page.getByRole('article', { name: 'Worldwide gross by major genre' })).toContainText(
    'Because it has 5 values',
  )

  await test.step('taken back whole, and made again', async () => {
    await waitUntilSynced(page)
    await page.goto('/data')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^films/ })
      .first()
      .click()
    await button(page, 'Draft a dashboard').click()
    await expect(title).toBeVisible()
    const table = page.getByRole('article', { name: /^Rows with the highest/ })
    await table.focus()
    await page.keyboard.press('Delete')
    await expect(table).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(table).toHaveCount(1)
    expect(await accessibilityOf(page)).toEqual([])
    await page.getByLabel('Measure').selectOption('Average imdb rating')
    await expect(page.getByRole('article', { name: 'Average imdb rating by year' })).toBeVisible()
    await page.getByRole('button', { name: 'Throw away' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'films' })).toBeVisible()
    await expect(folderOfDraft(page)).toHaveCount(2)
  })
})

declare global {
  interface Window {
    presses?: number
  }
}
