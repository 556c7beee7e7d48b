import { draftDashboardEndpoint } from '@tidemark/shared/dashboard-drafts/dashboard-draft'
import { type ApiRoute, answerJson, routesOver } from '../http/api-route'
import { runErrors } from '../query/plan/error-for'

const { route } = routesOver<'dashboardDrafts'>()

export const draftRoutes: readonly ApiRoute[] = [
  route(
    {
      ...draftDashboardEndpoint,
      summary: 'Drafts a dashboard of a table.',
      description:
        'By rules, from the names, types and values of its columns; nothing is stored. Each tile is a question of the builder with its `reason`; `notes` say what could not be done. Keeping it is pushing `createDashboard`, `createChart`, `createTile` and `createFilter`. Of a very large table the first rows decide.',
      tokenScope: 'query:run',
      errors: runErrors,
      example: `curl -s http://127.0.0.1:3000/api/dashboard-drafts -H 'content-type: application/json' -d '{"connectionId": "local", "table": {"schema": null, "name": "countries"}}'`,
    },
    async ({ request, actor, actorNow, services, body }) =>
      answerJson(await services.dashboardDrafts.draft(actor, body, request.signal, actorNow)),
  ),
]
