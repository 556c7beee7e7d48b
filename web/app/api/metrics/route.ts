import { getMetrics } from '@/server/observability/metrics'
import { mustGetServices } from '@/server/services'

/** Counts and gauges of this process, for Prometheus. Who may read them is the host's to check. */
export async function GET(): Promise<Response> {
  const { store, engine, version } = await mustGetServices().health()
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
