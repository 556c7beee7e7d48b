import { idSchema } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { historyEndpoint, historyKindSchema } from '@tidemark/shared/history/history-page'
import { type ApiRoute, answerJson, routesOver } from '../http/api-route'

const { route } = routesOver<'history'>()

export const historyRoutes: readonly ApiRoute[] = [
  route(
    {
      ...historyEndpoint,
      summary: 'The history of a chart, a dashboard, a metric or a table.',
      description:
        'What happened to it (`kind` is `chart`, `dashboard`, `metric` or `table`), its tabs, tiles and charts or its columns and joins included, newest first. A chart’s changes count while the dashboard shows it. The id of a table is that of its dataset, or stands in the keys of what is said about it: `column/<id>/…`. `?before=` with the `next` of an answer goes on.',
      tokenScope: 'content:read',
      success:
        'One page. A revision’s `value` is the entry after it, null where it was deleted; `earlier` holds by key what stood there before the oldest one.',
      errors: ['not-found'],
      example: `curl -s http://127.0.0.1:3000/api/history/dashboard/sample-dashboard`,
    },
    async ({ query, actor, services, params }) => {
      const kind = historyKindSchema.safeParse(params.kind)
      const id = idSchema.safeParse(params.id)
      if (!kind.success || !id.success) throw new TidemarkError('not-found')
      const { before } = query
      const page = await services.history.read(actor, kind.data, id.data, before)
      return answerJson(page)
    },
  ),
]
