import {
  changeJobEndpoint,
  listJobRunsEndpoint,
  listJobsEndpoint,
  runJobEndpoint,
  testMailEndpoint,
} from '@tidemark/shared/jobs/job'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhooksEndpoint,
  testWebhookEndpoint,
} from '@tidemark/shared/jobs/webhook'
import { type ApiRoute, answerJson, routesOver } from '../http/api-route'

const { route } = routesOver<'jobs' | 'webhooks' | 'team'>()

export const jobRoutes: readonly ApiRoute[] = [
  route(
    {
      ...listJobsEndpoint,
      summary: 'The jobs of the workspace: when each runs next, and how its last run went.',
      description: 'For admins. Times are Unix milliseconds.',
      errors: ['forbidden'],
      example: `curl -s http://127.0.0.1:3000/api/jobs`,
    },
    async ({ actor, services }) => answerJson(await services.jobs.list(actor)),
  ),
  route(
    {
      ...listJobRunsEndpoint,
      summary: 'The last runs of a job, the newest first.',
      description: 'For admins.',
      errors: ['forbidden', 'not-found'],
      example: `curl -s http://127.0.0.1:3000/api/jobs/$ID/runs`,
    },
    async ({ actor, params, services }) => answerJson({ runs: await services.jobs.listRuns(actor, params.id) }),
  ),
  route(
    {
      ...runJobEndpoint,
      summary: 'Runs a job now.',
      description: 'Also one that has failed for good. For admins.',
      status: 202,
      errors: ['forbidden', 'not-found', 'job-busy'],
      example: `curl -s -X POST http://127.0.0.1:3000/api/jobs/$ID/run`,
    },
    async ({ actor, ip, params, services }) => {
      const { title } = await services.jobs.runNow(actor, params.id)
      await services.team?.audit.record({ actor, ip }, 'job-run', params.id, { name: title })
      return new Response(null, { status: 202 })
    },
  ),
  route(
    {
      ...changeJobEndpoint,
      summary: 'Pauses a job, or lets it go on.',
      description: 'What a paused job misses is not caught up. For admins.',
      status: 204,
      errors: ['forbidden', 'not-found'],
      example: `curl -s -X PATCH http://127.0.0.1:3000/api/jobs/$ID -H 'content-type: application/json' -d '{"isPaused": true}'`,
    },
    async ({ actor, ip, params, body, services }) => {
      const { title } = await services.jobs.setPaused(actor, params.id, body.isPaused)
      const action = body.isPaused ? 'job-paused' : 'job-resumed'
      await services.team?.audit.record({ actor, ip }, action, params.id, { name: title })
      return new Response(null, { status: 204 })
    },
  ),
  route(
    {
      ...testMailEndpoint,
      summary: 'Sends a test mail.',
      description: 'The answer is the job that sends it. For admins.',
      status: 202,
      errors: ['forbidden', 'mail-not-set-up'],
      example: `curl -s http://127.0.0.1:3000/api/jobs/test-mail -H 'content-type: application/json' -d '{"to": "ann@example.com"}'`,
    },
    async ({ actor, body, services }) => answerJson(await services.jobs.testMail(actor, body.to), 202),
  ),
]

export const webhookRoutes: readonly ApiRoute[] = [
  route(
    {
      ...listWebhooksEndpoint,
      summary: 'The webhooks that messages can be sent to.',
      description: 'Only the host of each address. For editors.',
      errors: ['forbidden'],
      example: `curl -s http://127.0.0.1:3000/api/webhooks`,
    },
    async ({ actor, services }) => answerJson({ webhooks: await services.webhooks.list(actor) }),
  ),
  route(
    {
      ...createWebhookEndpoint,
      summary: 'Adds a webhook.',
      description:
        'A signed one gets `{type, timestamp, data}` with the headers of [Standard Webhooks](https://www.standardwebhooks.com): `webhook-id`, the same at each try, `webhook-timestamp` and `webhook-signature`. One of Slack gets `{text}`. For admins.',
      status: 201,
      success: 'The webhook, and the secret that signs its messages, which is shown this once.',
      errors: ['forbidden'],
      example: `curl -s http://127.0.0.1:3000/api/webhooks -H 'content-type: application/json' -d '{"name": "Ops", "format": "signed", "url": "https://hooks.example.com/tidemark"}'`,
    },
    async ({ actor, ip, body, services }) => {
      const created = await services.webhooks.create(actor, body)
      const { id, name, host } = created.webhook
      await services.team?.audit.record({ actor, ip }, 'webhook-created', id, { name, host })
      return answerJson(created, 201)
    },
  ),
  route(
    {
      ...deleteWebhookEndpoint,
      summary: 'Removes a webhook.',
      description: 'Messages that wait for it fail. For admins.',
      status: 204,
      errors: ['forbidden', 'not-found'],
      example: `curl -s -X DELETE http://127.0.0.1:3000/api/webhooks/$ID`,
    },
    async ({ actor, ip, params, services }) => {
      const { name, host } = await services.webhooks.delete(actor, params.id)
      await services.team?.audit.record({ actor, ip }, 'webhook-removed', params.id, { name, host })
      return new Response(null, { status: 204 })
    },
  ),
  route(
    {
      ...testWebhookEndpoint,
      summary: 'Sends a test message to a webhook.',
      description: 'The answer is the job that delivers it. For admins.',
      status: 202,
      errors: ['forbidden', 'not-found'],
      example: `curl -s -X POST http://127.0.0.1:3000/api/webhooks/$ID/test`,
    },
    async ({ actor, params, services }) => {
      const webhook = await services.webhooks.mustGet(actor.orgId, params.id)
      return answerJson(await services.jobs.testWebhook(actor, webhook), 202)
    },
  ),
]
