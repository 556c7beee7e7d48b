import { dashboardOf, expect, goToNewChart, openNewChart, push, rename, test, tile, waitUntilSynced } from './fixtures'
import type { Page } from '@playwright/test'
import { inLongRun } from '../../testkit/long-run'

const endless = 'select count(*) as n from range(1000000000000) a, range(1000000000000) b where a.range = -b.range - 1'

async function writeSql(page: Page, sql: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: /^SQL of / })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
}

test('a query is written, run, drawn and saved without a Save button, its columns are chosen, and it goes on a dashboard; the editor leaves its keys, completes, refuses and says what is wrong; a result says which query it is of', async ({
  page,
}) => {
  await test.step('written, run, drawn and saved', async () => {
    await openNewChart(page, 'Strikes by size')
    await writeSql(page, 'select 1 as place, 10 as score union all select 2, 30 union all select 3, 20 order by 1')
    await page.keyboard.press('ControlOrMeta+Enter')
    const rows = page.getByRole('grid', { name: 'Rows of Strikes by size' })
    await expect(rows.getByRole('gridcell', { name: '30', exact: true })).toBeVisible()

    await page.getByRole('radio', { name: 'Bar', exact: true }).check()
    await expect(page.getByRole('region', { name: 'Result' }).getByLabel(/^Strikes by size\. /)).toBeVisible()
    await waitUntilSynced(page)

    await page.reload()
    await expect(page.getByRole('radio', { name: 'Bar', exact: true })).toBeChecked()
    await expect(page.getByRole('textbox', { name: /^SQL of / })).toContainText('as score')
    await expect(page.getByRole('region', { name: 'Result' }).getByLabel(/^Strikes by size\. /)).toBeVisible()
  })

  await test.step('the columns of a chart are chosen, and the drawing follows', async () => {
    await goToNewChart(
      page,
      'Which columns',
      "select 'a' as kind, 1 as first, 100 as second union all select 'b', 2, 300",
    )
    await expect(page.getByRole('gridcell', { name: '300', exact: true })).toBeVisible()
    await page.getByRole('radio', { name: 'Bar', exact: true }).check()
    const panel = page.getByRole('complementary', { name: 'Chart properties' })
    await panel.getByRole('button', { name: /^X axis: / }).click()
    await page
      .getByRole('menuitem', { name: 'kind' })
      .or(page.getByRole('menuitemcheckbox', { name: 'kind' }))
      .or(page.getByRole('menuitemradio', { name: 'kind' }))
      .click()
    await expect(panel.getByRole('button', { name: /^X axis: kind/ })).toBeVisible()
  })

  await test.step('a chart goes on a dashboard and is drawn there', async () => {
    await push(page.request, dashboardOf('for-a-new-chart', 'For a new chart', []))
    await goToNewChart(page, 'Made for a dashboard', 'select 1 as place, 10 as score union all select 2, 30')
    await expect(page.getByRole('gridcell', { name: '30', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Add to dashboard' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add to dashboard' })
    await dialog.getByRole('combobox', { name: 'Dashboard' }).selectOption('New dashboard…')
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await name.fill('')
    await name.press('Enter')
    await expect(name).toHaveAccessibleDescription('Give it a name.')
    await dialog.getByRole('combobox', { name: 'Dashboard' }).selectOption('For a new chart')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(tile(page, 'Made for a dashboard')).toBeVisible()
  })

  await test.step('Tab indents, and after Escape leaves it', async () => {
    await goToNewChart(page, 'By keyboard')
    const editor = page.getByRole('textbox', { name: /^SQL of / })
    // The editor has replaced the plain field.
    await expect(editor).toHaveAttribute('aria-autocomplete', 'list')
    await editor.click()
    await page.keyboard.press('Tab')
    await expect(editor).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(editor).not.toBeFocused()

    // Escape also works with a selection, which it reduces to the cursor. As in VS Code, it first closes an open
    // search.
    await editor.fill('select 1')
    await page.keyboard.press('ControlOrMeta+f')
    await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused()
    await editor.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('textbox', { name: 'Find' })).toHaveCount(0)
    const selected = () => page.evaluate(() => getSelection()?.toString())
    expect(await selected()).toBe('select 1')
    await page.keyboard.press('Escape')
    expect(await selected()).toBe('')
    await page.keyboard.press('Tab')
    await expect(editor).not.toBeFocused()
    await expect(editor).toHaveText('select 1')
  })

  await test.step('it completes the tables and columns there are', async () => {
    await goToNewChart(page, 'Completion')
    await writeSql(page, 'select  from bird_strikes')
    await page.keyboard.press('Home')
    for (let step = 0; step < 'select '.length; step += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.type('speed')
    const option = page.getByRole('option', { name: /speed/i }).first()
    await expect(option).toBeVisible()
    // Uses the pointer, because for a moment after the list opens the editor takes Enter as a new line.
    await option.click()
    await expect(page.getByRole('textbox', { name: /^SQL of / })).toContainText(/select speed\w+/i)

    // A name that is typed in full is taken as it is: Enter begins the next line.
    await writeSql(page, 'select 1 as a from ')
    await page.keyboard.type('co2')
    await expect(page.getByRole('option', { name: /^co2/ })).toBeVisible()
    // For a moment after the list opens the editor takes Enter as a new line in any case, and nothing on the page tells its end.
    await page.waitForTimeout(150)
    await page.keyboard.type('\nwhere true')
    await expect(page.locator('.cm-line')).toHaveText(['select 1 as a from co2', 'where true'])
  })

  await test.step('an error of a query says what is wrong at which line and column, and the last result stays', async () => {
    await goToNewChart(page, 'Errors', 'select 7 as lucky')
    const cell = page.getByRole('gridcell', { name: '7', exact: true })
    await expect(cell).toBeVisible()
    await writeSql(page, 'select lucky,\n  totl\nfrom (select 7 as lucky)')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText(/totl.*Line 2, column 3\./).first()).toBeVisible()
    await expect(cell).toBeVisible()
  })

  await test.step('more than one statement is refused, and nothing runs', async () => {
    await goToNewChart(page, 'Two statements')
    await writeSql(page, 'select 1; drop table bird_strikes')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('region', { name: 'Result' }).getByText(/only a single SELECT/i)).toBeVisible()
  })

  await test.step('a result says that the query above it has not run, or was cancelled', async () => {
    await goToNewChart(page, 'Which query', 'select 7 as lucky')
    const result = page.getByRole('region', { name: 'Result' })
    const cell = page.getByRole('gridcell', { name: '7', exact: true })
    const notRun = result.getByText('This query has not run yet', { exact: true })
    await expect(cell).toBeVisible()
    await expect(notRun).toBeHidden()
    await writeSql(page, endless)
    await expect(notRun).toBeVisible()
    await expect(cell).toBeVisible()

    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(notRun).toBeHidden()
    await result.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(result.getByText('The query was cancelled', { exact: true })).toBeVisible()
    await expect(notRun).toBeHidden()
    await expect(cell).toBeVisible()
  })

  await test.step('of many columns paper has those in sight and some after them, and says which', async () => {
    const columns = Array.from({ length: 40 }, (_, index) => `${index} as column_${index + 1}`)
    await goToNewChart(page, 'Wide', `select ${columns.join(', ')}`)
    const rows = page.getByRole('grid', { name: 'Rows of Wide' })
    const headers = rows.getByRole('columnheader')
    await expect(headers.first()).toHaveText('column_1')
    await rows.evaluate((grid) => grid.scrollTo({ left: 2500 }))
    await expect(headers.filter({ hasText: 'column_20' })).toBeVisible()
    const edge = await rows.evaluate((grid) => grid.getBoundingClientRect().left)
    const inSight = await headers.evaluateAll(
      (all, left) => all.filter((one) => one.getBoundingClientRect().right > left).map((one) => one.textContent),
      edge,
    )
    // Synchronous, because the page is made narrower only afterwards.
    const onPaper = await rows.evaluate((grid) => {
      dispatchEvent(new Event('beforeprint'))
      return {
        names: [...grid.querySelectorAll('[role=columnheader]')].map((one) => one.textContent),
        tracks: grid.querySelector<HTMLElement>('[role=row]')?.style.gridTemplateColumns,
        note: document.querySelector('[data-part=rows-note]')?.textContent,
      }
    })
    expect(onPaper.names).toEqual(inSight)
    expect(onPaper.tracks).toMatch(/^0px /)
    const [first, last] = [inSight[0], inSight.at(-1)].map((name) => name?.slice('column_'.length))
    expect(onPaper.note).toBe(`Columns ${first} to ${last} of 40`)
  })
})

test(
  'who writes SQL writes on while the chart is renamed elsewhere; SQL that was changed elsewhere waits for a choice, also over a reload',
  inLongRun,
  async ({ page, context }) => {
    await test.step('renamed elsewhere', async () => {
      await openNewChart(page, 'Before')
      await writeSql(page, 'select 1')
      await waitUntilSynced(page)
      const other = await context.newPage()
      await other.goto(page.url())
      await rename(other, 'chart name', 'After')
      const editor = page.getByRole('textbox', { name: 'SQL of After' })
      await expect(editor).toBeFocused()
      await page.keyboard.insertText(' as one')
      await expect(editor).toHaveText('select 1 as one')
      // Its history is the earlier one, too.
      await page.keyboard.press('ControlOrMeta+z')
      await page.keyboard.press('ControlOrMeta+z')
      await expect(editor).not.toContainText('select 1')
      await other.close()
    })

    await test.step('changed elsewhere', async () => {
      await goToNewChart(page, 'Two writers')
      const editor = page.getByRole('textbox', { name: /^SQL of / })
      const question = page.getByText('This query was changed elsewhere.')
      await writeSql(page, 'select 1 as mine')
      const other = await context.newPage()
      await other.goto(page.url())
      await expect(other.getByRole('textbox', { name: /^SQL of / })).toContainText('as mine')
      // A text that the first page has just stored is opened as its copy, and a choice until the stored text comes, too.
      await expect(other.getByText('This query was changed elsewhere.')).toBeHidden()
      await waitUntilSynced(other)
      await writeSql(other, 'select 2 as theirs')
      await expect(question).toBeVisible()
      await editor.blur()
      await expect(question).toBeVisible()
      // Until the other page knows that its text is stored, it keeps a copy, which this page would take for its own after
      // the reload.
      const copies = () =>
        other.evaluate(() => Object.values<string>(localStorage).filter((text) => text.includes('theirs')))
      await expect.poll(copies, { timeout: 20_000 }).toEqual([])

      await page.reload()
      await expect(question).toBeVisible()
      await expect(editor).toContainText('as mine')
      await page.getByRole('button', { name: 'Keep mine' }).click()
      await expect(question).toBeHidden()
      await waitUntilSynced(page)
      await page.reload()
      await expect(editor).toContainText('as mine')
      await expect(question).toBeHidden()

      // The overwritten text can be read and restored, although one person wrote both within a minute.
      await page.getByRole('button', { name: 'History', exact: true }).click()
      const history = page.getByRole('dialog', { name: 'History' })
      const overwritten = history
        .getByRole('listitem')
        .filter({ has: page.getByRole('time') })
        .nth(1)
      await overwritten.getByText(/^Changed the SQL/).click()
      await expect(overwritten.getByRole('insertion')).toHaveText(/select 2 as theirs/)
      await overwritten.getByRole('button', { name: 'Restore' }).click()
      await page.keyboard.press('Escape')
      await expect(editor).toContainText('as theirs')
    })
  },
)

test('the server’s drawing is whole in a window lower than it guessed, and what is longer than its field ends in an ellipsis', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/charts/sample-daily-highs')
  await waitUntilSynced(page)
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.locator('[data-drawn-by=server]')).toBeVisible()
  const drawing = await result.getByRole('img').boundingBox()
  const rows = await page.getByRole('grid', { name: 'Rows of Daily highs in Seattle' }).boundingBox()
  expect(drawing?.height).toBeGreaterThan(100)
  expect((drawing?.y ?? 0) + (drawing?.height ?? 0)).toBeLessThanOrEqual(rows?.y ?? 0)

  await page.setViewportSize({ width: 1440, height: 900 })
  const field = page.getByRole('textbox', { name: 'Description', exact: true })
  expect(await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  await expect(field).toHaveCSS('text-overflow', 'ellipsis')
})
