import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { runQueryRequestSchema, type RunQueryRequest } from '@tidemark/shared/query/run-query'
import * as z from 'zod/mini'
import { answerWhole, streamOf, type RouteContext } from '../http/api-route'
import { encodeLine, encodeObject, isResult, type EncodedResult, type QueuedNote } from './run/encoded-result'

/** The options of the run-query route, at the web server as at the chart host. */
export const runQueryOptions = {
  body: runQueryRequestSchema,
  /** Room for 64 statements, most of them long. */
  maxBodyBytes: 4 * 1024 * 1024,
  measuredUntil: 'last-byte',
} as const

/** NDJSON, one line per item as it finishes; with `Accept: application/json` and one item that result alone. */
export async function answerRunQuery({
  request,
  actor,
  actorNow,
  services,
  body,
  measure,
}: RouteContext<RunQueryRequest>): Promise<Response> {
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

/** items: by their places in the request; absent: the whole run. */
export const stopRunQuerySchema = z.object({
  items: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,2}(,\d{1,2})*$/, 'places in the request, as 0,2')),
      z.transform((text) => text.split(',').map(Number)),
    ),
  ),
})

/** Stops a run of this actor, or some items of it, wherever it runs. 204 also when there is none: it may just have ended. */
export async function answerStopRun({
  actor,
  services,
  params,
  query,
}: RouteContext<undefined, z.output<typeof stopRunQuerySchema>, 'runId'>): Promise<Response> {
  services.queries.cancel(actor, params.runId, query.items)
  return new Response(null, { status: 204 })
}

function wantsOneObject(request: Request): boolean {
  const accept = request.headers.get('accept') ?? ''
  return /\bapplication\/json\b/.test(accept) && !/\bapplication\/x-ndjson\b/.test(accept)
}

/** addStatus: told each item's own status, since the answer as a whole is 200 from its first byte. */
async function* linesOf(
  results: AsyncIterable<EncodedResult | QueuedNote>,
  addStatus: (status: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const line of results) {
    if (isResult(line)) addStatus(line.httpStatus)
    yield* encodeLine(line)
  }
}

/** Compressing a large result would take longer than running it. */
const untransformed = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' } as const
