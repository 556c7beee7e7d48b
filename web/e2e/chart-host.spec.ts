import { mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { sessionInfoSchema } from '@tidemark/shared/accounts/session-info'
import { contextSections } from '@tidemark/shared/observability/session-context'
import { BuiltServer, freePort } from '../../testkit/servers/built-server.mjs'
import type { PostgresServer } from '../../testkit/postgres/postgres-server.mjs'
import { teamSettings } from '../../testkit/servers/team-settings.mjs'
import { IngestServer, type Report } from '../../tools/telemetry/telemetry-ingest.mjs'
import { drawsBetween, nodeOptionsOf } from './draws'
import { rename, waitUntilSynced } from './fixtures'
import { offlineProblems, PageProblems } from './page-problems'
import { throwInPage, waitUntilReporting } from './reporting-page'
import { expect, Team, test } from './team-fixtures'
import { withPostgres } from './with-postgres'
import { inLongRun } from '../../testkit/long-run'

const canary = 'CANARY-7f3a'
/** Below every sample rate. */
const lowDraws = drawsBetween(0, 0.008)

test(
  'a page asks the chart host with a pass and no cookies, and goes on when that is away; reports name its person until they sign out',
  inLongRun,
  async ({ browser }) => {
    // PostgreSQL and two servers start here.
    test.setTimeout(120_000)
    await withPostgres((postgres) => askThroughChartHost(browser, postgres))
  },
)

async function askThroughChartHost(browser: Browser, postgres: PostgresServer): Promise<void> {
  const port = await freePort()
  const chartHost = `http://127.0.0.1:${port}`
  const ingest = await IngestServer.start()
  const shared = {
    DATABASE_URL: postgres.url,
    TIDEMARK_CHART_HOST: chartHost,
    TIDEMARK_FILES_SHARED: '1',
    ERROR_REPORTING_ENABLED: '1',
    SENTRY_DSN: ingest.dsn,
    TIDEMARK_ENVIRONMENT: 'production',
  }
  const team = await Team.start(shared)
  const person = await team.setUp('Ann Lee', 'Harbour Coffee')
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemark-chart-host-'))
  await symlink(join(team.server.dataDir, 'datasets'), join(dataDir, 'datasets'))
  const charts = new BuiltServer(port, dataDir, {
    ...shared,
    ...teamSettings(team.server.origin),
    TIDEMARK_MODE: 'chart',
    NODE_OPTIONS: nodeOptionsOf(lowDraws),
  })
  await charts.start()

  // Service workers are blocked, because with one the next page cannot be delayed.
  const context = await browser.newContext({
    baseURL: team.server.origin,
    storageState: person.state,
    serviceWorkers: 'block',
  })
  const problems = new PageProblems(context, team.server.origin)
  const page = await context.newPage()
  await page.addInitScript({ content: lowDraws })
  const asked: { readonly url: string; readonly headers: Promise<Record<string, string>> }[] = []
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url())
    if (pathname === '/api/chart/run-query' && request.method() === 'POST')
      asked.push({ url: origin, headers: request.allHeaders() })
  })
  await page.goto('/')
  await waitUntilSynced(page)
  await page.getByRole('main').getByRole('button', { name: 'New chart' }).click()
  await page.getByRole('radio', { name: 'SQL' }).click()
  await rename(page, 'question name', 'Far away')
  const ask = async (sql: string) => {
    await page.getByRole('textbox', { name: /^SQL of / }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(sql)
    await page.keyboard.press('ControlOrMeta+Enter')
  }
  const answer = (text: string) =>
    page.getByRole('grid', { name: 'Rows of Far away' }).getByRole('gridcell', { name: text, exact: true })

  await ask(`select 6 * 7 as answer where '${canary}' <> ''`)
  await expect(answer('42')).toBeVisible()
  expect(new Set(asked.map(({ url }) => url))).toEqual(new Set([chartHost]))
  const headers = (await asked.at(-1)?.headers) ?? {}
  const pass = mustHave(/^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1])
  expect(headers).toMatchObject({ origin: team.server.origin })
  expect(headers).not.toHaveProperty('cookie')
  expect(headers).not.toHaveProperty('x-tidemark-workspace')

  const { workspaces } = sessionInfoSchema.parse(await (await person.api.get('/api/session')).json())
  const session = { userId: person.id, orgId: mustHave(workspaces[0]).id, isDesktopApp: false }
  // Only the chart host receives these requests.
  const queries = () =>
    ingest.ofType('transaction').filter(({ payload }) => payload.transaction === 'POST /api/chart/run-query')
  await expect.poll(() => queries().length, { timeout: 20_000 }).toBeGreaterThan(0)
  for (const { payload, raw } of queries()) {
    expect(contextSections.filter((section) => !(section in payload.contexts))).toEqual([])
    expect(payload.contexts.session).toEqual(session)
    for (const secret of [canary, pass, new URL(postgres.url).password, person.email]) expect(raw).not.toContain(secret)
  }

  await charts.stop()
  problems.allow(...offlineProblems, /ERR_CONNECTION_REFUSED/)
  await ask('select 6 * 8 as answer')
  await expect(page.getByText(/server cannot be reached|offline/i).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Offline/ })).toHaveCount(0)
  await charts.start()
  await ask('select 6 * 9 as answer')
  await expect(answer('54')).toBeVisible()

  problems.allow(/page error: /, /An error was not caught/)
  const reported = async (fail: () => Promise<unknown>): Promise<Report> => {
    ingest.clear()
    await fail()
    await expect.poll(() => ingest.ofType('event').length, { timeout: 20_000 }).toBe(1)
    return mustHave(ingest.ofType('event')[0])
  }
  const isOfNobody = ({ payload, raw }: Report) => {
    expect(payload.contexts.session).toEqual({ available: false })
    for (const id of [session.userId, session.orgId]) expect(raw).not.toContain(id)
  }
  await waitUntilReporting(page)
  const { payload } = await reported(() => throwInPage(page, 'nothing works'))
  expect(payload.contexts.session).toEqual(session)
  // The next page is delayed, so that this one reports that its person has left.
  let letCome = (): void => undefined
  const comes = new Promise<void>((resolve) => (letCome = resolve))
  await page.route('**/sign-in', (route) => comes.then(() => route.continue()))
  await throwOnceLeft(page)
  isOfNobody(await reported(() => signOut(page)))
  letCome()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await waitUntilReporting(page)
  isOfNobody(await reported(() => throwInPage(page, 'nothing works here')))

  await context.close()
  expect(problems.unexpected()).toEqual([])
  await charts.remove()
  await team.server.remove()
  await ingest.close()
}

function mustHave<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('there is none')
  return value
}

/** Throws by itself: while the next page is loading, a browser evaluates nothing in this one. */
async function throwOnceLeft(page: Page): Promise<void> {
  await page.evaluate(() => {
    const timer = setInterval(() => {
      if (document.documentElement.hidden || !document.body.innerText.includes('You are signed out')) return
      clearInterval(timer)
      throw new TypeError('nothing works any more')
    }, 200)
  })
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /workspace menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out…' }).click()
  await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click()
}
