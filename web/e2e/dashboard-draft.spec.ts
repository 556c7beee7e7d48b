import type { Page } from '@playwright/test'
import { accessibilityOf } from './accessibility-of'
import { drop, expect, test, waitUntilSynced } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

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
test(
  'a dropped file becomes a dashboard in three presses, changed before it is kept, and one step takes it back',
  inLongRun,
  async ({ page }) => {
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
    const byYear = page.getByRole('article', { name: 'Worldwide gross by year' })
    await expect(byYear).toBeVisible()
    const byGenre = page.getByRole('article', { name: 'Worldwide gross by major genre' })
    await expect(byGenre).toContainText('Western')
    await button(page, 'Keep').click()

    await page.waitForURL('**/dashboards/*')
    await expect(title).toBeVisible()
    expect(await page.evaluate(() => window.presses)).toBe(3)
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(6)
    const filters = page.getByRole('region', { name: 'Filters' })
    for (const name of ['Release date', 'Major genre', 'Rated'])
      await expect(filters.getByText(name).first()).toBeVisible()

    await test.step('one step takes all of it back, and it is there again after that is redone', async () => {
      await page.keyboard.press('ControlOrMeta+z')
      await expect(page.getByText('The dashboard is gone again.')).toBeVisible()
      await expect(page.getByRole('complementary').getByText('Films overview')).toHaveCount(0)
      await button(page, 'Redo').click()
      await expect(byGenre).toBeVisible()
      await waitUntilSynced(page)
      await page.reload()
      await expect(byGenre).toContainText('Western')
    })

    await test.step('another draft is changed, drafted from another measure, and thrown away', async () => {
      await waitUntilSynced(page)
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').fill('draft films')
      await page.getByRole('option', { name: /^Draft a dashboard: films/ }).click()
      await expect(page.getByText('Draft', { exact: true })).toBeVisible()
      await button(page, 'Why these charts').click()
      await expect(page.getByText('By year, because release_date goes from 1911 to 2028.')).toBeVisible()
      await page.keyboard.press('Escape')
      const table = page.getByRole('article', { name: /^Rows with the highest/ })
      await table.focus()
      await page.keyboard.press('Delete')
      await expect(table).toHaveCount(0)
      await page.keyboard.press('ControlOrMeta+z')
      await expect(table).toHaveCount(1)
      expect(await accessibilityOf(page)).toEqual([])
      await page.getByLabel('Measure').selectOption('Average imdb rating')
      await expect(page.getByRole('article', { name: 'Average imdb rating by year' })).toBeVisible()
      await button(page, 'Throw away').click()
      await expect(page.getByRole('heading', { level: 1, name: 'films' })).toBeVisible()
    })
  },
)

declare global {
  interface Window {
    presses?: number
  }
}
