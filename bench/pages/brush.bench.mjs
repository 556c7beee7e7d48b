import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { DuckDBInstance } from '@duckdb/node-api'
import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { waitUntilHydrated } from '../../testkit/pages/wait-until-hydrated.mjs'
import { findChromium } from '../../tools/checks/find-chromium.mjs'
import { bundleForNode } from '../bundle-for-node.mjs'
import { importTable } from '../query/query-server.mjs'
import { runBench } from '../run-bench.mjs'

const sql = `select
  (hash(i) % 40)::integer as store,
  ['fruit', 'bread', 'dairy', 'drinks', 'frozen', 'sweets', 'home', 'garden'][(1 + hash(i + 1) % 8)::bigint] as aisle,
  ['shop', 'web', 'phone', 'partner'][(1 + hash(i + 2) % 4)::bigint] as channel,
  timestamp '2020-01-01' + to_seconds((i * 15)::bigint) as sold_at,
  (hash(i + 3) % 10000) / 100.0 as amount
  from range(10000000) as rows(i)`

const moves = 120

/** Measures how soon, and then how often, eleven tiles over ten million rows follow a range drawn in a twelfth. */
async function measure() {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-'))
  const server = await BuiltServer.create()
  await server.start()
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  try {
    const duckdb = await (await DuckDBInstance.create()).connect()
    const { tableName } = await importTable(server.origin, duckdb, folder, 'brush', sql)
    await push(server.origin, await changesFor(tableName))
    const { firstMs, perSecond } = await brush(browser, `${server.origin}/dashboards/brush`)
    return [
      { what: 'brush over 12 tiles of 10 M rows: to the first answer', value: firstMs, unit: 'ms' },
      {
        what: 'brush over 12 tiles of 10 M rows: time of a further frame',
        value: 1000 / perSecond,
        unit: 'ms',
        limit: 50,
      },
    ]
  } finally {
    await browser.close()
    await server.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param {string} table @returns {Promise<readonly (readonly [string, object])[]>} */
async function changesFor(table) {
  const child = fork(await bundleForNode('bench/pages/brush-board.ts'), [table])
  return await new Promise((resolve, reject) => {
    child.once('message', (sent) => resolve(/** @type {readonly (readonly [string, object])[]} */ (sent)))
    child.once('exit', (code) => reject(new Error(`the changes ended with ${code}`)))
  })
}

/** @param {string} origin @param {readonly (readonly [string, object])[]} changes */
async function push(origin, changes) {
  const client = crypto.randomUUID()
  const stamp = { at: Date.now(), actionId: client }
  const mutations = changes.map(([name, args], index) => ({
    id: index + 1,
    clientID: client,
    name,
    args: { ...stamp, ...args },
    timestamp: 0,
  }))
  const body = { pushVersion: 1, clientGroupID: client, profileID: client, schemaVersion: '1', mutations }
  const response = await fetch(`${origin}/api/replicache/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (text !== '{}') throw new Error(`the dashboard was refused: ${text.slice(0, 500)}`)
}

/** Draws a range over the weeks and counts how often the number of all sales changes. @param {import('@playwright/test').Browser} browser @param {string} url */
async function brush(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1100 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(url)
  /** @param {string} name */
  const tile = (name) => page.getByRole('article', { name, exact: true })
  const number = tile('All sales').getByRole('button', { name: /what can be done with it/ })
  await number.waitFor()
  const whole = await number.textContent()
  const marks = tile('Weeks').getByRole('application')
  // They are there under a pointer that comes once the code of the page runs.
  await waitUntilHydrated(page)
  await tile('Weeks').hover()
  await marks.waitFor()
  const box = await marks.boundingBox()
  if (box === null) throw new Error('the weeks are not drawn')
  const y = box.y + box.height / 2
  const at = (/** @type {number} */ part) => box.x + box.width * part
  await page.mouse.move(at(0.2), y)
  await page.mouse.down()
  const startedAt = performance.now()
  for (let step = 0; (await number.textContent()) === whole; step += 1)
    await page.mouse.move(at(0.3 + (step % 5) / 100), y)
  const firstMs = performance.now() - startedAt
  await number.evaluate((element) => {
    window.brushFrames = 0
    let shown = element.textContent
    const look = () => {
      if (element.textContent !== shown) window.brushFrames += 1
      shown = element.textContent
      requestAnimationFrame(look)
    }
    look()
  })
  const movedAt = performance.now()
  for (let step = 0; step < moves; step += 1) await page.mouse.move(at(0.3 + (0.6 * step) / moves), y)
  const seconds = (performance.now() - movedAt) / 1000
  const frames = await page.evaluate(() => window.brushFrames)
  await page.mouse.up()
  await context.close()
  return { firstMs, perSecond: frames / seconds }
}

await runBench(import.meta.url, measure)
