import { exportRequestSchema } from '@tidemark/shared/query/export-request'
import { contentDisposition } from '@/server/content-disposition'
import { route } from '@/server/route'

const options = {
  tokenScope: 'query:run',
  body: exportRequestSchema,
  measuredUntil: 'last-byte',
} as const

/** The whole result of a chart or a query as a file, sent as it is read. It breaks off when it fails on the way. */
export const POST = route(options, async ({ request, actor, ip, services, body }) => {
  const { fileName, contentType, body: file } = await services.exports.start(actor, body, request.signal)
  try {
    await services.team?.audit.record({ actor, ip }, 'export', body.item.chartId ?? null, { fileName })
  } catch (thrown) {
    // What leaves the workspace is written down, or does not leave it.
    await file.cancel()
    throw thrown
  }
  return new Response(file, {
    headers: {
      'content-type': contentType,
      'content-disposition': contentDisposition(fileName),
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
})
