import * as z from 'zod/mini'
import { getMetrics } from '../observability/metrics'
import { answerJson, answerWhole, type ApiRoute, routesOver } from '../http/api-route'
import type { Health, Services } from '../services'

const healthSchema: z.ZodMiniType<Health> = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  store: z.enum(['ok', 'failed']),
  engine: z.enum(['ok', 'starting', 'failed']),
})
const readySchema = z.object({ ready: z.boolean() })

type Probed = Pick<Services, 'health' | 'jobs'>

const { openRoute } = routesOver<keyof Probed>()

/** The monitoring routes of every host. The host checks who may read the metrics. */
export const probeRoutes: readonly ApiRoute[] = [
  openRoute(
    {
      method: 'GET',
      path: '/api/health',
      summary: 'Whether the process, its store and its engine work.',
      answer: healthSchema,
      otherAnswers: [{ status: 503, schema: healthSchema, description: 'One of them does not work.' }],
      example: `curl -s http://127.0.0.1:3000/api/health`,
    },
    async ({ services }) => await answerHealth(services),
  ),

  openRoute(
    {
      method: 'GET',
      path: '/api/ready',
      summary: 'Whether requests can be taken, for load balancers.',
      answer: readySchema,
      otherAnswers: [{ status: 503, schema: readySchema, description: 'They cannot.' }],
      example: `curl -s http://127.0.0.1:3000/api/ready`,
    },
    async ({ services }) => await answerReady(services),
  ),

  openRoute(
    {
      method: 'GET',
      path: '/api/metrics',
      summary: 'Counts and gauges of the process, for Prometheus.',
      description:
        'With `TIDEMARK_METRICS_TOKEN` as bearer token where it is set, else from this machine alone and not through a proxy.',
      success: 'The text format of Prometheus: requests by route and status, their durations, errors by code, memory.',
      otherAnswers: [{ type: 'text/plain' }],
      errors: ['metrics-refused'],
      example: `curl -s http://127.0.0.1:3000/api/metrics`,
    },
    async ({ services }) => await answerMetrics(services),
  ),
]

/** Answers with the state of the process, its store and its engine; 503 if one does not work. */
async function answerHealth(services: Probed): Promise<Response> {
  const health = await services.health()
  return answerJson(health, health.status === 'ok' ? 200 : 503)
}

/** Tells load balancers whether this server can take requests: 200 or 503. */
async function answerReady(services: Probed): Promise<Response> {
  const { store } = await services.health()
  return answerJson({ ready: store === 'ok' }, store === 'ok' ? 200 : 503)
}

/** Answers with the counters and gauges of this process in Prometheus' format. */
async function answerMetrics(services: Probed): Promise<Response> {
  const { store, engine, version } = await services.health()
  const metrics = getMetrics()
  if (store === 'ok') metrics.setJobs(await services.jobs.count())
  metrics.setHealth({ isStoreUp: store === 'ok', isEngineUp: engine === 'ok', version })
  return answerWhole(await metrics.toPrometheus(), 'text/plain; version=0.0.4; charset=utf-8')
}
