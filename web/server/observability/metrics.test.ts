import { expect, test } from 'vitest'
import { createMetrics } from './metrics'

const ofPush = { method: 'POST', route: '/api/replicache/push' }

test('requests are counted by method, route and status, and timed in seconds', async () => {
  const metrics = createMetrics()
  metrics.countRequest(ofPush.method, ofPush.route, 200, 20)
  metrics.countRequest(ofPush.method, ofPush.route, 200, 3_000)
  metrics.countRequest(ofPush.method, ofPush.route, 503, 1)
  const total = 'tidemark_http_requests_total'
  const duration = 'tidemark_http_request_duration_seconds'
  const values = valuesOf(await metrics.toPrometheus())
  expect(values.get(nameOf(total, { ...ofPush, status: '200' }))).toBe(2)
  expect(values.get(nameOf(total, { ...ofPush, status: '503' }))).toBe(1)
  expect(values.get(nameOf(`${duration}_bucket`, { ...ofPush, le: '0.005' }))).toBe(1)
  expect(values.get(nameOf(`${duration}_bucket`, { ...ofPush, le: '2' }))).toBe(2)
  expect(values.get(nameOf(`${duration}_bucket`, { ...ofPush, le: '+Inf' }))).toBe(3)
  expect(values.get(nameOf(`${duration}_sum`, ofPush))).toBeCloseTo(3.021)
  expect(values.get(nameOf(`${duration}_count`, ofPush))).toBe(3)
})

test('errors are counted by code, gauges are as they are now, and the text ends with a line break', async () => {
  const metrics = createMetrics()
  metrics.countError('store-failed')
  metrics.countError('store-failed')
  metrics.setHealth({ isStoreUp: true, isEngineUp: true, version: '0.1.0' })
  metrics.setHealth({ isStoreUp: true, isEngineUp: false, version: '0.1.0' })
  const text = await metrics.toPrometheus()
  expect(text).toContain('tidemark_errors_total{code="store-failed"} 2\n')
  expect(text).toContain('# TYPE tidemark_store_up gauge\ntidemark_store_up 1\n')
  expect(text).toContain('tidemark_engine_up 0\n')
  expect(text).toContain('tidemark_info{version="0.1.0"} 1\n')
  expect(text).toMatch(/^process_resident_memory_bytes \d{6,}$/m)
  expect(text).toMatch(/^nodejs_heap_used_bytes \d{6,}$/m)
  expect(text).toMatch(/^process_uptime_seconds [\d.]+$/m)
  expect(text.endsWith('\n')).toBe(true)
})

test('a value cannot break out of its label', async () => {
  const metrics = createMetrics()
  metrics.countError('a"} 1\nevil{x="\\')
  expect((await metrics.toPrometheus()).split('\n')).toContain(
    String.raw`tidemark_errors_total{code="a\"} 1\nevil{x=\"\\"} 1`,
  )
})

function valuesOf(text: string): ReadonlyMap<string, number> {
  const lines = text.matchAll(/^(\w+)\{(.*)\} ([\d.]+)$/gm)
  return new Map(
    [...lines].map(([, name = '', labels = '', value]) => [
      `${name} ${labels.split(',').sort().join(',')}`,
      Number(value),
    ]),
  )
}

function nameOf(name: string, labels: Readonly<Record<string, string>>): string {
  const texts = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  return `${name} ${texts.sort().join(',')}`
}
