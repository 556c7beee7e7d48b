import { answerRunQuery, runQueryOptions } from '@/server/query/answer-run-query'
import { route } from '@/server/route'

const options = { tokenScope: 'query:run', ...runQueryOptions } as const

/**
 * Runs charts and queries. NDJSON, one line per item as it finishes; with `Accept: application/json` and one item that
 * result alone, under its HTTP status. Closing the request stops the engine.
 */
export const POST = route(options, answerRunQuery)
