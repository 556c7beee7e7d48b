import { catalogue, type ErrorCode } from '@tidemark/shared/errors/catalogue'
import { queuedLineSchema, runResultLineSchema, runResultSchema } from '@tidemark/shared/query/run-query'
import * as z from 'zod/mini'
import { route, type ApiRoute } from '../http/api-route'
import { answerRunQuery, answerStopRun, runQueryOptions, stopRunQuerySchema } from './answer-run-query'

/** A run that is one item answers with the status of its error; of several each line has its own. */
const itemErrors: readonly ErrorCode[] = [
  'not-acceptable',
  'forbidden',
  'not-found',
  'connection-not-found',
  'query-refused',
  'query-syntax',
  'query-unknown-name',
  'dataset-in-trash',
  'dataset-unreadable',
  'query-old-database',
  'query-type',
  'query-parameter',
  'query-failed',
  'query-timed-out',
  'query-cancelled',
  'query-out-of-memory',
  'query-disk-full',
  'result-not-cached',
  'engine-unavailable',
  'queue-full',
]

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
      errors: itemErrors,
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
