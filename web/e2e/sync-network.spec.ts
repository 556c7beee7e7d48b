import type { Page } from '@playwright/test'
import { currentSchemaVersion, pushVersion } from '@tidemark/shared/sync/protocol'
import { accessibilityOf } from './accessibility-of'
import { changeStore } from './change-store'
import {
  addTab,
  expect,
  makeDashboard,
  openDashboard,
  openNewDashboard,
  rename,
  test,
  tile,
  waitUntilOnDisk,
  waitUntilSynced,
} from './fixtures'
import { FrontProxy, silence } from './front-proxy'
import { offlineProblems } from './page-problems'
import { inLongRun } from '../../testkit/long-run'

test.slow()

const offlineInBrowser = [...offlineProblems, /ERR_INTERNET_DISCONNECTED/]

test(
  'a network that comes and goes under the edits loses none and does none twice',
  inLongRun,
  async ({ page, context, server, problems }) => {
    problems.allow(...offlineInBrowser)
    await openNewDashboard(page, 'On a train')
    await waitUntilSynced(page)
    await context.setOffline(true)
    // Goes offline before anything was requested.
    await expect(page.getByRole('status').filter({ hasText: /^Offline/ })).toBeVisible()
    for (let round = 1; round <= 6; round += 1) {
      await context.setOffline(round % 2 === 1)
      await addTab(page)
      await rename(page, 'dashboard name', `Round ${round}`)
    }
    await context.setOffline(false)
    await waitUntilSynced(page)
    const tabs = page.getByRole('navigation', { name: 'Tabs of the dashboard' }).getByRole('link')
    await expect(tabs).toHaveCount(7)
    const elsewhere = await page.request.get(new URL(page.url()).pathname)
    expect(await elsewhere.text()).toContain('Round 6')
    await page.reload()
    await waitUntilSynced(page)
    await expect(tabs).toHaveCount(7)
    expect(server.pid).not.toBeNull()
  },
)

test('a server that takes edits and never answers is said to be silent, and gets them once it answers', async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/pu(sh|ll) .*AbortError/, /Got a non 200 response doing pu(sh|ll): 0/, /504/)
  const proxy = await FrontProxy.open(server.origin)
  try {
    await page.clock.install()
    await openNewDashboard(page, 'Waiting', { origin: proxy.origin })
    await waitUntilSynced(page)
    proxy.instead = (path) => (/\/(push|pull)$/.test(path) ? silence : undefined)
    await rename(page, 'dashboard name', 'Not answered yet')
    await expect.poll(() => proxy.underWay('/api/replicache/push')).toBeGreaterThan(0)
    await page.clock.fastForward(31_000)
    await expect(status(page)).toHaveText('No answer, 1 change waiting')
    proxy.instead = () => undefined
    await status(page).click()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.clock.fastForward(61_000)
    await waitUntilSynced(page)
    expect(await (await page.request.get(page.url())).text()).toContain('Not answered yet')
  } finally {
    await proxy.close()
  }
})

test(
  'edits left in an old epoch’s database while no tab was open are found at the next start and offered',
  inLongRun,
  async ({ page, context, server, problems }) => {
    problems.allow(...offlineProblems)
    // Created by hand, because the server must know this browser before it can forget it.
    await makeDashboard(page, 'Before the restore')
    await waitUntilSynced(page)
    const path = new URL(page.url()).pathname
    await server.stop()
    await rename(page, 'dashboard name', 'Edited, then closed')
    await expect(status(page)).toHaveText('Offline, 1 change waiting', { timeout: 20_000 })
    await waitUntilOnDisk(page, 'Edited, then closed')
    await page.close()
    await changeStore(server, 'UPDATE org SET epoch = epoch + 1; DELETE FROM client; DELETE FROM client_group')

    const next = await context.newPage()
    await next.goto(path)
    await expect(status(next)).toHaveText('1 recovered change', { timeout: 20_000 })
    await expect(next.getByRole('heading', { level: 1, name: 'Before the restore' })).toBeVisible()
    await status(next).click()
    await next.getByRole('button', { name: 'Apply it again' }).click()
    await expect(next.getByRole('heading', { level: 1, name: 'Edited, then closed' })).toBeVisible()
    await waitUntilSynced(next)
    // The old database is gone, so nothing is offered a second time.
    const names = await next.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))
    expect(names.filter((name) => /^rep:tidemark:.*:7/.test(name))).toHaveLength(1)
    await next.reload()
    await waitUntilSynced(next)
  },
)

test(
  'a deploy that no longer takes an open tab’s edits keeps them and asks for a reload, after which they are sent',
  inLongRun,
  async ({ page, server, problems }) => {
    problems.allow(/VersionNotSupported|version/i)
    const proxy = await FrontProxy.open(server.origin)
    try {
      await openNewDashboard(page, 'Before the deploy', { origin: proxy.origin })
      await waitUntilSynced(page)
      const refusal = JSON.stringify({ error: 'VersionNotSupported', versionType: 'schema' })
      proxy.instead = (path) => (/\/(push|pull)$/.test(path) ? refusal : undefined)
      await rename(page, 'dashboard name', 'Made in the old version')
      await expect(status(page)).toHaveText('Not syncing')
      // It does not reload by itself, and later changes are recovered too.
      await rename(page, 'dashboard name', 'Made after that')
      await expect(page.getByRole('heading', { level: 1, name: 'Made after that' })).toBeVisible()
      // A change that is not on disk yet would be offered as recovered.
      await waitUntilOnDisk(page, 'Made after that')
      proxy.instead = () => undefined
      await status(page).click()
      await page.getByRole('dialog', { name: 'Sync status' }).getByRole('button', { name: 'Reload' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Made after that' })).toBeVisible({ timeout: 20_000 })
      await expect
        .poll(async () => (await (await page.request.get(page.url())).text()).includes('Made after that'), {
          timeout: 20_000,
        })
        .toBe(true)
    } finally {
      await proxy.close()
    }
  },
)

test('what the server refused is looked at before it is decided; many changes are one thing to decide: made again, copied or given up', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openNewDashboard(page, 'Refused')
  await test.step('one, the text of what is gone too', async () => {
    // Pushed like the change of a tab that was offline while the chart was deleted.
    const args = { id: 'gone', sql: 'select 5 as unsent', basedOn: '', at: Date.now(), actionId: 'step' }
    const answer = await page.request.post('/api/replicache/push', {
      data: {
        pushVersion,
        schemaVersion: currentSchemaVersion,
        profileID: 'p',
        clientGroupID: 'another-group',
        mutations: [{ id: 1, clientID: 'another-client', name: 'updateSqlQuery', args, timestamp: 1 }],
      },
    })
    expect(answer.status()).toBe(200)
    await expect(status(page)).toHaveText('1 change refused')
    await status(page).click()
    const details = page.getByRole('dialog', { name: 'Sync status' })
    await details.getByRole('button', { name: 'Show what is in it: Edit the query of a chart' }).click()
    await expect(details.getByText('Its text:')).toBeVisible()
    await expect(details.getByRole('insertion')).toHaveText(/select 5 as unsent/)
    expect(await accessibilityOf(page)).toEqual([])
    await details.getByRole('button', { name: 'Discard' }).click()
    await expect(status(page)).toHaveText('Synced')
    await page.keyboard.press('Escape')
  })

  await test.step('many', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const mutations = Array.from({ length: 1000 }, (_, index) => ({
      id: index + 1,
      clientID: 'flood',
      timestamp: 0,
      name: index % 100 === 0 ? 'updateTab' : 'updateTile',
      args: { id: index === 0 ? 'later' : `none-${index}`, dashboardId: id, name: 'x', at: 0, actionId: 'flood' },
    }))
    const body = { pushVersion: 1, clientGroupID: 'flood', profileID: '', schemaVersion: '1', mutations }
    const pushAll = (data: object) => page.request.post('/api/replicache/push', { data })
    await pushAll(body)
    await expect(status(page)).toHaveText('1000 changes refused', { timeout: 20_000 })
    await status(page).click()
    const dialog = page.getByRole('dialog', { name: 'Sync status' })
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await expect(dialog.getByText('990 times')).toBeVisible()
    const some = (times: string) => dialog.getByRole('listitem').filter({ hasText: times })
    // The tab that one of them changes exists by now.
    const tab = { id: 'later', dashboardId: id, name: 'Before', order: 'a9', at: 0, actionId: 'later' }
    const made = { id: 1, clientID: 'maker', timestamp: 0, name: 'createTab', args: tab }
    await pushAll({ ...body, clientGroupID: 'maker', mutations: [made] })
    await expect(page.getByRole('link', { name: 'Before', exact: true })).toBeVisible()
    await some('10 times').getByRole('button', { name: 'Retry all' }).click()
    await expect(page.getByText('9 of 10 could not be applied again')).toBeVisible()
    await expect(page.getByRole('link', { name: 'x', exact: true })).toBeVisible()
    await some('9 times').getByRole('button', { name: 'Copy all' }).click()
    await expect(page.getByText('The changes are on the clipboard')).toBeVisible()
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
    expect(copied).toHaveLength(9)
    expect(copied).toContainEqual(expect.objectContaining({ change: 'updateTab', id: 'none-100', name: 'x' }))
    await some('9 times').getByRole('button', { name: 'Discard all' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Discard all' }).click()
    await waitUntilSynced(page)
  })
})

test('an open dashboard asks again for the tiles whose data changed, and for no others', async ({ page }) => {
  await openDashboard(page)
  await expect(tile(page, 'CO₂ at Mauna Loa').getByRole('img')).toBeVisible()
  // Tiles that just came near send requests by themselves, and nothing signals that none will follow.
  await page.waitForTimeout(500)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/chart/run-query')) asked.push(request.postData() ?? '')
  })
  const response = await page.request.post('/api/replicache/poke', {
    data: { datasetId: 'sample-co2' },
  })
  expect(response.status()).toBe(202)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await waitUntilSynced(page)
  for (const body of asked) expect(body).toContain('co2')
})

function status(page: Page) {
  return page.locator('header').getByRole('status')
}
