import { answerStopRun } from '@/server/query/answer-run-query'
import { route } from '@/server/route'

/** Stops a run of this actor. 204 also when there is none: it may just have ended. */
export const DELETE = route({ tokenScope: 'query:run' }, answerStopRun)
