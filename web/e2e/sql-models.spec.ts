import type { Page } from '@playwright/test'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { expect, openFromSidebar, openNewChart, push, test, waitUntilSynced } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

const orders = "select * from (values ('a', 10), ('b', 30)) t(kind, n) -- both;"

async function runSql(page: Page, sql: string): Promise<void> {
  await page.getByRole('textbox', { name: /^SQL of / }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
  await page.keyboard.press('ControlOrMeta+Enter')
}

test(
  'SQL is made a model and asked, and what a change of it breaks is shown before it is made',
  inLongRun,
  async ({ page }) => {
    await openNewChart(page, 'Orders in SQL', orders)
    await page.getByRole('button', { name: 'Menu of this chart' }).click()
    await page.getByRole('menuitem', { name: 'Use as a model' }).click()
    const note = page.getByRole('note').filter({ hasText: 'Model.' })
    await expect(note).toContainText('No chart asks it yet')
    await waitUntilSynced(page)

    const model = page.url().split('/').at(-1) ?? ''
    const sum = { id: 'm', fn: 'sum', percentile: 50, show: 'value', label: 'Sold' }
    const question = {
      ...emptyQuestion,
      source: { schema: null, name: 'Orders in SQL', model },
      measures: [{ ...sum, column: { join: null, name: 'n', type: 'integer', databaseType: 'INTEGER' } }],
    }
    const query = { kind: 'builder', connectionId: 'local', question }
    const chart = { id: `${model}-sum`, folderId: null, name: 'Sold in all', description: '', query, order: 'a0' }
    await push(page.request, [['createChart', { ...chart, visual: { ...defaultVisual, type: 'number', y: ['Sold'] } }]])
    await openFromSidebar(page, 'Sold in all')
    const result = page.getByRole('region', { name: 'Result' })
    await expect(result).toContainText('40')

    await openFromSidebar(page, 'Orders in SQL')
    await expect(note).toContainText('1 chart asks it')
    await runSql(page, "select 'c' as kind, 5 as amount")
    const breaks = page.getByRole('dialog', { name: '1 chart would break' })
    await expect(breaks).toContainText('“n” is not in Orders in SQL any more.')
    await breaks.getByRole('button', { name: 'Keep the model' }).click()
    await expect(note).toContainText('Run it to save it.')
    await runSql(page, "select 'c' as kind, 5 as n")
    await expect(note).not.toContainText('Run it to save it.')
    await openFromSidebar(page, 'Sold in all')
    await expect(result).toContainText('5')
  },
)
