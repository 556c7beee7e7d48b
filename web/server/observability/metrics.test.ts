import { expect, test } from 'vitest'
import { createMetrics } from './metrics'

test('requests are counted by method, route and status, and timed in seconds', () => {
  const metrics = createMetrics()
  metrics.countRequest('POST', '/api/replicache/push', 200, 20)
  metrics.countRequest('POST', '/api/replicache/push', 200, 3_000)
  metrics.countRequest('POST', '/api/replicache/push', 503, 1)
  const text = metrics.toPrometheus({}, '0.1.0')
  const of = 'method="POST",route="/api/replicache/push"'
  expect(text).toContain(`tidemark_http_requests_total{${of},status="200"} 2\n`)
  expect(text).toContain(`tidemark_http_requests_total{${of},status="503"} 1\n`)
  expect(text).toContain(`tidemark_http_request_duration_seconds_bucket{${of},le="0.005"} 1\n`)
  expect(text).toContain(`tidemark_http_request_duration_seconds_bucket{${of},le="2"} 2\n`)
  expect(text).toContain(`tidemark_http_request_duration_seconds_bucket{${of},le="+Inf"} 3\n`)
  expect(text).toContain(`tidemark_http_request_duration_seconds_sum{${of}} 3.021\n`)
})

test('errors are counted by code, gauges are as they are now, and the text ends with a line break', () => {
  const metrics = createMetrics()
  metrics.countError('store-failed')
  metrics.countError('store-failed')
  const text = metrics.toPrometheus({ tidemark_store_up: 1 }, '0.1.0')
  expect(text).toContain('tidemark_errors_total{code="store-failed"} 2\n')
  expect(text).toContain('# TYPE tidemark_store_up gauge\ntidemark_store_up 1\n')
  expect(text).toContain('tidemark_info{version="0.1.0"} 1\n')
  expect(text.endsWith('\n')).toBe(true)
})

test('a value cannot break out of its label', () => {
  const metrics = createMetrics()
  metrics.countError('a"} 1\nevil{x="\\')
  expect(metrics.toPrometheus({}, '').split('\n')).toContain(
    String.raw`tidemark_errors_total{code="a\"} 1\nevil{x=\"\\"} 1`,
  )
})
