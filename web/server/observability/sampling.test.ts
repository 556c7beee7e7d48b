import { createReportingHooks } from '@tidemark/shared/observability/reporting-hooks'
import { readSessionContext } from '@tidemark/shared/observability/session-context'
import { outcomeAttributes } from '@tidemark/shared/observability/tail-thinning'
import * as Sentry from '@sentry/node-core/light'
import { afterEach, describe, expect, test } from 'vitest'
import {
  deviationOf,
  quick,
  sampledCases,
  slow,
  tolerance,
  traceCount,
  type Ending,
} from '@testkit/observability/sampling-cases'

type Hooks = ReturnType<typeof createReportingHooks>
type SdkTransport = ReturnType<typeof Sentry.makeNodeTransport>
type SentTransaction = { readonly rate: string | undefined; readonly draw: string | undefined }

/** Starts the real SDK with our hooks; what it would send is collected instead. */
function startSdk(environment: string, change: (hooks: Hooks) => Partial<Hooks> = () => ({})): SentTransaction[] {
  const sent: SentTransaction[] = []
  const hooks = createReportingHooks({
    config: { environment },
    readContext: () => readSessionContext({}),
    prefer: 'now',
  })
  Sentry.init({
    dsn: 'http://local@127.0.0.1:1/1',
    environment,
    defaultIntegrations: false,
    sendClientReports: false,
    ...hooks,
    ...change(hooks),
    transport: (): SdkTransport => ({
      send: async ([header]) => {
        const head = Reflect.get(header, 'trace') as Record<string, string> | undefined // the SDK's own trace header
        sent.push({ rate: head?.['sample_rate'], draw: head?.['sample_rand'] })
        return {}
      },
      flush: async () => true,
    }),
  })
  return sent
}

function runTrace(target: string, { status, durationMs }: Ending): void {
  Sentry.startNewTrace(() =>
    Sentry.startSpan({ name: 'POST', attributes: { 'http.method': 'POST', 'http.target': target } }, (span) => {
      span.setAttribute(outcomeAttributes.status, status)
      span.setAttribute(outcomeAttributes.durationMs, durationMs)
    }),
  )
}

async function countKept(
  sent: readonly SentTransaction[],
  target: string,
  ending: Ending,
  count = traceCount,
): Promise<number> {
  for (let index = 0; index < count; index += 1) {
    runTrace(target, ending)
    // Lets the SDK send pending data, as between two requests.
    if (index % 500 === 0) await new Promise(setImmediate)
  }
  await Sentry.flush(20_000)
  return sent.length
}

afterEach(async () => {
  await Sentry.close()
  Sentry.getCurrentScope().setClient(undefined)
})

describe('of many traces as many are kept as the table says', () => {
  test.each(sampledCases)('%s %s %o: %f', async (environment, target, ending, rate) => {
    const sent = startSdk(environment)
    expect(Math.abs(deviationOf(await countKept(sent, target, ending), rate))).toBeLessThan(tolerance)
    expect(new Set(sent.map((one) => Number(one.rate)))).toEqual(new Set([rate]))
    expect(sent.every(({ draw }) => Number(draw) < rate)).toBe(true)
  })

  test('none of an environment that is neither production nor development', async () => {
    // At a rate of one in a hundred, ten would be kept.
    expect(await countKept(startSdk('staging'), '/api/replicache/push', slow, 1_000)).toBe(0)
  })

  test('with a tail that keeps all the head let in, the count is far off', async () => {
    const sent = startSdk('production', () => ({ beforeSendTransaction: (report) => report }))
    const kept = await countKept(sent, '/api/replicache/push', quick)
    expect(Math.abs(deviationOf(kept, 0.02))).toBeGreaterThan(50)
    expect(Math.abs(deviationOf(kept, 0.2))).toBeLessThan(tolerance)
  })
})

describe('the parent', () => {
  const traceId = 'a'.repeat(32)
  const baggage = `sentry-trace_id=${traceId},sentry-sample_rate=0.05,sentry-sample_rand=0.1`
  const runWithParent = async (target: string, isSampled: boolean, draw = baggage) => {
    const sent = startSdk('production')
    Sentry.continueTrace({ sentryTrace: `${traceId}-${'b'.repeat(16)}-${isSampled ? 1 : 0}`, baggage: draw }, () =>
      Sentry.startSpan({ name: 'POST', attributes: { 'http.target': target } }, (span) => {
        span.setAttribute(outcomeAttributes.status, 500)
        span.setAttribute(outcomeAttributes.durationMs, 1)
      }),
    )
    await Sentry.flush(20_000)
    return sent.length
  }

  test('decides for what has no rule of its own', async () => {
    expect([await runWithParent('/api/health', true), await runWithParent('/api/health', false)]).toEqual([1, 0])
  })

  test('does not decide for the three routes', async () => {
    expect(await runWithParent('/api/replicache/push', false)).toBe(1)
    expect(await runWithParent('/api/replicache/push', true, baggage.replace('rand=0.1', 'rand=0.3'))).toBe(0)
  })
})
