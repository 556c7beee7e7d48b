import type { Actor } from '@tidemark/shared/access/actor'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { requirePermission } from '@tidemark/shared/access/rules'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import {
  chartDocumentEndpoint,
  dashboardDocumentEndpoint,
  type DocumentQuery,
} from '@tidemark/shared/documents/document'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { exportFileName } from '@tidemark/shared/query/export-request'
import type { ActorNow } from '../base/admitted-actor'
import { answerWhole, routesOver, type ApiRoute, type RouteContext } from '../http/api-route'
import { contentDisposition } from '../http/content-disposition'
import { mustGetTeam } from '../http/identify'
import type { Services } from '../services'
import { documentContentTypes } from './document-service'
import type { DocumentTarget } from './document-messages'

const { route } = routesOver<'documents' | 'team'>()

const described = {
  tokenScope: 'query:run',
  success: 'The file, under `Content-Disposition: attachment`.',
  otherAnswers: Object.values(documentContentTypes).map((type) => ({ type })),
  errors: [
    'not-found',
    'forbidden',
    'unknown-route',
    'query-timed-out',
    'query-cancelled',
    'queue-full',
    'document-failed',
  ],
} as const

export const documentRoutes: readonly ApiRoute[] = [
  route(
    {
      ...dashboardDocumentEndpoint,
      ...described,
      summary: 'A dashboard as a PDF for paper, or as a PNG.',
      description:
        'All other parameters are those of the dashboard’s address, with the values of its filters. Each tab is a chapter; tables with more rows than their tile go on over pages of their own, up to 2,000 rows each. What a tile cannot show is said in its place. A PNG has all tabs below each other. With `tile`, the id of a tile with a chart, it has that chart alone with the filters that it has there. With `seeAs`, the id of a member, an admin gets it as that member sees it: with their rights, rows and own values, marked so, and noted in the audit log.',
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

interface ReaderSeen {
  readonly actor: Actor
  readonly name: string
  readonly actorNow: ActorNow
}

/**
 * Returns the member as whom an admin looks at something, with the rights of the admin and of the member checked again as
 * long as it lasts. Fails with `forbidden` for anyone else, and for a member whose role is above the admin’s.
 */
async function readerSeen(
  userId: string,
  by: Actor,
  byNow: ActorNow,
  services: Pick<Services, 'team'>,
): Promise<ReaderSeen> {
  const { members } = mustGetTeam(services)
  const present = async (admin: Actor) => {
    requirePermission(admin, { do: 'edit-workspace' })
    if (admin.kind !== 'person') throw new TidemarkError('forbidden', { detail: 'Tokens look at nothing as others.' })
    const found = await members.getActor(admin.orgId, userId)
    if (!roleAtLeast(admin.role, found.actor.role))
      throw new TidemarkError('forbidden', { detail: 'You can look at it as members of your role and below.' })
    return found
  }
  const { actor, name } = await present(by)
  return { actor, name, actorNow: async () => (await present(await byNow())).actor }
}

type Context = RouteContext<undefined, DocumentQuery, string, Pick<Services, 'documents' | 'team'>>

async function answerWith(
  { request, actor, actorNow, ip, services, query }: Context,
  target: DocumentTarget,
): Promise<Response> {
  if (actor.kind === 'publicLink')
    throw new TidemarkError('forbidden', { detail: 'Documents are for members of the workspace.' })
  const seen = query.seeAs === undefined ? null : await readerSeen(query.seeAs, actor, actorNow, services)
  const { title, bytes } = await services.documents.make(
    seen?.actor ?? actor,
    { target, query, seenAs: seen?.name },
    request.signal,
    seen?.actorNow ?? actorNow,
  )
  const fileName = exportFileName(title, query.format)
  if (seen === null) await services.team?.audit.record({ actor, ip }, 'export', target.id, { fileName })
  else await services.team?.audit.record({ actor, ip }, 'seen-as', seen.actor.userId, { name: title, of: target.id })
  return answerWhole(bytes, documentContentTypes[query.format], 200, {
    'content-disposition': contentDisposition(fileName),
  })
}
