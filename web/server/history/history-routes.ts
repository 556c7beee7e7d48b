import { idSchema } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { historyKindSchema, historyPageSchema } from '@tidemark/shared/history/history-page'
import * as z from 'zod/mini'
import { type ApiRoute, answerJson, route } from '../http/api-route'

const historyQuerySchema = z.strictObject({ before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) })

export const historyRoutes: readonly ApiRoute[] = [
  route(
    {
      method: 'GET',
      path: '/api/history/:kind/:id',
      summary:
        'What happened to a chart or a dashboard (`kind`), its tabs and tiles included, newest first. `?before=` with the `next` of an answer goes on.',
      tokenScope: 'content:read',
      query: historyQuerySchema,
      answer:
        'One page, 200. A revision’s `value` is the entry after it, null where it was deleted; `earlier` holds by key what stood there before the oldest one.',
      answerSchema: historyPageSchema,
      errors: ['not-found'],
      example: `curl -s http://127.0.0.1:3000/api/history/dashboard/sample-dashboard`,
    },
    async ({ query, actor, services, params }) => {
      const kind = historyKindSchema.safeParse(params['kind'])
      const id = idSchema.safeParse(params['id'])
      if (!kind.success || !id.success) throw new TidemarkError('not-found')
      const { before } = query
      const page = await services.history.read(actor, kind.data, id.data, before)
      return answerJson(page)
    },
  ),
]
