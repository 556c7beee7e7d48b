import { idSchema } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { historyKindSchema } from '@tidemark/shared/history/history-page'
import * as z from 'zod/mini'
import { parseQuery, route } from '@/server/route'

const historyQuerySchema = z.strictObject({ before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) })

/** What happened to a chart or a dashboard, newest first; `?before=` with the answer's `next` goes on. */
export const GET = route({ tokenScope: 'content:read' }, async ({ request, actor, services, params }) => {
  const kind = historyKindSchema.safeParse(params['kind'])
  const id = idSchema.safeParse(params['id'])
  if (!kind.success || !id.success) throw new TidemarkError('not-found')
  const { before } = parseQuery(historyQuerySchema, request)
  const page = await services.history.read(actor, kind.data, id.data, before)
  return Response.json(page, { headers: { 'cache-control': 'no-store' } })
})
