import { test as base, expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { newId } from '@tidemark/shared/base/ids'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { PageProblems } from './page-problems'
import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { waitUntilHydrated } from '../../testkit/pages/wait-until-hydrated.mjs'

interface TestFixtures {
  /** The problems that the test expects; any other fails it. */
  readonly problems: PageProblems
}

interface WorkerFixtures {
  /** The built server, with its own data folder, shared by the tests of one worker. */
  readonly server: BuiltServer
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // Playwright reads the fixtures one needs from the first parameter's pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      // With the page of charts that `chart-drawing.spec.ts` is about.
      const server = await BuiltServer.create({ TIDEMARK_GALLERY: '1' })
      await server.start()
      await provide(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, provide) => provide(server.origin),
  problems: [
    async ({ context, server }, provide) => {
      const problems = new PageProblems(context, server.origin)
      await provide(problems)
      expect(problems.unexpected()).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The dashboard that every new workspace has. */
export const sampleDashboard = {
  path: '/dashboards/sample-dashboard',
  name: 'The world in numbers',
  tileCount: 11,
} as const

/** Opens the sample dashboard and waits until it can be used: the browser has its data and says so. */
export async function openDashboard(page: Page): Promise<void> {
  await page.goto(sampleDashboard.path)
  await expect(page.getByRole('heading', { level: 1, name: sampleDashboard.name })).toBeVisible()
  await waitUntilSynced(page)
}

/** The name of a mutator and what it takes, without the time and the step. */
export type Change = readonly [name: string, args: object]

/** Makes changes as another client of the server does, at once: for what has to be there before a test begins. */
export async function push(
  api: APIRequestContext,
  changes: readonly Change[],
  { origin = '', headers = {} }: { readonly origin?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const client = newId()
  const stamp = { at: Date.now(), actionId: client }
  const mutations = changes.map(([name, args], index) => ({
    id: index + 1,
    clientID: client,
    name,
    args: { ...stamp, ...args },
    timestamp: 0,
  }))
  const data = { pushVersion: 1, clientGroupID: client, profileID: client, schemaVersion: '1', mutations }
  const response = await api.post(`${origin}/api/replicache/push`, { data, headers })
  expect([response.status(), await response.text()]).toEqual([200, '{}'])
}

const sampleCharts = {
  'Global temperature': 'sample-global-temperature',
  'Daily highs in Seattle': 'sample-daily-highs',
  'CO₂ at Mauna Loa': 'sample-co2-monthly',
} as const

/** A chart that is asked with SQL. */
export function sqlChart(id: string, name: string, sql: string, visual: Partial<ChartVisual> = {}): Change {
  const query = { kind: 'sql', connectionId: 'local', sql }
  const described = { folderId: null, description: '', order: 'a9' }
  return ['createChart', { id, name, ...described, query, visual: { ...defaultVisual, ...visual } }]
}

/** A dashboard of one tab with charts that there are, two beside each other. */
export function dashboardOf(id: string, name: string, chartIds: readonly string[]): readonly Change[] {
  const tabId = `${id}-tab`
  const firstTab = { id: tabId, name: 'Overview', order: 'a0' }
  return [
    ['createDashboard', { id, folderId: null, name, description: '', order: 'a9', firstTab }],
    ...chartIds.map((chartId, index): Change => {
      const place = { x: (index % 2) * 6, y: Math.floor(index / 2) * 6, w: 6, h: 6 }
      return ['createTile', { id: newId(), dashboardId: id, tabId, content: { kind: 'chart', chartId }, place }]
    }),
  ]
}

/**
 * Opens a dashboard of this test's own, made over HTTP. charts: of the sample workspace. origin: of a proxy before the
 * server.
 */
export async function openNewDashboard(
  page: Page,
  name: string,
  { charts = [], origin = '' }: { readonly charts?: readonly SampleChart[]; readonly origin?: string } = {},
): Promise<void> {
  const id = await pushDashboard(page, name, charts, origin)
  await page.goto(`${origin}/dashboards/${id}`)
  await waitUntilSynced(page)
  for (const chart of charts) await expect(tile(page, chart)).toBeVisible()
}

type SampleChart = keyof typeof sampleCharts

async function pushDashboard(page: Page, name: string, charts: readonly SampleChart[], origin = ''): Promise<string> {
  const id = newId().slice(0, 12)
  const chartIds = charts.map((chart) => sampleCharts[chart])
  await push(page.request, dashboardOf(id, name, chartIds), { origin })
  return id
}

/** Goes to a dashboard made over HTTP, within the open page. charts: of the sample workspace. */
export async function goToNewDashboard(
  page: Page,
  name: string,
  { charts = [] }: { readonly charts?: readonly SampleChart[] } = {},
): Promise<void> {
  await pushDashboard(page, name, charts)
  await openFromSidebar(page, name)
  for (const chart of charts) await expect(tile(page, chart)).toBeVisible()
}

/** Opens the first page; where a page is open already, by its link. */
export async function goHome(page: Page): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/')
  else await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'New dashboard' })).toBeVisible()
  await waitUntilSynced(page)
}

/** Goes to the list of data, within the open page. */
export async function goToData(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Data', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible()
}

/** Goes to a section of the settings, within the open page. title: as their navigation names it. */
export async function goToSettings(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Settings' }).click()
  const section = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: title })
  await section.click()
  await expect(section).toHaveAttribute('aria-current', /./)
}

/** Makes a dashboard as a person does, so that there is something to take back. */
export async function makeDashboard(page: Page, name: string): Promise<void> {
  await goHome(page)
  await page.getByRole('main').getByRole('button', { name: 'New dashboard' }).click()
  await page.waitForURL('**/dashboards/*')
  await rename(page, 'dashboard name', name)
}

/** Opens a chart of this test's own, made over HTTP. */
export async function openNewChart(page: Page, name: string, sql = 'select 0 as nothing'): Promise<void> {
  const id = newId().slice(0, 12)
  await push(page.request, [sqlChart(id, name, sql)])
  await page.goto(`/charts/${id}`)
  await waitUntilSynced(page)
}

/** Goes to what the sidebar lists, within the open page: for what does not have to be loaded anew. */
export async function openFromSidebar(page: Page, name: string): Promise<void> {
  await page.getByRole('complementary').getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await waitUntilSynced(page)
}

/** Goes to a chart made over HTTP, within the open page. */
export async function goToNewChart(page: Page, name: string, sql = 'select 0 as nothing'): Promise<void> {
  await push(page.request, [sqlChart(newId().slice(0, 12), name, sql)])
  await openFromSidebar(page, name)
}

/** Starts a server that was stopped, and has an open page try at once: by itself it waits longer after each failure. */
export async function startAgain(server: BuiltServer, page: Page): Promise<void> {
  await server.start()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** Drops a file on the window as a person would: nothing of the page has to be aimed at. */
export async function drop(page: Page, fileName: string, content: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name))
      return transfer
    },
    [fileName, content] as const,
  )
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: data })
}

/** Renames in place what the page's heading names: `dashboard name`, `chart name`. */
export async function rename(page: Page, what: string, name: string): Promise<void> {
  await waitUntilHydrated(page)
  const field = page.getByRole('textbox', { name: new RegExp(`^${what}$`, 'i') })
  const start = page.getByRole('button', { name: new RegExp(`, rename ${what}$`) })
  // A thing just made may open for renaming by itself.
  await expect(field.or(start)).toBeVisible()
  if (await start.isVisible()) await start.click()
  await field.fill(name)
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Adds a tab to the open dashboard, which keeps the name it is given. */
export async function addTab(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add tab' }).click()
  const name = page.getByRole('textbox', { name: 'Tab name' })
  await expect(name).toBeFocused()
  await name.press('Enter')
  await expect(name).toBeHidden()
}

/** Puts charts of the workspace on the open dashboard. */
export async function addExistingCharts(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Existing charts…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add existing charts' })
  for (const name of names) {
    await dialog.getByRole('combobox').fill(name)
    await dialog.getByRole('option', { name }).first().click()
    await expect(dialog.getByRole('status')).toHaveText(`Added “${name}”.`)
  }
  await dialog.getByRole('button', { name: 'Done' }).click()
  for (const name of names) await expect(tile(page, name)).toBeVisible()
}

export function tile(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true })
}

/** A tile's drawing: an image at first, one that answers keys and pointer once somebody came near. */
export function drawing(chartTile: Locator): Locator {
  return chartTile.getByRole('img').or(chartTile.getByRole('application'))
}

/**
 * Waits until what the next page of this browser starts from holds the text: Replicache writes that within two seconds. It
 * writes the data itself before, which nothing leads to yet; so what is looked at is what the heads of its clients lead to.
 */
export async function waitUntilOnDisk(page: Page, text: string): Promise<void> {
  const isOnDisk = async () =>
    await page.evaluate(
      async (wanted) => {
        const settled = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result)
            request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
          })
        for (const { name } of await indexedDB.databases()) {
          if (!name?.startsWith('rep:')) continue
          const database = await settled(indexedDB.open(name))
          try {
            for (const storeName of database.objectStoreNames) {
              const store = database.transaction(storeName).objectStore(storeName)
              const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())])
              const byKey = new Map<unknown, unknown>(keys.map((key, at) => [key, values[at]]))
              const reached = new Set([String(byKey.get('h/client-groups'))])
              for (const hash of reached) {
                if (JSON.stringify(byKey.get(`c/${hash}/d`) ?? null).includes(wanted)) return true
                for (const next of (byKey.get(`c/${hash}/m`) ?? []) as readonly string[]) reached.add(next)
              }
            }
          } finally {
            database.close()
          }
        }
        return false
      },
      JSON.stringify(text).slice(1, -1),
    )
  // Not `waitForFunction`, for which a promise is true, whatever it brings.
  await expect.poll(isOnDisk, { timeout: 20_000 }).toBe(true)
  // It writes in steps, a second apart; which of them a next page starts from cannot be seen here.
  await page.waitForTimeout(2500)
}

/**
 * Waits until the page answers clicks and the status chip says that everything here is on the server too: the chip alone is
 * in the server's HTML already.
 */
export async function waitUntilSynced(page: Page): Promise<void> {
  await waitUntilHydrated(page)
  const isSynced = () => [...document.querySelectorAll('[role=status]')].some((one) => one.textContent === 'Synced')
  // Looked at often: an assertion waits up to a second between two looks, which all tests together would feel.
  await page.waitForFunction(isSynced, undefined, { polling: 50, timeout: 20_000 })
}
