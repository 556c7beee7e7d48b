import { expect, goHome, goToData, goToNewChart, test, waitUntilSynced } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

test(
  'a column said once is shown so in the rows, to who asks and in the history, and is undone',
  inLongRun,
  async ({ page }) => {
    await goHome(page)
    await goToData(page)
    await page.getByRole('link', { name: /Weather in Seattle/ }).click()
    const columns = page.getByRole('table', { name: 'Columns' })
    await columns.getByRole('button', { name: 'precipitation_mm' }).press('Enter')
    const settings = page.getByRole('group', { name: 'Settings of precipitation_mm' })
    await settings.getByLabel('Label').fill('Rainfall')
    await page.keyboard.press('Enter')
    await settings.getByLabel('Unit').fill('mm')
    await settings.getByLabel('Description').fill('Per day, snow melted')
    await page.keyboard.press('Tab')
    await expect(
      page.getByRole('region', { name: 'Rows' }).getByRole('columnheader', { name: /Rainfall/ }),
    ).toBeVisible()
    await expect(page.getByRole('gridcell', { name: /\d mm$/ }).first()).toBeVisible()
    await waitUntilSynced(page)

    await page.getByRole('button', { name: 'Select columns' }).click()
    await page.getByRole('checkbox', { name: 'Select wind_m_s' }).check()
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect(columns.getByText('Hidden', { exact: true })).toHaveCount(1)
    await page.getByRole('button', { name: 'History' }).click()
    await expect(page.getByRole('dialog').getByText('Hid the column “wind_m_s”')).toBeVisible()
    await page.keyboard.press('Escape')

    await goToNewChart(page, 'Rain')
    await page.getByRole('radio', { name: 'Builder' }).click()
    const step = (name: string) => page.getByRole('region', { name, exact: true })
    await step('Data').getByRole('button', { name: 'Table: ' }).press('Enter')
    await page.getByRole('combobox', { name: /^Find / }).fill('Weather')
    await page.keyboard.press('Enter')
    await step('Measure').getByRole('button', { name: 'Add a measure' }).press('Enter')
    const options = page.getByRole('option')
    await expect(options.filter({ hasText: 'Rainfall' })).toContainText('precipitation_mm')
    await expect(options.filter({ hasText: 'wind_m_s' })).toHaveCount(0)
    await expect(options.filter({ hasText: 'Show the hidden column' })).toBeVisible()
    await options.filter({ hasText: 'Rainfall' }).click()
    await expect(step('Measure').getByRole('button', { name: /^Measure: .*Rainfall/ })).toBeVisible()
  },
)
