import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  dashboardOf,
  expect,
  goHome,
  goToNewChart,
  openFromSidebar,
  openNewChart,
  push,
  rename,
  sqlChart,
  startAgain,
  test,
  tile,
  waitUntilSynced,
} from './fixtures'
import { offlineProblems } from './page-problems'
import { inLongRun } from '../../testkit/long-run'

async function writeSql(page: Page, sql: string): Promise<void> {
  await page.getByRole('textbox', { name: /^SQL of / }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
}

const parameters = (page: Page) => page.getByRole('region', { name: 'Parameters' })
const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true })

test('a parameter gets its input as it is typed, its value runs the query and stands in the address; charts share it, queries offer its values, and Run takes what was typed last', async ({
  page,
  server,
  problems,
}) => {
  await test.step('typed, run and in the address', async () => {
    await openNewChart(page, 'Asked')
    await writeSql(page, "select {{word}} || '!' as said [[ , {{count}} * 2 as twice ]]")
    await expect(parameters(page).getByLabel('Word', { exact: true })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText(/“Word” needs a value\. Line 1, column 8\./).first()).toBeVisible()

    await parameters(page).getByLabel('Word', { exact: true }).fill("it's; drop table x; --")
    await page.keyboard.press('Enter')
    await expect(cell(page, "it's; drop table x; --!")).toBeVisible()
    expect(new URL(page.url()).searchParams.get('p.word')).toBe("it's; drop table x; --")

    await parameters(page).getByRole('button', { name: 'Settings of count' }).click()
    await page.getByLabel('Type', { exact: true }).selectOption('Number')
    await page.getByLabel('Default').fill('21')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(parameters(page).getByLabel('Count', { exact: true })).toHaveValue('21')
    await page.getByRole('textbox', { name: /^SQL of / }).click()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(cell(page, '42')).toBeVisible()

    const count = parameters(page).getByLabel('Count', { exact: true })
    await count.selectText()
    await count.pressSequentially('1e400')
    await page.keyboard.press('Enter')
    await expect(parameters(page).getByRole('alert')).toHaveText('Enter a number, such as 12.5.')
    expect(new URL(page.url()).searchParams.has('p.count')).toBe(false)
    await page.keyboard.press('Escape')
    await expect(count).toHaveValue('21')
    await expect(parameters(page).getByRole('alert')).toBeHidden()
    await waitUntilSynced(page)

    await page.reload()
    await expect(parameters(page).getByLabel('Word', { exact: true })).toHaveValue("it's; drop table x; --")
    await expect(cell(page, '42')).toBeVisible()
  })

  await test.step('the charts of a dashboard share an input, unless a tile keeps its default', async () => {
    const charts = { first: 'First asked', second: 'Second asked' }
    const sqlOf = (name: string) => `select coalesce([[ {{city}}, ]] 'nowhere') || ' in ${name}' as place`
    await push(page.request, [
      ...Object.entries(charts).map(([id, name]) => sqlChart(id, name, sqlOf(name), { type: 'table' })),
      ...dashboardOf('cities', 'Cities', Object.keys(charts)),
    ])
    await openFromSidebar(page, 'Cities')
    const input = parameters(page).getByLabel('City', { exact: true })
    await input.fill('Rome')
    await page.keyboard.press('Enter')
    for (const name of ['First asked', 'Second asked'])
      await expect(tile(page, name).getByText(`Rome in ${name}`)).toBeVisible()

    await tile(page, 'Second asked').hover()
    await tile(page, 'Second asked').getByRole('button', { name: 'Menu of Second asked' }).click()
    await page.getByRole('menuitem', { name: 'Parameters' }).click()
    await page.getByRole('dialog').getByLabel('City').selectOption('Always its default')
    await page.keyboard.press('Escape')
    await expect(tile(page, 'Second asked').getByText('nowhere in Second asked')).toBeVisible()
    await expect(tile(page, 'First asked').getByText('Rome in First asked')).toBeVisible()

    await waitUntilSynced(page)
    // Without values in the address a dashboard shows the last ones; a chart opens with those of its tile.
    await openFromSidebar(page, 'First asked')
    await openFromSidebar(page, 'Cities')
    await expect(parameters(page).getByLabel('City', { exact: true })).toHaveValue('Rome')
    await expect(tile(page, 'First asked').getByText('Rome in First asked')).toBeVisible()
    await page.goto('/dashboards/cities')
    await expect(tile(page, 'First asked').getByText('Rome in First asked')).toBeVisible()
    await waitUntilSynced(page)
    await tile(page, 'First asked').hover()
    await tile(page, 'First asked').getByRole('link', { name: /^Open/ }).click()
    await expect(cell(page, 'Rome in First asked')).toBeVisible()
  })

  await test.step('values that a query offers are asked for again once the server is back', async () => {
    problems.allow(...offlineProblems)
    await goToNewChart(page, 'Offered', "select coalesce([[ {{city}}, ]] 'nowhere') as place")
    await expect(cell(page, 'nowhere')).toBeVisible()
    await waitUntilSynced(page)
    await parameters(page).getByRole('button', { name: 'Settings of city' }).click()
    await page.getByLabel('Type', { exact: true }).selectOption('From a query')
    await page.getByLabel(/^SQL: values/).fill("values ('Rome'), ('Oslo')")
    await server.stop()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(parameters(page).getByText('The values cannot be fetched now.')).toBeVisible()
    await startAgain(server, page)
    await expect(parameters(page).getByLabel('City', { exact: true }).getByRole('option')).toHaveText([
      'Any',
      'Rome',
      'Oslo',
    ])
    await expect(parameters(page).getByText('The values cannot be fetched now.')).toBeHidden()
  })

  await test.step('Run takes the day that was typed last, though its field is left by the press alone', async () => {
    await goToNewChart(page, 'Days')
    await writeSql(page, 'select {{days.start}} as first_day, {{days.end}} as last_day')
    await parameters(page).getByLabel('Days, first day').fill('2026-01-01')
    await parameters(page).getByLabel('Days, last day').fill('2026-01-31')
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/chart/run-query'))
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Run\b/ })
      .click()
    await asked
    await expect(cell(page, '2026-01-31')).toBeVisible()
    await expect(page.getByText('needs a value')).toHaveCount(0)
    // A removed value no longer applies.
    await parameters(page).getByLabel('Days, last day').fill('')
    await parameters(page).getByLabel('Days, first day').focus()
    await expect(page.getByText(/“Days” needs a value/).first()).toBeVisible()
  })
})

/**
 * Counts the presses of buttons and of keys other than characters, and the choices from lists, since the page was
 * loaded.
 */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const presses = { count: 0 }
    const count = () => (presses.count += 1)
    addEventListener('pointerdown', count, true)
    addEventListener('change', (event) => event.target instanceof HTMLSelectElement && count(), true)
    addEventListener(
      'keydown',
      ({ key, ctrlKey, metaKey }) => {
        const isCharacter = key.length === 1 && !ctrlKey && !metaKey
        if (!isCharacter && !['Control', 'Meta', 'Shift', 'Alt'].includes(key)) count()
      },
      true,
    )
    return presses
  })
  return () => counted.evaluate(({ count }) => count)
}

test(
  'SQL with two parameters is charted on a dashboard within twelve presses from Home; the next is asked for that dashboard, and the sidebar has neither before',
  inLongRun,
  async ({ page }) => {
    await push(page.request, dashboardOf('weighed', 'Weighed', []))
    await goHome(page)
    const presses = await countPresses(page)
    const sidebar = page.getByRole('complementary')
    const name = 'Countries by region'
    await sidebar.getByRole('link', { name: 'Ask', exact: true }).click()
    await page.getByRole('radio', { name: 'SQL' }).click()
    await expect(page.getByRole('textbox', { name: /^SQL of / })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(
      'select region, count(*) as countries from countries where population > {{least}} and life_expectancy_years > {{years}} group by region',
    )
    for (const [label, value] of [
      ['Least', '1000000'],
      ['Years', '70'],
    ] as const) {
      await parameters(page).getByLabel(label, { exact: true }).click()
      await page.keyboard.insertText(value)
      await page.keyboard.press('Enter')
    }
    await expect(cell(page, 'Europe & Central Asia').or(page.getByRole('application')).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(sidebar.getByRole('link', { name })).toHaveCount(0)
    await page.getByRole('button', { name: 'Add to dashboard' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add to dashboard' })
    await dialog.getByRole('combobox', { name: 'Dashboard' }).selectOption('Weighed')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Weighed' })).toBeVisible()
    await expect(tile(page, name)).toHaveAttribute('data-selected')
    expect(await presses()).toBeLessThanOrEqual(12)

    // A question asked from a dashboard is added to that dashboard, and starts in the form of the last one.
    await page.keyboard.press('n')
    await page.keyboard.press('c')
    const ask = async (sql: string) => {
      await writeSql(page, sql)
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(cell(page, '2')).toBeVisible()
    }
    await ask('select 1 as one, 2 as two')
    await rename(page, 'question name', 'First of two')
    await page.getByRole('button', { name: 'Add another' }).click()
    await expect(page.getByText('“First of two” is on “Weighed”')).toBeVisible()
    await ask('select 2 as two')
    await rename(page, 'question name', 'Second of two')
    await page.getByRole('button', { name: 'Add to Weighed' }).click()
    await expect(tile(page, 'Second of two')).toHaveAttribute('data-selected')
    await expect(tile(page, 'Second of two')).toBeInViewport()
    await expect(tile(page, 'First of two')).toBeVisible()
    await sidebar.getByRole('button', { name: 'Charts of Weighed' }).click()
    await expect(sidebar.getByRole('link', { name: 'Second of two' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(tile(page, 'Second of two')).toHaveCount(0)
    await expect(sidebar.getByRole('link', { name: 'Second of two' })).toHaveCount(0)
    // A question for no dashboard is usually meant for the one that the person came from.
    await sidebar.getByRole('link', { name: 'Ask', exact: true }).click()
    await page.getByRole('button', { name: 'Add to dashboard' }).click()
    await expect(dialog.getByRole('combobox', { name: 'Dashboard' }).locator('option:checked')).toHaveText('Weighed')
    await waitUntilSynced(page)
  },
)

test(
  'a parameter takes what its column holds, its value becomes the default, and a tile without one takes the reader to its input',
  inLongRun,
  async ({ page }) => {
    await openNewChart(page, 'By area')
    await writeSql(page, 'select count(*)::integer as n from countries where region = {{area}}')
    const area = parameters(page).getByLabel('Area', { exact: true })
    await area.selectOption('Europe')
    await expect(page.getByRole('main').getByRole('button', { name: 'Use as defaults' })).toBeVisible()
    await waitUntilSynced(page)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await openFromSidebar(page, 'By area')
    await expect(area).toHaveValue('Europe')
    await page.getByRole('main').getByRole('button', { name: 'Use as defaults' }).click()
    await expect(page.getByRole('main').getByRole('button', { name: 'Use as defaults' })).toBeHidden()
    await waitUntilSynced(page)

    await push(page.request, [
      sqlChart('wanting', 'Wanting', "select {{town}} || '!' as said", { type: 'table' }),
      ...dashboardOf('wants', 'Wants', ['wanting']),
    ])
    await openFromSidebar(page, 'Wants')
    await tile(page, 'Wanting').getByRole('button', { name: 'Choose a value' }).click()
    await expect(parameters(page).getByLabel('Town', { exact: true })).toBeFocused()
    await page.keyboard.type('Oslo')
    await page.keyboard.press('Enter')
    await expect(tile(page, 'Wanting').getByText('Oslo!')).toBeVisible()
  },
)

test(
  'the SQL is formatted, an earlier run comes back from the history, and a whole result is downloaded',
  inLongRun,
  async ({ page }) => {
    await test.step('formatted, and run before', async () => {
      await openNewChart(page, 'Tidy')
      await writeSql(page, 'select 1 as a, {{b}} as b -- why')
      await page.getByRole('button', { name: 'Format the SQL' }).click()
      const editor = page.getByRole('textbox', { name: /^SQL of / })
      await expect(editor.locator('.cm-line').nth(1)).toHaveText(/^\s+1 as a,$/)
      await expect(editor).toContainText('{{b}} as b -- why')

      await writeSql(page, 'select 4711 as first_run')
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(cell(page, '4,711')).toBeVisible()
      await writeSql(page, 'select 4712 as second_run')
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(cell(page, '4,712')).toBeVisible()
      await page.getByRole('button', { name: 'My runs' }).click()
      const runs = page.getByRole('dialog', { name: 'My runs' })
      await runs.getByLabel('Search runs').fill('first_')
      await expect(runs.getByRole('listitem')).toHaveText([/Tidy1 row · /])
      await runs.getByRole('button', { name: /first_run/ }).click()
      await expect(editor).toHaveText(/select 4711 as first_run/)
    })

    await test.step('a whole result is downloaded, also beyond the rows that are shown', async () => {
      await goToNewChart(page, 'Many: rows', "select i as id, '=1+' || i as text from range(60000) t(i)")
      // Counting the rows is given up after a limited time.
      await expect(page.getByText(/50,000 (?:of|rows, there are more)/).first()).toBeVisible()
      const download = page.waitForEvent('download')
      await page.getByRole('region', { name: 'Result' }).getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe('Many rows.csv')
      const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
      expect(lines).toHaveLength(60_001)
      expect(lines.at(-1)).toBe("59999,'=1+59999")
      await expect(page.getByText('Exported Many rows.csv')).toBeVisible()
    })
  },
)

const brokenOff = /ERR_INCOMPLETE_CHUNKED_ENCODING/
const exportFailure = (page: Page) => page.getByText('The export failed. No file was saved.')

/** Opens a chart whose first rows arrive, but whose query fails at one of its last hundred thousand. */
async function openFailingChart(page: Page, badRow: number): Promise<void> {
  const value = `case when i = ${badRow} then error('row ${badRow} is bad') else i::varchar end`
  await openNewChart(page, 'Late failure', `select ${value} as a from range(${badRow + 100_000}) t(i)`)
  await expect(page.getByText(/^First 50,000 rows, there are more/).first()).toBeVisible()
}

async function exportJsonLines(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Result' }).getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'JSON lines' }).click()
}

test(
  'an export that fails says why and saves nothing, also when an answer about it comes after its end',
  inLongRun,
  async ({ page, problems }) => {
    // A download that has started can only be broken off.
    problems.allow(brokenOff)
    // Long enough that the test sees the export while it runs.
    await openFailingChart(page, 1_500_000)
    const failed = exportFailure(page)
    let late: Promise<void> | undefined
    await page.route('**/api/exports/*', async (route) => {
      const answer = await route.fetch()
      if (late === undefined && (await answer.text()).includes('"running"'))
        await (late = failed.waitFor({ timeout: 90_000 }).then(() => route.fulfill({ response: answer })))
      else await route.fulfill({ response: answer })
    })
    await exportJsonLines(page)
    await failed.waitFor({ timeout: 90_000 })
    await expect(page.getByText(/row 1500000 is bad/).first()).toBeVisible()
    expect(late).toBeDefined()
    await late
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.getByText(/^Exporting /)).toHaveCount(0)
    await expect(failed).toBeVisible()
  },
)
