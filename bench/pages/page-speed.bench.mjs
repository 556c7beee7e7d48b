import autocannon from 'autocannon'
import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { startBareNext } from './bare-next.mjs'
import { percentile, timesOf } from '../measure.mjs'
import { runBench } from '../run-bench.mjs'
import { sampleDashboardUrl } from './sample-dashboard.mjs'

/** Compares a dashboard rendered on the server with an empty Next page, both run in the same way on this machine. */
async function measure() {
  const bareNext = await startBareNext()
  const server = await BuiltServer.create()
  await server.start()
  try {
    const bare = await speedOf(bareNext.origin)
    const dashboard = await speedOf(await sampleDashboardUrl(server.origin))
    return [
      { what: 'bare Next page: first byte, median', value: bare.firstByteMs, unit: 'ms' },
      { what: 'dashboard: first byte, median', value: dashboard.firstByteMs, unit: 'ms' },
      { what: 'dashboard: first byte, 95 %', value: dashboard.slowFirstByteMs, unit: 'ms' },
      { what: 'dashboard over bare page: first byte', value: dashboard.firstByteMs / bare.firstByteMs, unit: '×' },
      { what: 'bare Next page: requests', value: bare.requestsPerSecond, unit: '/s' },
      { what: 'dashboard: requests', value: dashboard.requestsPerSecond, unit: '/s' },
      {
        what: 'bare page over dashboard: requests',
        value: bare.requestsPerSecond / dashboard.requestsPerSecond,
        unit: '×',
      },
      { what: 'dashboard: HTML', value: dashboard.htmlBytes / 1024, unit: 'KB' },
    ]
  } finally {
    await bareNext.stop()
    await server.remove()
  }
}

/** @param {string} url */
async function speedOf(url) {
  let htmlBytes = 0
  /** @type {number[]} */
  const firstBytes = []
  await timesOf(50, async () => {
    const startedAt = performance.now()
    const response = await fetch(url)
    const reader = response.body?.getReader()
    await reader?.read()
    firstBytes.push(performance.now() - startedAt)
    while ((await reader?.read())?.done === false);
  })
  htmlBytes = (await (await fetch(url)).arrayBuffer()).byteLength
  const load = await autocannon({ url, connections: 8, duration: 8 })
  if (load.non2xx > 0 || load.errors > 0) throw new Error(`${load.non2xx + load.errors} requests to ${url} failed`)
  return {
    firstByteMs: percentile(firstBytes, 0.5),
    slowFirstByteMs: percentile(firstBytes, 0.95),
    requestsPerSecond: load.requests.average,
    htmlBytes,
  }
}

await runBench(import.meta.url, measure)
