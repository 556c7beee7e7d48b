import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import {
  chartDocumentEndpoint,
  dashboardDocumentEndpoint,
  type DocumentQuery,
} from '@tidemark/shared/documents/document'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { exportFileName } from '@tidemark/shared/query/export-request'
import { answerWhole, routesOver, type ApiRoute, type RouteContext } from '../http/api-route'
import { contentDisposition } from '../http/content-disposition'
import type { Services } from '../services'
import { documentContentTypes } from './document-service'
import type { DocumentTarget } from './document-messages'

const { route } = routesOver<'documents' | 'team'>()

const described = {
  tokenScope: 'query:run',
  success: 'The file, under `Content-Disposition: attachment`.',
  otherAnswers: Object.values(documentContentTypes).map((type) => ({ type })),
  errors: ['not-found', 'forbidden', 'query-timed-out', 'query-cancelled', 'queue-full'],
} as const

export const documentRoutes: readonly ApiRoute[] = [
  route(
    {
      ...dashboardDocumentEndpoint,
      ...described,
      summary: 'A dashboard as a PDF for paper, or as a PNG.',
      description:
        'All other parameters are those of the dashboard’s address, with the values of its filters. Each tab is a chapter; tables with more rows than their tile go on over pages of their own, up to 2,000 rows each. What a tile cannot show is said in its place. A PNG has all tabs below each other.',
      example: `curl -sOJ 'http://127.0.0.1:3000/api/dashboards/board1/document?format=pdf&paper=a4&orientation=landscape'`,
    },
    (context) => answerWith(context, { kind: 'dashboard', id: idOf(dashboardIdSchema.safeParse(context.params.id)) }),
  ),
  route(
    {
      ...chartDocumentEndpoint,
      ...described,
      summary: 'A chart as a PDF for paper, or as a PNG.',
      description: 'All other parameters are those of the chart’s address, with the values of its parameters.',
      example: `curl -sOJ 'http://127.0.0.1:3000/api/charts/chart1/document?format=png&scale=2'`,
    },
    (context) => answerWith(context, { kind: 'chart', id: idOf(chartIdSchema.safeParse(context.params.id)) }),
  ),
]

function idOf({ data }: { readonly data?: string | undefined }): string {
  if (data === undefined) throw new TidemarkError('not-found')
  return data
}

type Context = RouteContext<undefined, DocumentQuery, string, Pick<Services, 'documents' | 'team'>>

async function answerWith(
  { request, actor, actorNow, ip, services, query }: Context,
  target: DocumentTarget,
): Promise<Response> {
  if (actor.kind === 'publicLink')
    throw new TidemarkError('forbidden', { detail: 'Documents are for members of the workspace.' })
  const { title, bytes } = await services.documents.make(actor, { target, query }, request.signal, actorNow)
  const fileName = exportFileName(title, query.format)
  await services.team?.audit.record({ actor, ip }, 'export', target.id, { fileName })
  return answerWhole(bytes, documentContentTypes[query.format], 200, {
    'content-disposition': contentDisposition(fileName),
  })
}
