import { mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { BuiltServer, freePort } from '../../scripts/built-server.mjs'
import type { PostgresServer } from '../../scripts/postgres/postgres-server.mjs'
import { teamSettings } from '../../scripts/team-settings.mjs'
import { rename, waitUntilSynced } from './fixtures'
import { offlineProblems, PageProblems } from './page-problems'
import { expect, Team, test } from './team-fixtures'
import { withPostgres } from './with-postgres'

test('a page asks the chart host with a pass and no cookies, and goes on when that is away', async ({ browser }) => {
  // PostgreSQL and two servers start here.
  test.setTimeout(120_000)
  await withPostgres((postgres) => askThroughChartHost(browser, postgres))
})

async function askThroughChartHost(browser: Browser, postgres: PostgresServer): Promise<void> {
  const port = await freePort()
  const chartHost = `http://127.0.0.1:${port}`
  const shared = { DATABASE_URL: postgres.url, TIDEMARK_CHART_HOST: chartHost, TIDEMARK_FILES_SHARED: '1' }
  const team = await Team.start(shared)
  const person = await team.setUp('Ann Lee', 'Harbour Coffee')
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemark-chart-host-'))
  await symlink(join(team.server.dataDir, 'datasets'), join(dataDir, 'datasets'))
  const charts = new BuiltServer(port, dataDir, {
    ...shared,
    ...teamSettings(team.server.origin),
    TIDEMARK_MODE: 'chart',
  })
  await charts.start()

  const context = await browser.newContext({ baseURL: team.server.origin, storageState: person.state })
  const problems = new PageProblems(context, team.server.origin)
  const page = await context.newPage()
  const asked: { readonly url: string; readonly headers: Promise<Record<string, string>> }[] = []
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url())
    if (pathname === '/api/chart/run-query' && request.method() === 'POST')
      asked.push({ url: origin, headers: request.allHeaders() })
  })
  await page.goto('/')
  await waitUntilSynced(page)
  await page.getByRole('main').getByRole('button', { name: 'New chart' }).click()
  await page.waitForURL('**/charts/*')
  await rename(page, 'chart name', 'Far away')
  const ask = async (sql: string) => {
    await page.getByRole('textbox', { name: /^SQL of / }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(sql)
    await page.keyboard.press('ControlOrMeta+Enter')
  }
  const answer = (text: string) =>
    page.getByRole('grid', { name: 'Rows of Far away' }).getByRole('gridcell', { name: text, exact: true })

  await ask('select 6 * 7 as answer')
  await expect(answer('42')).toBeVisible()
  expect(new Set(asked.map(({ url }) => url))).toEqual(new Set([chartHost]))
  const headers = (await asked.at(-1)?.headers) ?? {}
  expect(headers).toMatchObject({ origin: team.server.origin, authorization: expect.stringMatching(/^Bearer \S+$/) })
  expect(headers).not.toHaveProperty('cookie')
  expect(headers).not.toHaveProperty('x-tidemark-workspace')

  await charts.stop()
  problems.allow(...offlineProblems, /ERR_CONNECTION_REFUSED/)
  await ask('select 6 * 8 as answer')
  await expect(page.getByText(/server cannot be reached|offline/i).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Offline/ })).toHaveCount(0)
  await charts.start()
  await ask('select 6 * 9 as answer')
  await expect(answer('54')).toBeVisible()

  await context.close()
  expect(problems.unexpected()).toEqual([])
  await charts.remove()
  await team.server.remove()
}
