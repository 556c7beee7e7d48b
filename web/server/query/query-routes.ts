import { catalogue, type ErrorCode } from '@tidemark/shared/errors/catalogue'
import {
  queuedLineSchema,
  runResultLineSchema,
  runResultSchema,
  runQueryRequestSchema,
  type RunQueryRequest,
} from '@tidemark/shared/query/run-query'
import * as z from 'zod/mini'
import { type ApiRoute, answerWhole, routesOver, type RouteContext, streamOf } from '../http/api-route'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Services } from '../services'
import { runErrors } from './plan/error-for'
import { encodeLine, encodeObject, isResult, type EncodedResult, type QueuedNote } from './run/encoded-result'

type Handed = Pick<Services, 'queries'>

const { route } = routesOver<keyof Handed>()

/** A run of a single item answers with the status of its error; with several items, each line has its own. */
const itemErrors: readonly ErrorCode[] = [...runErrors, 'not-acceptable', 'result-not-cached']

/** The options of the run-query route, which the web server and the chart host share. */
export const runQueryOptions = {
  body: runQueryRequestSchema,
  maxBodyBytes: 1024 * 1024,
  measuredUntil: 'last-byte',
} as const

/** items: positions in the request; absent: the whole run. */
const stopRunQuerySchema = z.object({
  items: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,2}(,\d{1,2})*$/, 'places in the request, as 0,2')),
      z.transform((text) => text.split(',').map(Number)),
    ),
  ),
})

export const queryRoutes: readonly ApiRoute[] = [
  route(
    {
      method: 'POST',
      path: '/api/chart/run-query',
      summary: 'Runs saved charts and queries, several in one request.',
      description: `Closing the request stops what still runs. With \`"progress": true\` lines \`{item, status: "queued", place}\` stand between the results: the item waits as the \`place\`th in line. A failed item has \`error\` and, for SQL, its \`position\`.

Of a question of the builder, \`filters\` count before it groups and limits. Of SQL they narrow the result: a LIMIT at its end comes before them, and \`filtersAfterLimit\` says so; what must come before that LIMIT is a parameter.`,
      tokenScope: 'query:run',
      ...runQueryOptions,
      success:
        'NDJSON: one line per item as it finishes, with `item`, its index in the request. With `Accept: application/json` and one item: that result alone as JSON, with the status of its error.',
      answer: runResultSchema,
      otherAnswers: [
        { type: 'application/x-ndjson', schema: z.union([runResultLineSchema, queuedLineSchema]) },
        ...[...new Set(itemErrors.map((code) => catalogue[code].status))].map((status) => ({
          status,
          schema: runResultSchema,
        })),
      ],
      errors: [...itemErrors, 'chart-token-invalid'],
      example: `curl -s http://127.0.0.1:3000/api/chart/run-query -H 'content-type: application/json' -H 'accept: application/json' \\
  -d '{"runId": "r1", "items": [{"query": {"kind": "sql", "connectionId": "local", "sql": "select 42 as answer"}}]}'`,
    },
    answerRunQuery,
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/chart/run-query/:runId',
      summary: 'Stops a run of yours, or some items of it.',
      description: '`?items=0,2` names those items. Does nothing where there is no such run.',
      tokenScope: 'query:run',
      status: 204,
      query: stopRunQuerySchema,
      example: `curl -s -X DELETE http://127.0.0.1:3000/api/chart/run-query/r1`,
    },
    answerStopRun,
  ),
]

/**
 * Answers with NDJSON, one line per item as it finishes; with `Accept: application/json` and one item, with that result
 * alone.
 */
async function answerRunQuery({
  request,
  actor,
  actorNow,
  services,
  body,
  measure,
}: RouteContext<RunQueryRequest, undefined, string, Handed>): Promise<Response> {
  const isOneObject = wantsOneObject(request)
  if (isOneObject && body.items.length !== 1) {
    throw new TidemarkError('not-acceptable', { detail: 'Several items are answered as application/x-ndjson.' })
  }
  const asked = isOneObject ? { ...body, progress: false } : body
  const results = services.queries.runEncoded(actor, asked, request.signal, actorNow)
  if (!isOneObject) {
    return new Response(streamOf(linesOf(results, measure.addStatus)), {
      headers: { 'content-type': 'application/x-ndjson', ...untransformed },
    })
  }
  const { value, done } = await results.next()
  if (done === true || !isResult(value)) throw new Error('run-query answered no item')
  await results.return(undefined)
  return answerWhole(Buffer.concat(encodeObject(value)), 'application/json', value.httpStatus, untransformed)
}

/**
 * Stops a run of this actor, or some items of it, on whichever instance it runs. Answers 204 even if there is none,
 * because it may just have ended.
 */
async function answerStopRun({
  actor,
  services,
  params,
  query,
}: RouteContext<undefined, z.output<typeof stopRunQuerySchema>, 'runId', Handed>): Promise<Response> {
  services.queries.cancel(actor, params.runId, query.items)
  return new Response(null, { status: 204 })
}

function wantsOneObject(request: Request): boolean {
  const accept = request.headers.get('accept') ?? ''
  return /\bapplication\/json\b/.test(accept) && !/\bapplication\/x-ndjson\b/.test(accept)
}

/**
 * Encodes the results as lines. addStatus: called with each item's own status, because the response itself is 200 from
 * its first byte.
 */
async function* linesOf(
  results: AsyncIterable<EncodedResult | QueuedNote>,
  addStatus: (status: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const line of results) {
    if (isResult(line)) addStatus(line.httpStatus)
    yield* encodeLine(line)
  }
}

/** Compressing a large result would take longer than running its query. */
export const untransformed = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' } as const
