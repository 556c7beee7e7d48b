import { answerMetrics } from '@/server/probes'
import { mustGetServices } from '@/server/services'

/** Counts and gauges of this process, for Prometheus. Who may read them is the host's to check. */
export async function GET(): Promise<Response> {
  return await answerMetrics(mustGetServices())
}
