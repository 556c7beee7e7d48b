import { answerOf, type AskItems, type RunResult } from '@tidemark/shared/query/run-query'
import {
  explainRequestSchema,
  explanationLineSchema,
  explanationSteps,
  type ExplainRequest,
} from '@tidemark/shared/exploration/explanation'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { type ApiRoute, routesOver, type RouteContext, streamOf } from '../http/api-route'
import type { Services } from '../services'
import { untransformed } from './query-routes'
import { decodeLine, isResult } from './run/encoded-result'

type Handed = Pick<Services, 'queries' | 'sync'>

const { route } = routesOver<keyof Handed>()

export const explainRoutes: readonly ApiRoute[] = [
  route(
    {
      method: 'POST',
      path: '/api/chart/explain-change',
      summary: 'Explains the change of a measure between two periods by the columns of its rows.',
      description: `\`measure\` is the id of a measure of the last step of the question, \`time\` the column of the days. Each line holds the whole explanation as far as it is known: the first tells it by single columns, a second one by pairs of those that tell the most too. \`parts\` with \`rest\` add up to the change, except of measures that do not add up (\`apart\`). Closing the request stops what still runs, and so does \`DELETE /api/chart/run-query/{runId}\`.`,
      tokenScope: 'query:run',
      body: explainRequestSchema,
      measuredUntil: 'last-byte',
      success: 'NDJSON: one or two lines, of which the last counts; or one with `status: "failed"` and its `error`.',
      otherAnswers: [{ type: 'application/x-ndjson', schema: explanationLineSchema }],
      errors: ['chart-token-invalid'],
      example: `curl -s http://127.0.0.1:3000/api/chart/explain-change -H 'content-type: application/json' -d '{"runId": "e1",
  "query": {"kind": "builder", "connectionId": "local", "question": {"source": {"schema": null, "name": "weather"}, "joins": [], "filter": {"match": "all", "items": []}, "groups": [], "measures": [{"id": "rain", "fn": "sum", "column": {"join": null, "name": "precipitation_mm", "type": "number", "databaseType": "DOUBLE"}, "percentile": 50, "show": "value", "label": ""}], "sort": [], "limit": null}},
  "measure": "rain", "time": {"join": null, "name": "date", "type": "date", "databaseType": "DATE"},
  "before": {"from": "2014-01-01", "to": "2014-12-31"}, "now": {"from": "2015-01-01", "to": "2015-12-31"}}'`,
    },
    async (context) =>
      new Response(streamOf(explainedLines(context)), {
        headers: { 'content-type': 'application/x-ndjson', ...untransformed },
      }),
  ),
]

async function* explainedLines({
  request,
  actor,
  actorNow,
  services: { queries, sync },
  body,
}: RouteContext<ExplainRequest, undefined, string, Handed>): AsyncGenerator<Uint8Array> {
  /** Each step asks with the rights of its moment. */
  const ask: AskItems = async (items) => {
    const results: RunResult[] = []
    const run = { runId: body.runId, items: [...items] }
    for await (const line of queries.runEncoded(await actorNow(), run, request.signal, actorNow))
      if (isResult(line)) results[line.item] = decodeLine(line)
    return results.map((result) => answerOf(result, 'The rows could not be compared.'))
  }
  const { view } = await sync.readView(actor, ['workspace/'])
  const weekStart = getWorkspace(view)?.weekStart ?? 1
  for await (const line of explanationSteps(body, weekStart, ask)) yield Buffer.from(`${JSON.stringify(line)}\n`)
}
