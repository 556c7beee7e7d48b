import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { identify } from '../http/actor'
import { getMetrics } from '../observability/metrics'
import { answerJson, answerWhole, openRoute, type ApiRoute, type OpenRouteContext } from '../http/api-route'
import type { Health, Services } from '../services'

const healthSchema: z.ZodMiniType<Health> = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  store: z.enum(['ok', 'failed']),
  engine: z.enum(['ok', 'starting', 'failed']),
})
const readySchema = z.object({ ready: z.boolean() })

type Probed = Pick<Services, 'health'>

/** The routes for monitoring, on every host. The host checks who may read the metrics. */
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
    async (context) => {
      await followSender(context)
      return await answerHealth(context.services)
    },
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
    async (context) => {
      await followSender(context)
      return await answerReady(context.services)
    },
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
    async (context) => {
      await followSender(context)
      return await answerMetrics(context.services)
    },
  ),
]

/** Probes let in everybody, and so have to look whether who asks may say which trace it belongs to. */
async function followSender({ request, services, measure }: OpenRouteContext<undefined>): Promise<void> {
  if (!measure.isSenderAsked) return
  const options = { isRefreshed: false, isForAll: true, onSignedIn: measure.trustSender }
  // Whoever cannot be told is answered all the same; to these it is no trust.
  await identify(request.headers, services, undefined, options).catch(toTidemarkError)
}

/** Answers whether the process, its store and its engine work; 503 if one does not. */
async function answerHealth(services: Probed): Promise<Response> {
  const health = await services.health()
  return answerJson(health, health.status === 'ok' ? 200 : 503)
}

/** For load balancers: 200 when requests can be taken, else 503. */
async function answerReady(services: Probed): Promise<Response> {
  const { store } = await services.health()
  return answerJson({ ready: store === 'ok' }, store === 'ok' ? 200 : 503)
}

/** Counts and gauges of this process, for Prometheus. */
async function answerMetrics(services: Probed): Promise<Response> {
  const { store, engine, version } = await services.health()
  const metrics = getMetrics()
  metrics.setHealth({ isStoreUp: store === 'ok', isEngineUp: engine === 'ok', version })
  return answerWhole(await metrics.toPrometheus(), 'text/plain; version=0.0.4; charset=utf-8')
}
