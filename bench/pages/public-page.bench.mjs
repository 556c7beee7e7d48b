import autocannon from 'autocannon'
import { TeamServer } from '../../testkit/servers/team-server.mjs'
import { percentile } from '../measure.mjs'
import { runBench } from '../run-bench.mjs'

const tileCount = 12
const freshSeconds = 20
const watchedMs = 50_000
const dashboardId = 'public-bench'

/** Measures a public dashboard of twelve tiles: views from the cache, and how often its queries run while it is viewed. */
async function measure() {
  const team = await TeamServer.create()
  await team.server.start()
  try {
    const cookie = await team.setUp({ withSample: true })
    await makeDashboard(team, cookie)
    const made = await team.send('POST', '/api/public-links', cookie, {
      target: { kind: 'dashboard', id: dashboardId },
      name: 'Bench',
      freshSeconds,
    })
    if (made.status !== 201) throw new Error(`no link was made: ${made.status} ${made.text}`)
    const { token } = /** @type {{ token: string }} */ (JSON.parse(made.text))
    const view = () => team.send('GET', `/p/${token}`, '')

    const drawnAt = performance.now()
    const first = await view()
    const firstMs = performance.now() - drawnAt
    if (first.status !== 200 || first.text.includes('could not')) throw new Error(`the page failed: ${first.text}`)

    const times = []
    const sets = new Set([diceOf(first.text)])
    const startedAt = performance.now()
    // One reader beside the crowd, who sees whether the queries have run again.
    const crowd = autocannon({
      url: `${team.server.origin}/p/${token}`,
      headers: { host: 'tidemark.test' },
      connections: 8,
      duration: 8,
    })
    while (performance.now() - startedAt < watchedMs) {
      const askedAt = performance.now()
      sets.add(diceOf((await view()).text))
      times.push(performance.now() - askedAt)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const load = await crowd
    if (load.non2xx > 0 || load.errors > 0) throw new Error(`${load.non2xx + load.errors} views failed`)
    return [
      { what: 'public dashboard of 12 tiles: first drawing', value: firstMs, unit: 'ms' },
      {
        what: 'public dashboard of 12 tiles: time of the server for a view, from the cache',
        value: 1000 / load.requests.average,
        unit: 'ms',
        limit: 5,
        note: `${Math.round(load.requests.average)} views a second`,
      },
      { what: 'public dashboard of 12 tiles: a view, 95 %', value: percentile(times, 0.95), unit: 'ms' },
      {
        what: 'public dashboard of 12 tiles: sets of queries for the time that its numbers may be old',
        value: (sets.size - 1) / (watchedMs / 1000 / freshSeconds),
        unit: 'sets',
        limit: 1,
      },
    ]
  } finally {
    await team.server.remove()
  }
}

/** @param {string} html Returns the value of the chart that has another one each time that it is asked. */
function diceOf(html) {
  const dice = /dice-(\d+)/.exec(html)?.[1]
  if (dice === undefined) throw new Error('the page has no dice')
  return dice
}

/**
 * Makes a dashboard of sample charts and one that tells its runs apart.
 *
 * @param {TeamServer} team @param {string} cookie
 */
async function makeDashboard(team, cookie) {
  const visuals = await chartsOf(team, cookie)
  const [known] = visuals
  if (known === undefined) throw new Error('there are no sample charts')
  const charts = [
    'dice',
    ...Array.from({ length: tileCount - 1 }, (_, index) => visuals[index % visuals.length]?.id ?? ''),
  ]
  const tabId = 'bench-tab'
  /** @type {readonly [string, object][]} */
  const changes = [
    [
      'createChart',
      {
        ...{ id: 'dice', folderId: null, name: 'Dice', description: '', order: 'a0' },
        query: { kind: 'sql', connectionId: 'local', sql: "select 'dice-' || (random() * 1e9)::integer as dice" },
        visual: { ...known.visual, type: 'table' },
      },
    ],
    [
      'createDashboard',
      {
        ...{ id: dashboardId, folderId: null, name: 'Bench', description: '', order: 'a9' },
        firstTab: { id: tabId, name: 'Overview', order: 'a0' },
      },
    ],
    ...charts.map(
      /** @returns {[string, object]} */ (chartId, index) => [
        'createTile',
        {
          ...{ id: `tile-${index}`, dashboardId, tabId, content: { kind: 'chart', chartId } },
          place: { x: (index % 3) * 4, y: Math.floor(index / 3) * 6, w: 4, h: 6 },
        },
      ],
    ),
  ]
  const { status, text } = await team.send('POST', '/api/replicache/push', cookie, {
    ...{ pushVersion: 1, clientGroupID: 'group-bench', profileID: 'bench', schemaVersion: '1' },
    mutations: changes.map(([name, args], index) => ({
      ...{ id: index + 1, clientID: 'bench', name, timestamp: 0 },
      args: { at: 1, actionId: 'bench', ...args },
    })),
  })
  if (status !== 200) throw new Error(`push failed: ${status} ${text}`)
}

/**
 * Lists the sample charts.
 *
 * @param {TeamServer} team @param {string} cookie
 * @returns {Promise<readonly { readonly id: string, readonly visual: object }[]>}
 */
async function chartsOf(team, cookie) {
  const { status, text } = await team.send('POST', '/api/replicache/pull', cookie, {
    ...{ pullVersion: 1, clientGroupID: 'group-reader', profileID: 'bench', schemaVersion: '1', cookie: null },
  })
  if (status !== 200) throw new Error(`pull failed: ${status} ${text}`)
  /** @type {{ patch: readonly { key?: string, value?: { id: string, visual: object } }[] }} */
  const { patch } = JSON.parse(text)
  return patch.flatMap(({ key, value }) => (key?.startsWith('chart/') && value !== undefined ? [value] : []))
}

await runBench(import.meta.url, measure)
