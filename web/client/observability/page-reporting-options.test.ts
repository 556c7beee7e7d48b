import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import { expect, test, vi } from 'vitest'
import { pageReportingOptions } from './page-reporting-options'

const config: ReportingConfig = {
  isEnabled: true,
  environment: 'staging',
  release: '0.1.0',
  chartHost: 'https://charts.example.com',
}

/** Returns the options that the SDK receives, by the names of its integrations. */
function optionsOf() {
  const asked: Record<string, unknown> = {}
  const integration = (name: string) =>
    vi.fn((given?: unknown) => {
      asked[name] = given
      return { name }
    })
  const sdk = {
    breadcrumbsIntegration: integration('breadcrumbs'),
    browserProfilingIntegration: integration('profiling'),
    browserTracingIntegration: integration('tracing'),
    dedupeIntegration: integration('dedupe'),
    globalHandlersIntegration: integration('globalHandlers'),
    linkedErrorsIntegration: integration('linkedErrors'),
    replayIntegration: integration('replay'),
  }
  // Each function is only called, and its result passed on.
  return { options: pageReportingOptions(config, sdk as unknown as Parameters<typeof pageReportingOptions>[1]), asked }
}

test('a page records nothing; all text is masked and all media blocked, should somebody raise a rate', () => {
  const { options, asked } = optionsOf()
  expect(options).toMatchObject({ replaysSessionSampleRate: 0, replaysOnErrorSampleRate: 0 })
  expect(asked['replay']).toEqual({ maskAllText: true, blockAllMedia: true })
})

test('a page profiles a tenth of its sampled transactions, never whole sessions', () => {
  const { options } = optionsOf()
  expect(options.profilesSampleRate).toBe(0.1)
  expect(Object.keys(options).filter((name) => name.startsWith('profile'))).toEqual(['profilesSampleRate'])
})

test('a page runs the named integrations alone, which read neither the console nor clicks', () => {
  const { options, asked } = optionsOf()
  expect(options.integrations.map(({ name }) => name).toSorted()).toEqual(Object.keys(asked).toSorted())
  expect(asked['breadcrumbs']).toMatchObject({ console: false, dom: false })
})

test('a page says where it runs, and tells its trace ids to its own server and the chart host alone', () => {
  const { options } = optionsOf()
  expect(options).toMatchObject({ environment: 'staging', release: '0.1.0' })
  const isTold = (address: string) => options.tracePropagationTargets.some((target) => target.test(address))
  const addresses = ['/api/health', 'https://charts.example.com/api/chart/run-query', 'https://elsewhere.example/api']
  expect(addresses.map(isTold)).toEqual([true, true, false])
})

test('that there is no room left, which the page tells, is no report', () => {
  const { beforeSend } = optionsOf().options
  const report = { timestamp: 1 }
  expect(beforeSend(report, { originalException: new DOMException('', 'QuotaExceededError') })).toBeNull()
  expect(beforeSend(report, { originalException: new DOMException('', 'AbortError') })).toMatchObject(report)
})

test('what failed on the server, which has reported it, is no report of the page', () => {
  const { beforeSend } = optionsOf().options
  const given = Object.assign(new Error('An error occurred in the Server Components render.'), { digest: '2041' })
  expect(beforeSend({ timestamp: 1 }, { originalException: given })).toBeNull()
})
