import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onRequestError } from '@/instrumentation'
import { getMetrics } from '@/server/observability/metrics'
import { getReporting, setReporting } from '@/server/observability/reporting'
import { startServerReporting } from '@/server/observability/sentry-server'
import { setServices, type Services } from '@/server/services'
import { IngestServer } from '../../tools/telemetry/telemetry-ingest.mjs'

const Sentry = createRequire(import.meta.url)('@sentry/node-core/light') as typeof import('@sentry/node-core/light')
const secret = 'CANARY-7f3a'
const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
// No other service is used.
setServices({ log } as unknown as Services)

let ingest: IngestServer
beforeEach(async () => {
  ingest = await IngestServer.start()
})
afterEach(async () => {
  await getReporting()?.close(2_000)
  setReporting(null)
  Sentry.getCurrentScope().setClient(undefined)
  vi.clearAllMocks()
  await ingest.close()
})

/** Reports a page that threw while it was rendered, as Next does. */
async function failToDraw(): Promise<void> {
  const request = { path: `/charts/${secret}?token=${secret}`, method: 'GET', headers: { cookie: secret } }
  await onRequestError(new TypeError(`no chart “${secret}”`), request, {
    routerKind: 'App Router',
    routePath: '/[[...path]]',
    routeType: 'render',
    renderSource: 'react-server-components',
    revalidateReason: undefined,
  })
  if (getReporting() !== null) await Sentry.flush(20_000)
}

test('an error of a page is one line of the log, one count and one event, in which nothing of its address is left', async () => {
  const config = { isEnabled: true, environment: 'production', release: '0.1.0', dsn: ingest.dsn }
  setReporting(startServerReporting({ config, log }))
  await failToDraw()
  expect(log.error).toHaveBeenCalledTimes(1)
  expect(await getMetrics().toPrometheus()).toContain('tidemark_errors_total{code="internal"} 1\n')
  expect(ingest.ofType('event').map(({ payload }) => payload.exception.values.length)).toEqual([1])
  expect(ingest.ofType('event')[0]?.payload.exception.values[0]).toMatchObject({ type: 'TypeError' })
  expect(ingest.raw).not.toContain(secret)
})

test('with reports off it is a line of the log all the same, and nothing connects', async () => {
  await failToDraw()
  expect(log.error.mock.calls).toMatchObject([
    [{ errorType: 'uncaught-exception', route: '/[[...path]]' }, 'A page failed.'],
  ])
  expect(ingest.connectionCount).toBe(0)
})
