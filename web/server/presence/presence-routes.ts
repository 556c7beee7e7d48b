import { dashboardPresenceSchema, presenceBeatSchema } from '@tidemark/shared/presence/presence'
import { type ApiRoute, answerJson, route } from '../http/api-route'

export const presenceRoutes: readonly ApiRoute[] = [
  route(
    {
      method: 'POST',
      path: '/api/presence',
      summary:
        'Somebody looks at a dashboard: sent every 20 s as long as they do, and once with `isLeaving` when they go. After 45 s without it they count as gone.',
      body: presenceBeatSchema,
      maxBodyBytes: 1024,
      answer:
        'Who looks at it now. The poke stream tells of changes: `event: presence` with the same and the workspace.',
      answerSchema: dashboardPresenceSchema,
      errors: ['not-found'],
      example: `curl -s http://127.0.0.1:3000/api/presence -H 'content-type: application/json' -d '{"dashboardId": "sample-dashboard"}'`,
    },
    async ({ actor, services, body }) => answerJson(await services.presence.beat(actor, body)),
  ),
]
