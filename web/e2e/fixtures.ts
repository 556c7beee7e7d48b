import { test as base, expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { newId } from '@tidemark/shared/base/ids'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { PageProblems } from './page-problems'
import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { waitUntilHydrated } from '../../testkit/pages/wait-until-hydrated.mjs'

interface TestFixtures {
  /** Allows the problems that the test expects; any other fails it. */
  readonly problems: PageProblems
}

interface WorkerFixtures {
  /** The built server, with its own data folder, shared by the tests of a worker. */
  readonly server: BuiltServer
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // Playwright reads the needed fixtures from the first parameter's pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      // Enables the page of charts for `chart-drawing.spec.ts`.
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

/** The dashboard of every new workspace. */
export const sampleDashboard = {
  path: '/dashboards/sample-dashboard',
  name: 'The world in numbers',
  tileCount: 11,
} as const

/** Opens the sample dashboard and waits until it can be used, which is when the browser has its data. */
export async function openDashboard(page: Page): Promise<void> {
  await page.goto(sampleDashboard.path)
  await expect(page.getByRole('heading', { level: 1, name: sampleDashboard.name })).toBeVisible()
  await waitUntilSynced(page)
}

/** The name of a mutator and its arguments, without the stamp. */
export type Change = readonly [name: string, args: object]

/** Returns the change that makes a folder beside the sample dashboard. */
export function newFolder(id: string, name: string): Change {
  return ['createFolder', { id, parentId: null, name, order: 'a1' }]
}

/** Makes changes at once, as another client of the server: for data that must exist before a test begins. */
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

/** Returns the change that creates a SQL chart. */
export function sqlChart(id: string, name: string, sql: string, visual: Partial<ChartVisual> = {}): Change {
  const query = { kind: 'sql', connectionId: 'local', sql }
  const described = { folderId: null, description: '', order: 'a9' }
  return ['createChart', { id, name, ...described, query, visual: { ...defaultVisual, ...visual } }]
}

/** Returns the changes that create a dashboard of one tab with existing charts, two per row. */
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
 * Opens a new dashboard, created over HTTP. charts: of the sample workspace. origin: of a proxy in front of the server.
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

/** Navigates to a new dashboard, created over HTTP, within the open page. charts: of the sample workspace. */
export async function goToNewDashboard(
  page: Page,
  name: string,
  { charts = [] }: { readonly charts?: readonly SampleChart[] } = {},
): Promise<void> {
  await pushDashboard(page, name, charts)
  await openFromSidebar(page, name)
  for (const chart of charts) await expect(tile(page, chart)).toBeVisible()
}

/** Opens Home; by its link if a page is already open. */
export async function goHome(page: Page): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/')
  else
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'New dashboard' })).toBeVisible()
  await waitUntilSynced(page)
}

/** Navigates to the list of data within the open page. */
export async function goToData(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Data', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible()
}

/** Navigates to a section of the settings within the open page. title: as in their navigation. */
export async function goToSettings(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Settings' }).click()
  const section = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: title })
  await section.click()
  await expect(section).toHaveAttribute('aria-current', /./)
}

/** Creates a dashboard as a person does, so that there is something to undo. */
export async function makeDashboard(page: Page, name: string): Promise<void> {
  await goHome(page)
  await page.getByRole('main').getByRole('button', { name: 'New dashboard' }).click()
  await page.waitForURL('**/dashboards/*')
  await rename(page, 'dashboard name', name)
}

/** Opens a new chart, created over HTTP. */
export async function openNewChart(page: Page, name: string, sql = 'select 0 as nothing'): Promise<void> {
  const id = newId().slice(0, 12)
  await push(page.request, [sqlChart(id, name, sql)])
  await page.goto(`/charts/${id}`)
  await waitUntilSynced(page)
}

/** Opens an entry of the sidebar within the open page, without a page load. */
export async function openFromSidebar(page: Page, name: string): Promise<void> {
  const sidebar = page.getByRole('complementary')
  // What was opened before stands above its folder too.
  const row = sidebar.getByRole('link', { name, exact: true }).last()
  await expect(async () => {
    if (!(await row.isVisible())) await showCharts(page)
    await row.click({ timeout: 5000 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await waitUntilSynced(page)
}

/** Navigates to a new chart, created over HTTP, within the open page. */
export async function goToNewChart(page: Page, name: string, sql = 'select 0 as nothing'): Promise<void> {
  await push(page.request, [sqlChart(newId().slice(0, 12), name, sql)])
  await openFromSidebar(page, name)
}

/** Opens the dashboards in the sidebar, under which charts stand. */
export async function showCharts(page: Page): Promise<void> {
  const closed = page.getByRole('complementary').getByRole('button', { name: /^Charts of/, expanded: false })
  for (let count = await closed.count(); count > 0; count--) await closed.first().click()
}

/** Starts a stopped server and lets an open page retry at once: on its own it waits longer after each failure. */
export async function startAgain(server: BuiltServer, page: Page): Promise<void> {
  await server.start()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** Drops a file on the window as a person would, without aiming at a part of the page. */
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
  // The name of a new thing may open for editing by itself.
  await expect(field.or(start)).toBeVisible()
  if (await start.isVisible()) await start.click()
  await field.fill(name)
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Adds a tab to the open dashboard and keeps its default name. */
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

/** Returns a tile's drawing: an image at first, and interactive once somebody came near. */
export function drawing(chartTile: Locator): Locator {
  return chartTile.getByRole('img').or(chartTile.getByRole('application'))
}

/**
 * Waits until the state from which this browser's next page starts contains the text; Replicache writes it within two
 * seconds. Looks only at what the heads of its clients lead to, because Replicache writes the data itself earlier.
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
  // `waitForFunction` is not used, because it takes any promise for true.
  await expect.poll(isOnDisk, { timeout: 20_000 }).toBe(true)
  // Replicache writes in steps, a second apart, and the step from which the next page starts cannot be seen here.
  await page.waitForTimeout(2500)
}

/**
 * Waits until the page answers clicks and the status chip says that everything is on the server: the server's HTML
 * contains the chip too.
 */
export async function waitUntilSynced(page: Page): Promise<void> {
  await waitUntilHydrated(page)
  const isSynced = () => [...document.querySelectorAll('[role=status]')].some((one) => one.textContent === 'Synced')
  // Polls often: an assertion waits up to a second between two looks, which adds up over all tests.
  await page.waitForFunction(isSynced, undefined, { polling: 50, timeout: 20_000 })
}
