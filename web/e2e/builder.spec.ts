import type { Page } from '@playwright/test'
import { accessibilityOf } from './accessibility-of'
import {
  drop,
  expect,
  goToData,
  goHome,
  goToNewChart,
  openNewChart,
  rename,
  test,
  tile,
  waitUntilSynced,
} from './fixtures'
import { offlineProblems } from './page-problems'
import { inLongRun } from '../../testkit/long-run'

async function openNewQuestion(page: Page, name: string): Promise<void> {
  await openNewChart(page, name)
  await askWithBuilder(page)
}

async function goToNewQuestion(page: Page, name: string): Promise<void> {
  await goToNewChart(page, name)
  await askWithBuilder(page)
}

async function askWithBuilder(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Builder' }).click()
  await expect(step(page, 'Data')).toBeVisible()
}

const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Picks by keyboard: opens, searches and takes the match. */
async function pick(page: Page, stepName: string, button: string, text: string): Promise<void> {
  const search = page.getByRole('combobox', { name: /^Find / })
  // The previous one is fading out.
  await expect(search).toHaveCount(0)
  await step(page, stepName).getByRole('button', { name: button }).press('Enter')
  await search.fill(text)
  await page.getByRole('option', { name: text }).first().waitFor()
  await page.keyboard.press('Enter')
}

test('from a sample dataset to a saved chart without SQL, then on in SQL', async ({ page }) => {
  await goHome(page)
  await page.getByRole('main').getByRole('button', { name: 'New chart' }).click()
  await expect(step(page, 'Data')).toBeVisible()
  await pick(page, 'Data', 'Table: ', 'Weather in Seattle and New York')
  await pick(page, 'Measure', 'Add a measure', 'precipitation_mm')
  await expect(page.getByText(/^1 of 1 row · 1 column/)).toBeVisible()
  await pick(page, 'Group by', 'Add a group', 'date')
  await expect(step(page, 'Group by').getByRole('button', { name: 'Group: date by month' })).toBeVisible()

  // Enter takes a typed name and ends the edit, as one step of the history.
  await step(page, 'Measure')
    .getByRole('button', { name: /^Measure: / })
    .click()
  await page.getByLabel('Name in the result').fill('Rain')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name in the result')).toBeHidden()
  const sql = page.getByRole('region', { name: 'SQL of the question' })
  await expect(sql).toContainText('AS "Rain"')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(sql).not.toContainText('"Rain"')

  await step(page, 'Filter').getByRole('button', { name: 'Add a filter' }).click()
  await page.getByRole('combobox', { name: /^Find / }).fill('conditions')
  await page.getByRole('option', { name: 'conditions' }).click()
  // Its values are offered, searched without another request and usable by keyboard; typed values count too.
  const filter = page.getByRole('dialog', { name: 'Add a filter' })
  const search = filter.getByRole('textbox', { name: 'Search values of conditions' })
  await expect(filter.getByRole('checkbox')).toHaveCount(5)
  // Text for screen readers must scroll with the list: outside of it, a long list's text made the page longer.
  const readAloud = filter.getByRole('group', { name: 'conditions' }).locator('.sr-only').first()
  expect(await readAloud.evaluate((span: HTMLElement) => span.offsetParent?.role)).toBe('group')
  await search.fill('SNO')
  await expect(filter.getByRole('checkbox')).toHaveCount(1)
  await search.fill('')
  await search.press('ArrowDown')
  await expect(filter.getByRole('checkbox').first()).toBeFocused()
  await filter.getByRole('checkbox', { name: /^rain/ }).press('Space')
  await search.fill('snow')
  await expect(filter.getByRole('checkbox')).toHaveCount(1)
  expect(await accessibilityOf(page)).toEqual([])
  await filter.getByRole('button', { name: 'Add the filter' }).click()
  await expect(step(page, 'Filter').getByRole('button', { name: 'conditions is rain or snow' })).toBeVisible()

  await expect(
    page.getByRole('region', { name: 'Result' }).getByRole('img').or(page.getByRole('application')).first(),
  ).toBeVisible()
  await expect(sql).toContainText(`WHERE "conditions" IN ('rain', 'snow')`)
  expect(await sql.locator('pre').evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true)
  expect(await accessibilityOf(page)).toEqual([])
  await waitUntilSynced(page)
  await page.reload()
  await expect(step(page, 'Group by').getByRole('button', { name: 'Group: date by month' })).toBeVisible()
  await expect(sql).toContainText('GROUP BY 1')

  // The question is named by what it asks, and is in no sidebar until it is saved.
  const proposed = 'Precipitation mm by month, rain or snow'
  await expect(page.getByRole('heading', { level: 1, name: proposed })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const saving = page.getByRole('dialog', { name: 'Save as a chart' })
  await expect(saving.getByLabel('Name')).toHaveValue(proposed)
  await saving.getByLabel('Name').fill('Strikes a month')
  await expect(
    page.getByRole('complementary').getByRole('link', { name: /^(Strikes a month|Precipitation)/ }),
  ).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Strikes a month' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Strikes a month' })).toBeVisible()

  await sql.getByRole('button', { name: 'Convert to SQL' }).click()
  const editor = page.getByRole('textbox', { name: 'SQL of Strikes a month' })
  await expect(editor).toContainText(`WHERE "conditions" IN ('rain', 'snow')`)
  await expect(
    page.getByRole('region', { name: 'Result' }).getByRole('img').or(page.getByRole('application')).first(),
  ).toBeVisible()
  // The message's button undoes the conversion, and nothing that was done since.
  await rename(page, 'chart name', 'Strikes by month')
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(step(page, 'Filter').getByRole('button', { name: 'conditions is rain or snow' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Strikes by month' })).toBeVisible()

  // A new question has no SQL yet, and no room for it.
  await sql.getByRole('button', { name: 'Convert to SQL' }).click()
  await page.getByRole('radio', { name: 'Builder' }).click()
  await expect(step(page, 'Data').getByRole('button', { name: 'Table: ' })).toBeVisible()
  await expect(sql).toBeHidden()
})

test('two people who add a measure at once, one of them offline, keep both; undo takes back one’s own', async ({
  page,
  context,
  browser,
  server,
  problems,
}) => {
  problems.allow(...offlineProblems, /ERR_INTERNET_DISCONNECTED/)
  await openNewQuestion(page, 'Asked by two')
  await pick(page, 'Data', 'Table: ', 'Weather in Seattle and New York')
  await waitUntilSynced(page)
  const otherContext = await browser.newContext({ baseURL: server.origin })
  const other = await otherContext.newPage()
  await other.goto(new URL(page.url()).pathname)
  await waitUntilSynced(other)

  const measures = (of: Page) => step(of, 'Measure').getByRole('button', { name: /^Measure: / })
  await context.setOffline(true)
  await pick(page, 'Measure', 'Add a measure', 'precipitation_mm')
  await expect(measures(page)).toHaveText(['Sum of precipitation_mm'])
  await pick(other, 'Measure', 'Add a measure', 'Count of rows')
  await waitUntilSynced(other)
  await context.setOffline(false)
  for (const shown of [page, other]) await expect(measures(shown)).toHaveText(['Count', 'Sum of precipitation_mm'])

  await page.locator('body').press('ControlOrMeta+z')
  for (const shown of [page, other]) await expect(measures(shown)).toHaveText(['Count'])
  await otherContext.close()
})

test(
  'SQL that somebody wrote stays until a question takes its place, and comes back with Undo, before what was changed earlier',
  inLongRun,
  async ({ page }) => {
    await test.step('until a table is chosen', async () => {
      await page.goto('/charts/sample-global-temperature')
      await waitUntilSynced(page)
      const editor = page.getByRole('textbox', { name: /^SQL of / })
      await expect(editor).toContainText('SELECT')
      const written = await editor.innerText()
      await page.getByRole('radio', { name: 'Builder' }).click()
      await expect(page.getByText('Ask without SQL')).toBeVisible()
      await page.getByRole('radio', { name: 'SQL' }).click()
      expect(await editor.innerText()).toBe(written)
      // The chart has not changed for anybody.
      await expect(page.getByRole('button', { name: /^Undo/ })).toBeDisabled()

      await page.getByRole('radio', { name: 'Builder' }).click()
      await step(page, 'Data').getByRole('button', { name: 'Table: none' }).click()
      await page
        .getByRole('option', { name: /^Bird strikes/ })
        .first()
        .click()
      await expect(page.getByRole('region', { name: 'Result' })).toBeVisible()
      await page
        .getByRole('region', { name: /^Notifications/ })
        .getByRole('button', { name: 'Undo' })
        .click()
      await expect(editor).toHaveText(written, { useInnerText: true })
    })

    await test.step('going over to the builder is taken back before what was changed earlier', async () => {
      await rename(page, 'chart name', 'Warmer')
      const editor = page.getByRole('textbox', { name: /^SQL of / })
      for (const undo of [
        async () => await page.keyboard.press('ControlOrMeta+z'),
        async () => await page.getByRole('button', { name: 'Undo: Ask with the builder' }).click(),
      ]) {
        await page.getByRole('radio', { name: 'Builder' }).click()
        await expect(page.getByText('Ask without SQL')).toBeVisible()
        await undo()
        await expect(editor).toContainText('SELECT')
        await expect(page.getByRole('heading', { level: 1, name: 'Warmer' })).toBeVisible()
      }
      await page.keyboard.press('ControlOrMeta+z')
      await expect(page.getByRole('heading', { level: 1, name: 'Global temperature' })).toBeVisible()
      await waitUntilSynced(page)
    })
  },
)

test(
  'what amounts and percentages of a file are written with goes with them onto a dashboard; rows without a text are as many as the filter offers',
  inLongRun,
  async ({ page }) => {
    await test.step('amounts and percentages', async () => {
      await page.goto('/data')
      await waitUntilSynced(page)
      await drop(page, 'deals.csv', 'region;revenue;discount;fee\nNorth;$1,234.50;12.5%;€10\nSouth;-$34.25;7 %;€12\n')
      await expect(page.getByRole('heading', { level: 1, name: 'deals' })).toBeVisible({ timeout: 30_000 })
      const columns = page.getByRole('table', { name: 'Columns' })
      await expect(columns.getByRole('row', { name: /^revenue/ })).toContainText(/\(\$\).*\$1,234\.50.*−\$34\.25/s)
      await expect(columns.getByRole('row', { name: /^discount/ })).toContainText(/Number \(%\).*12\.5%.*7\.0%/s)
      await expect(columns.getByRole('row', { name: /^fee/ })).toContainText(/\(€\).*€10(?!\.)/s)
      const rows = page.getByRole('grid', { name: 'First rows of deals' })
      for (const name of ['$1,234.50', '−$34.25', '12.5%', '7.0%'])
        await expect(rows.getByRole('gridcell', { name, exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Ask about it' }).first().click()
      await expect(step(page, 'Data').getByRole('button', { name: 'Table: deals' })).toBeVisible()
      await expect(page.getByRole('gridcell', { name: '$1,234.50', exact: true })).toBeVisible()

      await goToNewQuestion(page, 'Revenue of deals')
      await pick(page, 'Data', 'Table: ', 'deals')
      await pick(page, 'Measure', 'Add a measure', 'revenue')
      await expect(page.getByRole('region', { name: 'Result' }).getByText('$1,200.25').first()).toBeVisible()
      await page.getByRole('button', { name: 'Add to dashboard' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add to dashboard' })
      await dialog.getByRole('combobox', { name: 'Dashboard' }).selectOption('New dashboard…')
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Deals')
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('button', { name: 'Open', exact: true }).click()
      await expect(tile(page, 'Revenue of deals').getByText('$1,200.25')).toBeVisible()
      await waitUntilSynced(page)
      await page.reload()
      await expect(tile(page, 'Revenue of deals').getByText('$1,200.25')).toBeVisible()
    })

    await test.step('rows without a text are those of none and of an empty one', async () => {
      const cities = ['Bonn', '', null, 'Ulm', '', 'Bonn', 'Ulm']
      await goToData(page)
      await drop(page, 'visits.json', JSON.stringify(cities.map((city, id) => ({ id, city }))))
      await expect(page.getByRole('heading', { level: 1, name: 'visits' })).toBeVisible({ timeout: 30_000 })
      await goToNewQuestion(page, 'Visits of nowhere')
      await pick(page, 'Data', 'Table: ', 'visits')
      await step(page, 'Filter').getByRole('button', { name: 'Add a filter' }).click()
      await page.getByRole('combobox', { name: /^Find / }).fill('city')
      await page.getByRole('option', { name: 'city', exact: true }).click()
      const filter = page.getByRole('dialog', { name: 'Add a filter' })
      const empty = filter.getByRole('button', { name: 'Rows where it is empty 3' })
      await expect(empty).toBeVisible()
      await filter.getByRole('combobox', { name: 'city', exact: true }).selectOption('is-not')
      await expect(filter.getByRole('button', { name: 'Only rows where it is not empty 4' })).toBeVisible()
      await filter.getByRole('combobox', { name: 'city', exact: true }).selectOption('is')
      await filter.getByRole('textbox', { name: 'Search values of city' }).fill('(empty)')
      await expect(filter.getByRole('button', { name: 'Rows where it is empty' })).toBeVisible()
      await expect(filter.getByText('No such value.')).toHaveCount(0)
      await filter.getByRole('textbox', { name: 'Search values of city' }).fill('')
      await empty.click()
      await filter.getByRole('button', { name: 'Add the filter' }).click()
      await expect(step(page, 'Filter').getByRole('button', { name: 'city is empty' })).toBeVisible()
      await expect(page.getByText(/^3 of 3 rows/)).toBeVisible()
    })
  },
)

test(
  'a pop-up in a low window grows and shrinks with what it holds, and no error is told',
  inLongRun,
  async ({ page }) => {
    await page.addInitScript(() => {
      // Reported to the window only, not to the console.
      addEventListener('error', (event) => (document.documentElement.dataset['told'] = event.message))
    })
    await page.setViewportSize({ width: 720, height: 450 })
    await page.goto('/ask')
    await waitUntilSynced(page)
    await pick(page, 'Data', 'Table: ', 'Bird strikes')
    await step(page, 'Filter').getByRole('button', { name: 'Add a filter' }).click()
    await page.getByRole('combobox', { name: /^Find / }).fill('operator')
    await page.getByRole('option', { name: 'operator' }).click()
    const filter = page.getByRole('dialog', { name: 'Add a filter' })
    const search = filter.getByRole('textbox', { name: 'Search values of operator' })
    await expect(filter.getByRole('checkbox').nth(5)).toBeVisible()
    await search.fill('zzzz')
    await expect(filter.getByText('No such value.')).toBeVisible()
    await search.fill('')
    await expect(filter.getByRole('checkbox').nth(5)).toBeVisible()
    await expect(filter.getByRole('button', { name: 'Add the filter' })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 375, height: 640 })
    const covered = await filter.getByRole('checkbox').evaluateAll((checkboxes) =>
      checkboxes.flatMap((checkbox) => {
        if (checkbox instanceof HTMLElement) checkbox.focus()
        const { left, top, width, height } = checkbox.getBoundingClientRect()
        return checkbox.contains(document.elementFromPoint(left + width / 2, top + height / 2))
          ? []
          : [checkbox.ariaLabel]
      }),
    )
    expect(covered).toEqual([])
    await expect(page.locator('html')).not.toHaveAttribute('data-told')
  },
)
