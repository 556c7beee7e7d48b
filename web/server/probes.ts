import { getMetrics } from './observability/metrics'
import type { Services } from './services'

/** Whether the process, its store and its engine work; 503 when one of them does not. */
export async function answerHealth(services: Pick<Services, 'health'>): Promise<Response> {
  const health = await services.health()
  return Response.json(health, { status: health.status === 'ok' ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}

/** For load balancers: 200 when requests can be taken, else 503. */
export async function answerReady(services: Pick<Services, 'health'>): Promise<Response> {
  const { store } = await services.health()
  return Response.json(
    { ready: store === 'ok' },
    { status: store === 'ok' ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  )
}

/** Counts and gauges of this process, for Prometheus. Who may read them is the host's to check. */
export async function answerMetrics(services: Pick<Services, 'health'>): Promise<Response> {
  const { store, engine, version } = await services.health()
  const { rss, heapUsed } = process.memoryUsage()
  const gauges = {
    tidemark_store_up: Number(store === 'ok'),
    tidemark_engine_up: Number(engine === 'ok'),
    process_resident_memory_bytes: rss,
    nodejs_heap_used_bytes: heapUsed,
    process_uptime_seconds: process.uptime(),
  }
  return new Response(getMetrics().toPrometheus(gauges, version), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
  })
}
