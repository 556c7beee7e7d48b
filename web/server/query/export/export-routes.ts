import { type ApiRoute, answerJson, routesOver } from '@/server/http/api-route'
import { exportStateEndpoint, startExportEndpoint } from '@tidemark/shared/query/export-request'
import { runErrors } from '../plan/error-for'
import { exportContentTypes } from './export-service'
import { answerWithStream } from '@/server/http/streamed-file'

const { route } = routesOver<'exports' | 'team'>()

export const exportRoutes: readonly ApiRoute[] = [
  route(
    {
      ...exportStateEndpoint,
      summary: 'How far an export of yours is, until a minute after its end.',
      tokenScope: 'query:run',
      errors: ['not-found'],
      example: `curl -s http://127.0.0.1:3000/api/exports/e1`,
    },
    async ({ actor, services, params }) => answerJson(await services.exports.state(actor, params.id)),
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/exports/:id',
      summary: 'Stops an export of yours.',
      description: 'Does nothing where there is no such export.',
      tokenScope: 'query:run',
      status: 204,
      example: `curl -s -X DELETE http://127.0.0.1:3000/api/exports/e1`,
    },
    async ({ actor, services, params }) => {
      services.exports.cancel(actor, params.id)
      return new Response(null, { status: 204 })
    },
  ),

  route(
    {
      ...startExportEndpoint,
      summary: 'The whole result of a chart or a query as a file.',
      description:
        '`maxRows`, `maxPoints` and `cache` of the item have no effect. CSV is for spreadsheets: it begins with the mark of UTF-8, and text that begins like a formula has an apostrophe in front; with `formulas: "keep"`, which is for programs, it has neither. In XLSX percentages and amounts are shown with their sign, times with a zone are what clocks showed in the time zone of the item, and what a sheet cannot hold as it is is said in `notes` of the export’s state.',
      tokenScope: 'query:run',
      measuredUntil: 'last-byte',
      success:
        'The file, sent as it is read, under `Content-Disposition: attachment`. What fails before its first byte is answered as an error; what fails later breaks the answer off, and the state of the export says why.',
      otherAnswers: Object.values(exportContentTypes).map((type) => ({ type: type.replace(/;.*/, '') })),
      errors: [...runErrors, 'export-too-large'],
      example: `curl -sOJ http://127.0.0.1:3000/api/exports -H 'content-type: application/json' \\
  -d '{"exportId": "e1", "format": "csv", "item": {"query": {"kind": "sql", "connectionId": "local", "sql": "select 42 as answer"}}}'`,
    },
    async ({ request, actor, actorNow, ip, services, body }) => {
      const file = await services.exports.start(actor, body, request.signal, actorNow)
      try {
        await services.team?.audit.record({ actor, ip }, 'export', body.item.chartId ?? null, {
          fileName: file.fileName,
        })
        return answerWithStream(file)
      } catch (thrown) {
        // Without an audit event nothing may leave the workspace. Cancelling the body also frees its place in the
        // queue.
        await file.body.cancel()
        throw thrown
      }
    },
  ),
]
