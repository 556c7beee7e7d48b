import { createRequire } from 'node:module'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadProfiling } from '@/server/observability/load-profiling'
import { getReporting, setReporting } from '@/server/observability/reporting'
import { startServerReporting } from '@/server/observability/sentry-server'
import { senderOf } from '../http/request-headers-fixture'
import { IngestServer } from '../../tools/telemetry/telemetry-ingest.mjs'

const Sentry = createRequire(import.meta.url)('@sentry/node-core/light') as typeof import('@sentry/node-core/light')
const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
afterEach(() => {
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

describe('a request that is traced while it runs', () => {
  let ingest: IngestServer
  beforeEach(async () => {
    ingest = await IngestServer.start()
    const config = { isEnabled: true, environment: 'production', release: '0.1.0', dsn: ingest.dsn }
    setReporting(startServerReporting({ config, log }))
  })
  afterEach(async () => {
    await getReporting()?.close(2_000)
    setReporting(null)
    Sentry.getCurrentScope().setClient(undefined)
    await ingest.close()
  })

  for (const [draw, count] of [
    [0.0999, 1],
    [0.1, 0],
  ] as const) {
    test(`brings a profile in a tenth of all cases: with the draw ${draw}, ${count}`, async ({ skip }) => {
      if (log.info.mock.calls.length > 0) skip('there is no profiler for this machine')
      vi.spyOn(Math, 'random').mockReturnValue(draw)
      await runBusyRequest()
      await Sentry.flush(20_000)
      await expect.poll(() => ingest.ofType('transaction').length).toBe(1)
      expect(ingest.ofType('profile')).toHaveLength(count)
      for (const { payload } of ingest.ofType('profile')) {
        expect(payload).toMatchObject({ environment: 'production', transaction: { name: 'POST /api/replicache/push' } })
        expect(payload.profile.samples.length).toBeGreaterThan(1)
        const files = payload.profile.frames.map((frame: { readonly abs_path: string }) => frame.abs_path)
        // No file has its name on this machine.
        expect(files.filter((file: string) => file !== '' && !/^(?:app:\/\/\/|node:|<anonymous>)/.test(file))).toEqual(
          [],
        )
        expect(files.length).toBeGreaterThan(1)
      }
    })
  }
})

describe('where the profiler does not run', () => {
  const require = createRequire(import.meta.url)
  const modulePaths = ['@sentry/node-cpu-profiler', '@sentry/profiling-node'].map((name) => require.resolve(name))
  let loaded: (NodeJS.Module | undefined)[]
  beforeEach(() => {
    loaded = modulePaths.map((path) => require.cache[path])
    for (const path of modulePaths) Reflect.deleteProperty(require.cache, path)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    for (const [index, path] of modulePaths.entries()) require.cache[path] = loaded[index]
  })

  test.each([
    { what: 'its binary is not there', name: 'SENTRY_PROFILER_BINARY_PATH', value: '/nowhere/profiler.node' },
    { what: 'none is built for this machine', name: 'BUILD_PLATFORM', value: 'nowhere' },
  ])('as $what, the server goes on without, and says so', ({ name, value }) => {
    vi.stubEnv(name, value)
    // The module prints what it could not find.
    vi.spyOn(console, 'log').mockReturnValue()
    expect(loadProfiling(log)).toBeNull()
    expect(log.info.mock.calls).toEqual([
      [{ err: expect.any(Error) as unknown }, expect.stringContaining('Profiles are not taken')],
    ])
  })
})

/** Runs long enough for some samples of the profiler. */
async function runBusyRequest(): Promise<void> {
  const reporting = getReporting()
  if (reporting === null) throw new Error('reports are off')
  const traceId = 'a'.repeat(32)
  const headers = {
    'sentry-trace': `${traceId}-${'b'.repeat(16)}-1`,
    baggage: `sentry-trace_id=${traceId},sentry-sample_rand=0.001,sentry-sample_rate=0.05`,
  }
  const request = { headers, method: 'POST', url: '/api/replicache/push' }
  await new Promise<void>((resolve) => {
    reporting.runRequest(request, senderOf(request), () => {
      const endsAt = performance.now() + 100
      while (performance.now() < endsAt) JSON.stringify([request, headers])
      setTimeout(() => {
        reporting.getRunning()?.setOutcome({ status: 200, durationMs: 130 })
        resolve()
      }, 30)
    })
  })
}
