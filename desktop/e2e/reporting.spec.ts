import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contextSections } from '@tidemark/shared/observability/session-context'
import { expect, test, type Page } from '@playwright/test'
import { freePort } from '../../testkit/servers/built-server.mjs'
import { IngestServer, type Report } from '../../tools/telemetry/telemetry-ingest.mjs'
import { openedPage } from './contract'
import { DoubleApp, type ShownWindow } from './double-app'

const canary = 'CANARY-7f3a'

/** L2: a window's SDK, as its page loads it, through the real preload script and main process. */
test('a window reports an error through the main process, with its own context, until the person says no, and again once they say yes', async () => {
  const ingest = await IngestServer.start()
  const app = new DoubleApp()
  try {
    const profile = { kind: 'local', id: 'local', name: 'This computer', port: await freePort() }
    const profiles = { version: 1, activeId: 'local', profiles: [profile] }
    writeFileSync(join(app.userData, 'profiles.json'), JSON.stringify(profiles))
    writeFileSync(join(app.userData, 'preferences.json'), JSON.stringify({ isReportingAllowed: true }))
    app.launch({
      env: { ERROR_REPORTING_ENABLED: '1', SENTRY_DSN: ingest.dsn, TIDEMARK_ENVIRONMENT: 'production' },
    })
    const page = await openedPage(app)
    await waitUntilReporting(page)
    const fail = (of: Page, kind: string) =>
      of.evaluate(
        ([name, secret]) => {
          localStorage.setItem('token', secret)
          const error = new TypeError(`SELECT '${secret}' in ${name}`)
          setTimeout(() => {
            throw error
          })
        },
        [kind, canary] as const,
      )
    await fail(page, 'a window')
    await expect.poll(() => ingest.ofType('event').length, { timeout: 15_000 }).toBe(1)
    const [{ payload }] = ingest.ofType('event') as [Report]
    expect(payload).toMatchObject({
      environment: 'production',
      exception: { values: [{ type: 'TypeError' }] },
      tags: { 'event.process': 'renderer' },
    })
    const names: readonly string[] = contextSections
    const sections = Object.keys(payload.contexts).filter((name) => names.includes(name))
    expect(new Set(sections)).toEqual(new Set(names))
    expect(payload.contexts.session).toEqual({ userId: 'local', orgId: 'local', isDesktopApp: true })
    expect(payload.contexts.replicache).toMatchObject({ online: true, schemaVersion: '1' })
    expect(ingest.raw).not.toContain(canary)

    // Its line is in the log file of pages, with the ids of its trace.
    const logPath = join(app.userData, 'logs', 'renderer.log')
    await expect.poll(() => (existsSync(logPath) ? readFileSync(logPath, 'utf8') : '')).toContain('was not caught')
    const lines = readFileSync(logPath, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        level: 'error',
        msg: 'An error was not caught.',
        errorType: 'uncaught-exception',
        message: `SELECT '${canary}' in a window`,
        stack: expect.stringContaining('TypeError'),
        filename: expect.any(String),
        line: expect.any(Number),
        column: expect.any(Number),
        traceId: Object(payload.contexts.trace).trace_id as unknown,
      },
    ])
    expect(statSync(logPath).mode & 0o777).toBe(0o600)

    // The page's context is dropped with the page, so that nobody who has signed out is named.
    const [{ id }] = (await app.windows()) as [ShownWindow]
    const refuse = async (channel: string) =>
      await app.control('ipc.frame', { id, channel, args: [{}], origin: new URL(page.url()).origin })
    const sessionsOfMain = () =>
      ingest
        .ofType('event')
        .filter(({ payload: { tags } }) => tags['event.process'] === 'browser')
        .map(({ payload: { contexts } }) => Object(contexts).session as unknown)
    // The page sends its context every ten seconds, perhaps before it knows whose it is. This test ends the ten seconds
    // once it knows; Playwright's clock would apply to all windows from then on.
    await page.addInitScript(() => {
      const everyTenSeconds: unknown[] = []
      Reflect.set(globalThis, 'everyTenSeconds', everyTenSeconds)
      window.setInterval = new Proxy(window.setInterval, {
        apply: (set, _, given: Parameters<typeof setInterval>) => {
          if (given[1] === 10_000) everyTenSeconds.push(given[0])
          return Reflect.apply(set, window, given)
        },
      })
    })
    await page.reload()
    await waitUntilReporting(page)
    await expect(page.locator('html[data-ready]')).toBeAttached()
    const runCount = await page.evaluate(async () => {
      const runs = Reflect.get(globalThis, 'everyTenSeconds')
      for (const run of runs) run()
      // Calls are answered in order.
      await window.tidemarkDesktop?.readReporting()
      return runs.length
    })
    expect(runCount).toBeGreaterThan(0)
    await refuse('set-theme')
    await expect.poll(sessionsOfMain).toEqual([{ userId: 'local', orgId: 'local', isDesktopApp: true }])
    const elsewhere = new URL('/api/health', page.url()).href
    await page.goto(elsewhere)
    await expect.poll(async () => (await app.windows())[0]?.navigatedTo).toBe(elsewhere)
    await refuse('notify')
    await expect.poll(() => sessionsOfMain().at(1)).toEqual({ isDesktopApp: true })

    await page.goto(new URL('/settings/reports', page.url()).href)
    await page
      .getByRole('group', { name: 'Send error reports from this computer' })
      .getByRole('radio', { name: 'Off' })
      .click()
    // The server is restarted with the choice, and the page reloads.
    await expect.poll(() => page.isClosed()).toBe(true)
    const next = await openedPage(app)
    // The previous server sent its last reports when it ended.
    ingest.clear()
    await fail(next, 'another')
    // Waits longer than a report took above, because nothing signals that none is sent.
    await next.waitForTimeout(2_000)
    expect(await next.evaluate(() => Reflect.get(globalThis, '__SENTRY__') === undefined)).toBe(true)
    expect([ingest.reports, ingest.connectionCount]).toEqual([[], 0])

    // Allows reports again in the same launch. The page calls while it closes, which is no error to report.
    await next.goto(new URL('/settings/reports', next.url()).href)
    await next.evaluate(() => void setInterval(() => void window.tidemarkDesktop?.readReporting(), 1))
    await next
      .getByRole('group', { name: 'Send error reports from this computer' })
      .getByRole('radio', { name: 'On' })
      .click()
    await expect.poll(() => next.isClosed()).toBe(true)
    const last = await openedPage(app)
    await waitUntilReporting(last)
    await fail(last, 'a third')
    await expect.poll(() => ingest.ofType('event').length, { timeout: 15_000 }).toBeGreaterThan(0)
    // A second report would arrive as fast as the first.
    await last.waitForTimeout(500)
    expect(ingest.ofType('event').map(({ payload }) => payload.tags['event.process'])).toEqual(['renderer'])

    // Its traces bring profiles, as those of a page in a browser do.
    await last.addInitScript(() => {
      let seed = 7
      // Below every sample rate.
      Math.random = () => 0.04 * ((seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647)
    })
    await last.reload()
    await expect.poll(() => ingest.ofType('profile').length, { timeout: 40_000 }).toBeGreaterThan(0)
    const [taken] = ingest.ofType('profile') as [Report]
    expect(taken.payload.transactions).toMatchObject([{ id: taken.header['event_id'] }])
  } finally {
    await app.remove()
    await ingest.close()
  }
})

/** Waits until the SDK listens; its global appears earlier. */
async function waitUntilReporting(page: Page): Promise<void> {
  await page.waitForFunction(() => Object(window.onunhandledrejection).__SENTRY_INSTRUMENTED__ === true)
}
