import { mustGetTeam, mustGetPerson } from '../http/identify'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { type ApiRoute, answerJson, routesOver } from '../http/api-route'
import { chartTokenEndpoint } from '@tidemark/shared/query/chart-token'

const { route } = routesOver<'config' | 'team'>()

export const chartPassRoutes: readonly ApiRoute[] = [
  route(
    {
      ...chartTokenEndpoint,
      summary: 'A pass for the chart host.',
      description:
        'Of five minutes, for the session and the workspace of the request. It goes to the chart host in `Authorization: Bearer`. Only where there is a chart host.',
      errors: ['unknown-route'],
      example: `curl -s -b cookies -c cookies -X POST https://tidemark.example.com/api/chart/token`,
    },
    async ({ request, actor, services }) => {
      const { chartPasses } = mustGetTeam(services)
      if (chartPasses === null) throw new TidemarkError('unknown-route')
      const pass = await chartPasses.issue(await mustGetPerson(request.headers, services), actor)
      return answerJson(pass)
    },
  ),
]
