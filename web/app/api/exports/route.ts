import { exportRequestSchema } from '@tidemark/shared/query/export-request'
import { route } from '@/server/route'
import { answerWithStream } from '@/server/streamed-file'

const options = {
  tokenScope: 'query:run',
  body: exportRequestSchema,
  measuredUntil: 'last-byte',
} as const

/** The whole result of a chart or a query as a file, sent as it is read. It breaks off when it fails on the way. */
export const POST = route(options, async ({ request, actor, actorNow, ip, services, body }) => {
  const file = await services.exports.start(actor, body, request.signal, actorNow)
  try {
    await services.team?.audit.record({ actor, ip }, 'export', body.item.chartId ?? null, { fileName: file.fileName })
    return answerWithStream(file)
  } catch (thrown) {
    // What leaves the workspace is written down, or does not leave it; and what is not sent must not hold a place in the queue.
    await file.body.cancel()
    throw thrown
  }
})
