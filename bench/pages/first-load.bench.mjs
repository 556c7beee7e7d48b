import { chromium } from '@playwright/test'
import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { findChromium } from '../../tools/checks/find-chromium.mjs'
import { percentile } from '../measure.mjs'
import { runBench } from '../run-bench.mjs'
import { sampleDashboardUrl } from './sample-dashboard.mjs'

const visits = 7

/** Measures what a browser with an empty cache loads and shows before any interaction. */
async function measure() {
  const server = await BuiltServer.create()
  await server.start()
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  try {
    const url = await sampleDashboardUrl(server.origin)
    /** @type {Awaited<ReturnType<typeof loadOf>>[]} */
    const loads = []
    for (let visit = 0; visit < visits; visit += 1) loads.push(await loadOf(browser, url))
    /** @param {(load: (typeof loads)[number]) => number} pick */
    const median = (pick) => percentile(loads.map(pick), 0.5)
    return [
      {
        what: 'dashboard: JavaScript before interaction, compressed',
        value: median((load) => load.scriptBytes) / 1024,
        unit: 'KB',
        limit: 300,
      },
      {
        what: 'dashboard: everything before interaction, compressed',
        value: median((load) => load.allBytes) / 1024,
        unit: 'KB',
      },
      {
        what: 'dashboard: largest contentful paint',
        value: median((load) => load.largestPaintMs),
        unit: 'ms',
        limit: 1500,
      },
      {
        what: 'dashboard: layout shift',
        value: Math.max(...loads.map((load) => load.layoutShift)),
        unit: 'CLS',
        limit: 0,
      },
    ]
  } finally {
    await browser.close()
    await server.remove()
  }
}

/** @param {import('@playwright/test').Browser} browser @param {string} url */
async function loadOf(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  /** @type {Map<string, string>} */
  const typeById = new Map()
  let scriptBytes = 0
  let allBytes = 0
  devtools.on('Network.responseReceived', ({ requestId, type }) => typeById.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    allBytes += encodedDataLength
    if (typeById.get(requestId) === 'Script') scriptBytes += encodedDataLength
  })
  await page.addInitScript(watchPaints)
  await page.goto(url, { waitUntil: 'load' })
  // The poke stream never ends, so the network is never idle: waits until no new script arrives for a second.
  for (let last = -1; last !== scriptBytes; await page.waitForTimeout(1000)) last = scriptBytes
  const { largestPaintMs, layoutShift } = await page.evaluate(() => window.paints)
  await context.close()
  return { scriptBytes, allBytes, largestPaintMs, layoutShift }
}

function watchPaints() {
  window.paints = { largestPaintMs: 0, layoutShift: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.paints.largestPaintMs = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = /** @type {PerformanceEntry & { value: number, hadRecentInput: boolean }} */ (entry)
      if (!shift.hadRecentInput) window.paints.layoutShift += shift.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

await runBench(import.meta.url, measure)
