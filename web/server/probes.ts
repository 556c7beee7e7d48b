import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { identify } from './actor'
import type { DirectRoute } from './direct-routes'
import { HostAnswer } from './host-answer'
import { getMetrics } from './observability/metrics'
import { metricsPath } from './observability/metrics-access'
import { openRoute, type OpenRouteContext } from './route'
import type { Services } from './services'

type Probed = Pick<Services, 'health'>

const notKept = { 'cache-control': 'no-store' }

/** What watches over a server asks it, of every host. Who may read the metrics is the host's to check. */
export const probeRoutes: readonly DirectRoute[] = [
  ...probe('/api/health', answerHealth),
  ...probe('/api/ready', answerReady),
  ...probe(metricsPath, answerMetrics),
]

function probe(path: string, answer: (services: Probed) => Promise<HostAnswer>): readonly DirectRoute[] {
  const handler = openRoute({}, async (context) => {
    await followSender(context)
    return await answer(context.services)
  })
  return (['GET', 'HEAD'] as const).map((method) => ({ method, path, tokenScope: undefined, handler }))
}

/** Probes let in everybody, and so have to look whether who asks may say which trace it belongs to. */
async function followSender({ request, services, measure }: OpenRouteContext<undefined>): Promise<void> {
  if (!measure.isSenderAsked) return
  const options = { isRefreshed: false, isForAll: true, onSignedIn: measure.trustSender }
  // Whoever cannot be told is answered all the same; to these it is no trust.
  await identify(request.headers, services, undefined, options).catch(toTidemarkError)
}

/** Whether the process, its store and its engine work; 503 when one of them does not. */
async function answerHealth(services: Probed): Promise<HostAnswer> {
  const health = await services.health()
  return HostAnswer.json(health, notKept, health.status === 'ok' ? 200 : 503)
}

/** For load balancers: 200 when requests can be taken, else 503. */
async function answerReady(services: Probed): Promise<HostAnswer> {
  const { store } = await services.health()
  return HostAnswer.json({ ready: store === 'ok' }, notKept, store === 'ok' ? 200 : 503)
}

/** Counts and gauges of this process, for Prometheus. */
async function answerMetrics(services: Probed): Promise<HostAnswer> {
  const { store, engine, version } = await services.health()
  const metrics = getMetrics()
  metrics.setHealth({ isStoreUp: store === 'ok', isEngineUp: engine === 'ok', version })
  return new HostAnswer(await metrics.toPrometheus(), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', ...notKept },
  })
}
