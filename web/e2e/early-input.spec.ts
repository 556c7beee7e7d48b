import type { Page } from '@playwright/test'
import { newId } from '@tidemark/shared/base/ids'
import { dashboardOf, expect, push, sqlChart, test, waitUntilSynced } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

/** Opens a page whose scripts are held back until the returned function is called, as on a slow machine or network. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let letScriptsCome: () => void = () => undefined
  const mayCome = new Promise<void>((resolve) => {
    letScriptsCome = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await mayCome
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return letScriptsCome
}

test('what is typed, chosen or opened before the code of the page runs counts once it does', async ({ page }) => {
  const letListCome = await openWithoutScripts(page, '/data')
  await page.getByRole('searchbox', { name: 'Search data' }).fill('seattle')
  letListCome()
  // Connections of other tests may be listed below.
  const datasets = page.getByRole('main').getByRole('link')
  await expect(datasets.filter({ hasText: 'Countries' })).toHaveCount(0)
  await expect(datasets.filter({ hasText: 'Weather in Seattle' })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search data' })).toHaveValue('seattle')

  await page.unrouteAll()
  const letSettingsCome = await openWithoutScripts(page, '/settings')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await page.getByRole('combobox', { name: 'Week starts on' }).selectOption('Sunday')
  const pushed = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/replicache/push') && response.request().postData()?.includes('weekStart') === true,
  )
  letSettingsCome()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await pushed
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Week starts on' })).toHaveValue('7')

  await test.step('what is opened is filled', async () => {
    await page.unrouteAll()
    const letScriptsCome = await openWithoutScripts(page, '/settings/reports')
    await page.getByText('The context of this page, as it is now').click()
    const person = page.getByRole('region', { name: 'Person and workspace, by id' })
    await expect(person).toHaveCount(0)
    letScriptsCome()
    await expect(person).toContainText('userIdlocal')
  })
})

test('the first press on the header of a table in a tile sorts it', inLongRun, async ({ page }) => {
  const id = newId().slice(0, 12)
  const sql = "select * from (values ('b', 1), ('a', 2)) as t(letter, n)"
  await push(page.request, [
    sqlChart(id, 'Letters', sql, { type: 'table' }),
    ...dashboardOf(`${id}-d`, 'Pressed', [id]),
  ])
  await page.goto(`/dashboards/${id}-d`)
  await waitUntilSynced(page)
  // The drawing code, which the press requests, arrives later: the press hits the server's drawing.
  const letters = page.getByRole('columnheader', { name: 'letter' })
  let hasPressed: () => void = () => undefined
  const press = new Promise<void>((resolve) => {
    hasPressed = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await press
    await route.continue()
  })
  await letters.getByRole('button').click()
  hasPressed()
  await expect(letters).toHaveAttribute('aria-sort', 'ascending')
})

test('a link that is clicked while the page takes over leads there', inLongRun, async ({ page }) => {
  // The time between hydration and a listening router is too short to hit otherwise; React defers that work to a
  // message to itself, which is delayed here.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (...args: readonly unknown[]) {
      setTimeout(() => void Reflect.apply(post, this, args), 300)
    }
  })
  await page.goto('/', { waitUntil: 'commit' })
  const link = page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Data', exact: true })
  await link.evaluate(async (element) => {
    // Next's router notes in the history entry that it has rendered the page.
    const isDrawn = () => Reflect.get(Object(window.history.state), '__NA') === true
    while (!isDrawn()) await new Promise((resolve) => setTimeout(resolve))
    if (element instanceof HTMLElement) element.click()
  })
  await expect(page).toHaveURL(/\/data$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible()
})

test(
  'a pop-up whose code could not be fetched opens when its button is pressed again',
  inLongRun,
  async ({ page, problems }) => {
    problems.allow(/ERR_FAILED/, /could not be fetched|preload failed/)
    await page.goto('/trash')
    // The page's own code is loaded, without which there would be no page.
    await waitUntilSynced(page)
    const status = page.getByRole('status').filter({ hasText: 'Synced' })
    await page.route('**/_next/static/**/*.js', (route) => route.abort())
    const failed = page.waitForEvent('console', (message) => message.text().includes('could not be fetched'))
    await status.click()
    await failed
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // Other parts are loading too and share code with this one; a late failure would affect both.
    await page.unrouteAll({ behavior: 'wait' })
    await status.click()
    await expect(page.getByRole('dialog', { name: 'Sync status' })).toContainText('Everything is synced')
  },
)
