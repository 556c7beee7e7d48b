import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  dashboardOf,
  expect,
  goToNewChart,
  openFromSidebar,
  openNewChart,
  push,
  sqlChart,
  startAgain,
  test,
  tile,
  waitUntilSynced,
} from './fixtures'
import { offlineProblems } from './page-problems'

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
    await page.getByLabel('Takes').selectOption('Number')
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
    // Who comes back to it without them in the address has the values they had last; a chart opens with those of its tile.
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
    await page.getByLabel('Takes').selectOption('From a query')
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
    // What was taken out again is not asked with.
    await parameters(page).getByLabel('Days, last day').fill('')
    await parameters(page).getByLabel('Days, first day').focus()
    await expect(page.getByText(/“Days” needs a value/).first()).toBeVisible()
  })
})

test('a parameter takes what its column holds, its value becomes the default, and a tile without one takes the reader to its input', async ({
  page,
}) => {
  await openNewChart(page, 'By area')
  await writeSql(page, 'select count(*)::integer as n from countries where region = {{area}}')
  const area = parameters(page).getByLabel('Area', { exact: true })
  await area.selectOption('Europe')
  await expect(page.getByRole('main').getByRole('button', { name: 'Use as defaults' })).toBeVisible()
  await waitUntilSynced(page)
  await page.getByRole('link', { name: 'Home' }).click()
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
})

test('the SQL is formatted, an earlier run comes back from the history, and a whole result is downloaded', async ({
  page,
}) => {
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
    // How many there are is counted for a while alone.
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
})

const brokenOff = /ERR_INCOMPLETE_CHUNKED_ENCODING/
const exportFailure = (page: Page) => page.getByText('The export failed. No file was saved.')

/** A query whose first rows are there, and one of its last hundred thousand fails. */
async function openFailingChart(page: Page, badRow: number): Promise<void> {
  const value = `case when i = ${badRow} then error('row ${badRow} is bad') else i::varchar end`
  await openNewChart(page, 'Late failure', `select ${value} as a from range(${badRow + 100_000}) t(i)`)
  await expect(page.getByText(/^First 50,000 rows, there are more/).first()).toBeVisible()
}

async function exportJsonLines(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Result' }).getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'JSON lines' }).click()
}

test('an export that fails says why and saves nothing, also when an answer about it comes after its end', async ({
  page,
  problems,
}) => {
  // A file that has begun can only be broken off.
  problems.allow(brokenOff)
  // Long enough to be asked about while it runs.
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
})
