import { mustGetTeam, personOf } from '../http/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { type ApiRoute, answerJson, route } from '../http/api-route'
import { chartTokenSchema } from '@tidemark/shared/query/chart-token'

export const chartPassRoutes: readonly ApiRoute[] = [
  route(
    {
      method: 'POST',
      path: '/api/chart/token',
      summary:
        'Team mode with a chart host: a pass for it, of five minutes, for the session and the workspace of the request. It goes to the chart host in `Authorization: Bearer`.',
      answer: '200.',
      answerSchema: chartTokenSchema,
      errors: ['unknown-route'],
      example: `curl -s -b cookies -c cookies -X POST https://tidemark.example.com/api/chart/token`,
    },
    async ({ request, actor, services }) => {
      const { chartPasses } = mustGetTeam(services)
      if (chartPasses === null) throw new TidemarkError('unknown-route')
      const pass = await chartPasses.issue(await personOf(request.headers, services), actor)
      return answerJson(pass)
    },
  ),
]
