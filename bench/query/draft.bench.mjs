import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { runBench } from '../run-bench.mjs'

const rowCount = 1_000_000
const wait = { signal: AbortSignal.timeout(120_000) }

/** Measures the first draft of a dashboard on a million rows. */
async function measure() {
  const server = await BuiltServer.create()
  await server.start()
  try {
    // The engine starts with the first question.
    await draft(server.origin, 'countries')
    await upload(server.origin)
    const elapsedMs = await draft(server.origin, 'sales')
    return [{ what: 'draft of a dashboard of 1 M rows', value: elapsedMs, unit: 'ms', limit: 2000 }]
  } finally {
    await server.remove()
  }
}

/** @param {string} origin */
async function upload(origin) {
  const lines = ['id,sold_at,customer,channel,country,product,amount,discount_rate,quantity,is_returned']
  for (let row = 0; row < rowCount; row += 1) {
    const day = new Date(Date.UTC(2020, 0, 1 + (row % 1800))).toISOString().slice(0, 10)
    const mixed = (row * 7919) % 104_729
    const amount = ((mixed % 5) * 100 + (mixed % 97) / 4).toFixed(2)
    lines.push(
      `${row},${day},c${mixed % 40_000},channel ${mixed % 5},country ${mixed % 25},p${mixed % 300},${amount},${(mixed % 100) / 100},${1 + (mixed % 9)},${mixed % 7 === 0}`,
    )
  }
  const response = await fetch(`${origin}/api/datasets?fileName=sales.csv`, {
    method: 'POST',
    body: lines.join('\n'),
    ...wait,
  })
  if (!response.ok) throw new Error(`the file was not added: ${await response.text()}`)
}

/** @param {string} origin @param {string} name @returns {Promise<number>} milliseconds */
async function draft(origin, name) {
  const startedAt = performance.now()
  const response = await fetch(`${origin}/api/dashboard-drafts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ connectionId: 'local', table: { schema: null, name } }),
  })
  const made = await response.json()
  if (!response.ok || made.notes.length > 0) throw new Error(`no whole draft: ${JSON.stringify(made)}`)
  return performance.now() - startedAt
}

await runBench(import.meta.url, measure)
