import { directRoute } from '../direct-routes'
import { answerRunQuery, answerStopRun, runQueryOptions } from './answer-run-query'

export const queryRoutes = [
  directRoute('POST', '/api/chart/run-query', { tokenScope: 'query:run', ...runQueryOptions }, answerRunQuery),
  directRoute('DELETE', '/api/chart/run-query/[runId]', { tokenScope: 'query:run' }, answerStopRun),
] as const
