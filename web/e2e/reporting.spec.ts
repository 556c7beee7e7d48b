import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DatabaseSync } from '@photostructure/sqlite'
import { contextSections } from '@tidemark/shared/observability/session-context'
import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { IngestServer, type Report } from '../../tools/telemetry/telemetry-ingest.mjs'
import { drawsBetween, nodeOptionsOf } from './draws'
import { Team } from './team-fixtures'
import { expect, openDashboard, sampleDashboard, test as base } from './fixtures'
import { throwInPage, waitUntilReporting } from './reporting-page'
import { inLongRun } from '../../testkit/long-run'

interface ReportingFixtures {
  readonly ingest: IngestServer
  /** Replaces the fixtures' server by one that sends reports to the local ingest. */
  readonly server: BuiltServer
}

const canary = 'CANARY-7f3a'
/** A secret that looks like any other word. */
const plainCanary = 'lovelace'

const test = base.extend<object, ReportingFixtures>({
  ingest: [
    // Playwright reads the needed fixtures from the first parameter's pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const ingest = await IngestServer.start()
      await provide(ingest)
      await ingest.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ ingest }, provide) => {
      const server = await BuiltServer.create({
        ERROR_REPORTING_ENABLED: '1',
        SENTRY_DSN: ingest.dsn,
        TIDEMARK_ENVIRONMENT: 'production',
        LOG_LEVEL: 'debug',
      })
      await server.start()
      await provide(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
})

// These tests share one server, so they run one after the other.
test.describe.configure({ mode: 'default' })

const push = '/api/replicache/push'
const poke = '/api/replicache/poke'
const runQuery = '/api/chart/run-query'

/** Returns the headers of a request by our pages, in a trace with the given random number. */
function traced(draw: number, parent: 0 | 1 = 1): Record<string, string> {
  const traceId = crypto.randomUUID().replaceAll('-', '')
  return {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    'sentry-trace': `${traceId}-${'b'.repeat(16)}-${parent}`,
    baggage: `sentry-trace_id=${traceId},sentry-sample_rand=${draw},sentry-sample_rate=0.05`,
  }
}

/**
 * Waits until all earlier reports have arrived: each is sent as soon as it is made, and this sends a request that is
 * always kept.
 */
async function waitUntilReceived(ingest: IngestServer, { origin }: BuiltServer): Promise<void> {
  const headers = traced(0.0001)
  await (await fetch(`${origin}/api/there-is-none`, { headers })).text()
  await expect.poll(() => transactionsIn(ingest, [headers]).length, { timeout: 20_000 }).toBe(1)
}

/** Returns the received transactions of requests with these headers. */
function transactionsIn(ingest: IngestServer, sent: readonly Record<string, string>[]): readonly Report[] {
  const traceIds = new Set(sent.map((headers) => headers['sentry-trace']?.slice(0, 32)))
  return ingest.ofType('transaction').filter(({ payload }) => traceIds.has(payload.contexts.trace.trace_id))
}

function receivedOf(ingest: IngestServer, path: string): readonly Report[] {
  return ingest
    .ofType('transaction')
    .filter(({ payload }) => String(payload.contexts.trace.data['http.target']) === path)
}

/**
 * Makes a server draw numbers between the two rates of a push, 0.15 to 0.2: refused requests do not carry their trace,
 * so the server draws itself.
 */
const middleDraws = drawsBetween(0.15, 0.2)

/** Below and above each of the rates; `sampling.test.ts` tests how often each draw occurs. */
const draws = [0.009, 0.011, 0.019, 0.021, 0.199, 0.201, 0.249, 0.251, 0.9]
const pushOfNothing = '{"pushVersion":1,"clientGroupID":"g","profileID":"p","schemaVersion":"1","mutations":[]}'
const queryOf = (sql: string) =>
  JSON.stringify({ runId: 'r1', items: [{ query: { kind: 'sql', connectionId: 'local', sql } }] })

test.describe('of the requests to the real server', () => {
  test.beforeEach(({ ingest }) => ingest.clear())

  test('a share of them is kept, by what they were and how they ended, whatever the parent decided', async ({
    ingest,
    server,
  }) => {
    const cases = [
      ['refused pushes', push, '{"broken":true}', 0.2],
      ['quick pushes', push, pushOfNothing, 0.02],
      ['refused pokes', poke, '{"broken":true}', 0.2],
      ['failed queries in an answer of status 200', runQuery, queryOf('SELEC 1'), 0.25],
      ['quick queries', runQuery, queryOf('SELECT 1'), 0.01],
    ] as const
    const sent = new Map<string, readonly Record<string, string>[]>()
    for (const [what, path, body] of cases) {
      const headersOfAll = draws.flatMap((draw) => [traced(draw, 1), traced(draw, 0)])
      for (const headers of headersOfAll)
        await (await fetch(`${server.origin}${path}`, { method: 'POST', headers, body })).text()
      sent.set(what, headersOfAll)
    }
    await waitUntilReceived(ingest, server)
    for (const [what, , , rate] of cases) {
      const kept = () => transactionsIn(ingest, sent.get(what) ?? [])
      await expect.poll(() => kept().length, what).toBe(2 * draws.filter((draw) => draw < rate).length)
      const rates = new Set(kept().map(({ header }) => Object(header['trace']).sample_rate))
      expect([what, ...rates]).toEqual([what, String(rate)])
    }
  })

  test('a push that took three seconds counts as slow, a quicker one does not, nor does a poke stream of five seconds with quick headers', async ({
    ingest,
    server,
  }) => {
    const send = async (afterMs: number) => {
      const body = new ReadableStream<Uint8Array>({
        start: async (controller) => {
          controller.enqueue(new TextEncoder().encode('{"pushVersion":1,"clientGroupID":"g","profileID":"p",'))
          await new Promise((resolve) => setTimeout(resolve, afterMs))
          controller.enqueue(new TextEncoder().encode('"schemaVersion":"1","mutations":[]}'))
          controller.close()
        },
      })
      const startedAt = performance.now()
      // Node's fetch requires `duplex` if a body is a stream.
      const init = { method: 'POST', headers: traced(0.19), body, duplex: 'half' } as RequestInit
      const response = await fetch(`${server.origin}${push}`, init)
      await response.text()
      return { status: response.status, tookMs: performance.now() - startedAt }
    }
    const open = async (draw: number) => {
      const leaving = new AbortController()
      const response = await fetch(`${server.origin}${poke}`, { headers: traced(draw), signal: leaving.signal })
      setTimeout(() => leaving.abort(), 5_000)
      await response.text().catch(() => undefined)
    }
    const streams = Promise.all([open(0.15), open(0.005)])
    // The server loads code for its first request, whose time must not count.
    await send(0)
    const slow = send(3_000)
    await expect(async () => {
      const { status, tookMs } = await send(1_500)
      // On a busy machine the request may become a slow one, which would prove nothing; then it is sent again.
      expect([status, tookMs < 2_000]).toEqual([200, true])
    }).toPass()
    expect(await slow).toMatchObject({ status: 200 })
    await streams
    await expect.poll(() => receivedOf(ingest, poke).length).toBeGreaterThan(0)
    await waitUntilReceived(ingest, server)
    const tookMs = receivedOf(ingest, push).map(({ payload }) =>
      Number(payload.contexts.trace.data['tidemark.outcome.ms']),
    )
    expect(tookMs.length).toBeGreaterThan(0)
    expect(tookMs.filter((ms) => ms <= 2_000)).toEqual([])
    const keptStreams = receivedOf(ingest, poke).map(({ header }) => Object(header['trace']).sample_rand)
    expect(keptStreams).toEqual(['0.005'])
  })

  test('trace headers of nobody’s page are not followed', async ({ ingest, server }) => {
    const { 'sec-fetch-site': _, ...headers } = traced(0.001)
    await (await fetch(`${server.origin}/api/health`, { headers })).text()
    await waitUntilReceived(ingest, server)
    expect(ingest.raw).not.toContain((headers['sentry-trace'] ?? '').slice(0, 32))
  })

  test('what Next answers with 404 or 500 is kept with its status', async ({ ingest, server }) => {
    const statusOf = async (path: string, named = path) => {
      const response = await fetch(`${server.origin}${path}`, { headers: traced(0.001) })
      await response.text()
      await expect.poll(() => receivedOf(ingest, named).length).toBeGreaterThan(0)
      const kept = receivedOf(ingest, named)
      const statuses = kept.map(({ payload }) => {
        const data = Object(payload.contexts.trace.data) as Readonly<Record<string, unknown>>
        return data['tidemark.outcome.status'] ?? data['http.status_code']
      })
      return { answered: response.status, statuses }
    }
    expect(await statusOf('/api/there-is-none', '/api/[id]')).toEqual({ answered: 404, statuses: [404] })
    // The SDK keeps none of these by itself.
    expect(await statusOf('/_not-found')).toEqual({ answered: 404, statuses: [404] })
    expect(ingest.ofType('transaction').map(({ payload }) => payload.transaction)).toContain('GET /_not-found')
    const store = new DatabaseSync(join(server.dataDir, 'store.db'))
    store.exec('ALTER TABLE entry RENAME TO entry_away')
    const failed = await statusOf('/')
    expect(failed.answered).toBe(500)
    expect(failed.statuses).toEqual([500])
    store.exec('ALTER TABLE entry_away RENAME TO entry')
    store.close()
    expect(ingest.ofType('event')).toMatchObject([{ payload: { tags: { code: 'store-failed' } } }])
    const lines = server.output.split('\n').filter((line) => line.startsWith('{'))
    expect(lines.filter((line) => line.includes('A page failed.'))).toHaveLength(1)
    expect(server.output).not.toContain('\n    at ')
  })

  test(
    'pushes that a team’s server refuses, by itself or before it looks, are kept at the larger rate',
    inLongRun,
    async ({ ingest }) => {
      const team = await Team.start({
        ERROR_REPORTING_ENABLED: '1',
        SENTRY_DSN: ingest.dsn,
        TIDEMARK_ENVIRONMENT: 'production',
        NODE_OPTIONS: nodeOptionsOf(middleDraws),
      })
      try {
        const { origin } = team.server
        for (const [status, headers] of [
          [401, {}],
          [403, { origin: 'https://elsewhere.example' }],
        ] as const) {
          for (let count = 0; count < 3; count += 1) {
            const sent = { ...headers, 'content-type': 'application/json' }
            const response = await fetch(`${origin}${push}`, { method: 'POST', headers: sent, body: '{}' })
            await response.text()
            expect(response.status).toBe(status)
          }
        }
        // It sends everything before it ends.
        await team.server.stop()
        const kept = receivedOf(ingest, push)
        const statuses = kept.map(({ payload }) => Number(payload.contexts.trace.data['tidemark.outcome.status']))
        expect(statuses.toSorted((a, b) => a - b)).toEqual([401, 401, 401, 403, 403, 403])
      } finally {
        await team.server.remove()
      }
    },
  )
})

/** Makes every random number of the page smaller than every rate. */
async function sampleAll(page: Page): Promise<void> {
  await page.addInitScript({ content: drawsBetween(0, 0.04) })
}

/** Returns an error's type, mechanism and message, so that a failed comparison shows which errors arrived. */
function causeOf({ payload }: Report): readonly unknown[] {
  const { type, value, mechanism } = payload.exception.values[0]
  return [type, mechanism.type, value]
}

async function openReportingPage(page: Page): Promise<void> {
  await openDashboard(page)
  await waitUntilReporting(page)
}

test.describe('the page', () => {
  test.beforeEach(({ ingest, problems }) => {
    ingest.clear()
    problems.allow(/page error: /, /An error was not caught/)
  })

  test('what fails before the SDK is there is one event all the same', async ({ page, ingest }) => {
    await page.addInitScript(() => {
      const timer = setInterval(() => {
        if (Reflect.get(window, Symbol.for('tidemark.uncaught-errors')) !== true) return
        clearInterval(timer)
        const isThere = Object(window.onunhandledrejection).__SENTRY_INSTRUMENTED__ === true
        throw isThere ? new TypeError('late') : new RangeError('early')
      })
    })
    await openReportingPage(page)
    await expect.poll(() => ingest.ofType('event').length).toBe(1)
    expect(ingest.ofType('event').map(({ payload }) => payload.exception.values[0])).toMatchObject([
      { type: 'RangeError', mechanism: { type: 'auto.browser.global_handlers.onerror' } },
    ])
  })

  test('sends nothing of what is secret in address, storage, cookie, state or message', async ({ page, ingest }) => {
    await page
      .context()
      .addCookies([{ name: 'secret', value: canary, url: page.url() === 'about:blank' ? ingest.dsn : page.url() }])
    await page.addInitScript((secret) => {
      localStorage.setItem('token', secret)
      localStorage.setItem(secret, secret)
      sessionStorage.setItem('token', secret)
      document.cookie = `secret=${secret}`
      localStorage.setItem('lovelace', 'lovelace')
      Reflect.set(globalThis, 'secret', secret)
    }, canary)
    await page.goto(sampleDashboard.path)
    await expect(page.locator('html[data-ready]')).toBeAttached()
    // Unsaved text becomes part of the next page's state.
    await page.evaluate(async (secret) => {
      const databases = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
      const databaseName = databases.map((name) => /^rep:(tidemark:[^:]+:[^:]+:[^:]+):/.exec(name)?.[1]).find(Boolean)
      localStorage.setItem(`${databaseName}:draft:sql/${secret}/${secret}`, secret)
    }, canary)
    await page.goto(`${sampleDashboard.path}?token=${canary}#${canary}`)
    await waitUntilReporting(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Once the page is ready, reports contain its state.
    await expect(page.locator('html[data-ready]')).toBeAttached()
    await page.evaluate(async (secret) => {
      console.log(secret)
      await fetch(`/api/health?token=${secret}`, { headers: { authorization: secret } })
      history.replaceState(null, '', `?again=${secret}`)
      document.title = secret
    }, canary)
    await throwInPage(
      page,
      `column ${plainCanary} is not known: SELECT '${canary}' of postgres://u:${canary}@host: ${canary}`,
    )
    await expect.poll(() => ingest.ofType('event').length).toBe(1)
    expect(ingest.ofType('event')[0]?.payload.contexts.legendState).toMatchObject({ draftCount: 1 })
    expect(ingest.raw).not.toContain(canary)
    expect(ingest.raw).not.toContain(plainCanary)
  })

  test('reports what fails once and logs it once: an error, a promise, a view, and not what its server failed to draw', async ({
    page,
    ingest,
    server,
    problems,
  }) => {
    problems.allow(/An error was caught/, /no title can be set/, /\b500\b/, /Minified React error/)

    await test.step('an error is told with where it stood', async () => {
      const logged: Promise<unknown>[] = []
      page.on('console', (message) => {
        if (!message.text().includes('An error was not caught')) return
        logged.push(message.args()[1]?.jsonValue() ?? Promise.resolve())
      })
      await openReportingPage(page)
      await throwInPage(page, 'nothing works')
      await throwInPage(page, 'nothing works')
      await expect.poll(() => ingest.ofType('event').length).toBe(1)
      expect(logged).toHaveLength(1)
      const [{ payload, header }] = ingest.ofType('event') as [Report]
      expect(payload).toMatchObject({
        environment: 'production',
        sdk: { name: 'sentry.javascript.nextjs', settings: { infer_ip: 'never' } },
      })
      expect(Object.keys(header)).not.toContain('dsn')
      const { trace_id: traceId } = payload.contexts.trace
      expect(traceId).toMatch(/^[\da-f]{32}$/)
      expect(await Promise.all(logged)).toMatchObject([{ traceId }])
      const names: readonly string[] = contextSections
      expect(
        Object.keys(payload.contexts)
          .filter((name) => names.includes(name))
          .toSorted(),
      ).toEqual(names.toSorted())
      expect(payload.contexts.session).toEqual({ userId: 'local', orgId: 'local', isDesktopApp: false })
      expect(payload.contexts.replicache).toMatchObject({ online: true, pendingMutationCount: 0, schemaVersion: '1' })
      expect(payload.contexts.legendState).toMatchObject({ 'shell.isPaletteOpen': false, draftCount: 0 })
    })

    await test.step('a promise that nobody handled is one event', async () => {
      ingest.clear()
      await page.evaluate(() => {
        // The page's status shows this one.
        void Promise.reject(new DOMException('no room', 'QuotaExceededError'))
        void Promise.reject(new RangeError('nobody handled it'))
      })
      await expect.poll(() => ingest.ofType('event').length).toBe(1)
      // The other error would be reported as fast as this one, and nothing signals that it is not.
      await page.waitForTimeout(300)
      expect(ingest.ofType('event').map(({ payload }) => payload.exception.values[0])).toMatchObject([
        { type: 'RangeError', mechanism: { type: 'auto.browser.global_handlers.onunhandledrejection' } },
      ])
    })

    await test.step('what the server fails to draw is one event and one line of its log, and none of the page', async () => {
      ingest.clear()
      const logged: string[] = []
      page.on('console', (message) => {
        if (/An error was (?:not )?caught/.test(message.text())) logged.push(message.text())
      })
      const told = () => ({
        // Requests that fail while the store is away are not from a page.
        byServer: ingest.ofType('event').filter(({ raw }) => raw.includes('nextjs.on_request_error')).length,
        byPage: ingest
          .ofType('event')
          .filter(({ payload }) => payload.platform === 'javascript')
          .map(causeOf),
        lines: server.output.split('\n').filter((line) => line.includes('A page failed.')).length,
      })
      const { lines } = told()
      const store = new DatabaseSync(join(server.dataDir, 'store.db'))
      store.exec('ALTER TABLE entry RENAME TO entry_away')
      try {
        // Navigates as when a page is fetched again without a page load.
        await page.evaluate(() => Reflect.get(globalThis, 'next').router.push('/charts'))
        await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
        await expect.poll(told).toEqual({ byServer: 1, byPage: [], lines: lines + 1 })
        // A report of the earlier error would arrive before this one.
        await throwInPage(page, 'of the page itself')
        await expect.poll(() => told().byPage).not.toEqual([])
        const once = [['TypeError', expect.any(String), expect.any(String)]]
        expect(told()).toEqual({ byServer: 1, byPage: once, lines: lines + 1 })
        expect(logged).toHaveLength(1)
        // The person can quote the digest.
        const digest = /Error (\d+)\./.exec(await page.getByRole('main').innerText())?.[1]
        expect(server.output).toContain(`"digest":"${digest}"`)
      } finally {
        store.exec('ALTER TABLE entry_away RENAME TO entry')
        store.close()
      }
    })

    await test.step('a view that fails is one event and one line of the log', async () => {
      ingest.clear()
      const logged: string[] = []
      page.on('console', (message) => {
        if (/An error was (?:not )?caught/.test(message.text())) logged.push(message.text())
      })
      await openReportingPage(page)
      await page.evaluate(() => {
        const fail = () => {
          throw new RangeError('no title can be set')
        }
        Object.defineProperty(document, 'title', { set: fail })
      })
      await page.getByRole('link', { name: 'Trash' }).click()
      await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
      await page.getByRole('button', { name: 'Try again' }).click()
      const events = () => ingest.ofType('event').map(causeOf)
      const once = [['RangeError', 'generic', expect.any(String)]]
      await expect.poll(events).toEqual(once)
      // A second report would arrive as fast as the first.
      await page.waitForTimeout(500)
      expect(events()).toEqual(once)
      expect(logged).toHaveLength(1)
    })
  })

  test('that is sampled sends its web vitals, how it stands with the server, a profile, and how it responded; its trace is told to its own server alone', async ({
    page,
    ingest,
    server,
  }) => {
    await sampleAll(page)
    const toldBy = new Map<string, boolean>()
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (request.resourceType() === 'fetch')
        toldBy.set(`${origin}${pathname}`, 'sentry-trace' in request.headers() && 'baggage' in request.headers())
    })
    await openReportingPage(page)
    const loads = () => ingest.ofType('transaction').filter(({ payload }) => payload.contexts.trace.op === 'pageload')
    await expect.poll(() => loads().length, { timeout: 40_000 }).toBe(1)
    const [{ payload, header }] = loads() as [Report]
    // `cls` is missing, because nothing moves here.
    expect(Object.keys(payload.measurements)).toEqual(
      expect.arrayContaining(['lcp', 'fcp', 'ttfb', 'sync.pending', 'sync.last_sync_age', 'sync.pull_duration']),
    )
    expect(payload.measurements['sync.pending']).toEqual({ value: 0, unit: 'none' })
    expect(payload.contexts.session).toMatchObject({ orgId: 'local' })
    expect(Object(header['trace']).sample_rate).toBe('0.05')
    // Another trace of the page may bring a profile too.
    await expect.poll(() => ingest.ofType('profile').length).toBeGreaterThan(0)
    const [profile] = ingest.ofType('profile')
    expect(profile?.payload.profile.samples.length).toBeGreaterThan(0)
    // The profile names its transaction only here.
    expect(profile?.payload.transactions).toMatchObject([{ id: profile?.header['event_id'] }])

    await test.step('it tells its trace to its own server alone', async () => {
      const elsewhere = `${new URL(ingest.dsn).origin}/elsewhere`
      await page.evaluate(async (address) => {
        await fetch('/api/health')
        await fetch(address)
      }, elsewhere)
      expect(toldBy.get(`${server.origin}/api/health`)).toBe(true)
      expect(toldBy.get(elsewhere)).toBe(false)
    })

    await test.step('it sends how it responded when it is left, and not what was clicked', async () => {
      // The browser does not report quick interactions.
      await page.evaluate(() => {
        const block = () => {
          const endsAt = performance.now() + 100
          while (performance.now() < endsAt);
        }
        document.addEventListener('click', block, { once: true, capture: true })
        const told = new Promise<void>((resolve) => {
          const observer = new PerformanceObserver((list) => {
            if (list.getEntries().some(({ name }) => name === 'click')) resolve()
          })
          observer.observe({ type: 'event' })
        })
        Reflect.set(globalThis, 'toldOfClick', told)
      })
      await page.getByRole('button', { name: 'Search' }).first().click()
      await page.evaluate(async () => {
        await Reflect.get(globalThis, 'toldOfClick')
        // Listeners are called at once, but handle the entry when the page is idle.
        await new Promise((resolve) => requestIdleCallback(resolve))
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      })
      // Layout shift and first paint are reported then too.
      const told = () => ingest.ofType('span').filter(({ payload }) => Object(payload.measurements).inp !== undefined)
      await expect.poll(() => told().length).toBeGreaterThan(0)
      const [{ payload }] = told() as [Report]
      expect(payload.measurements.inp).toMatchObject({ unit: 'millisecond' })
      expect(payload.description).not.toContain('aria-label')
    })
  })

  test('may profile itself, and sends only to itself and to where reports go', async ({ request, ingest }) => {
    const response = await request.get('/')
    expect(response.headers()['document-policy']).toBe('js-profiling')
    const policy = response.headers()['content-security-policy'] ?? ''
    expect(/connect-src [^;]+/.exec(policy)?.[0]).toBe(`connect-src 'self' ${new URL(ingest.dsn).origin}`)
  })
})
