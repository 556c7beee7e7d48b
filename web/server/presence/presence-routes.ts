import { presenceBeatEndpoint } from '@tidemark/shared/presence/presence'
import { type ApiRoute, answerJson, routesOver } from '../http/api-route'

const { route } = routesOver<'presence'>()

export const presenceRoutes: readonly ApiRoute[] = [
  route(
    {
      ...presenceBeatEndpoint,
      summary: 'Says that somebody looks at a dashboard.',
      description:
        'Sent every 20 s as long as they do, and once with `isLeaving` when they go. After 45 s without it they count as gone.',
      maxBodyBytes: 1024,
      success:
        'Who looks at it now. The poke stream tells of changes: `event: presence` with the same and the workspace.',
      errors: ['not-found'],
      example: `curl -s http://127.0.0.1:3000/api/presence -H 'content-type: application/json' -d '{"dashboardId": "sample-dashboard"}'`,
    },
    async ({ actor, services, body }) => answerJson(await services.presence.beat(actor, body)),
  ),
]
