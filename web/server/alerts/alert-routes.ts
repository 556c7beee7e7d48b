import {
  changeAlertEndpoint,
  checkAlertEndpoint,
  createAlertEndpoint,
  deleteAlertEndpoint,
  listAlertChecksEndpoint,
  listAlertsEndpoint,
  snoozeAlertEndpoint,
} from '@tidemark/shared/alerts/alert'
import { answerJson, routesOver, type ApiRoute } from '../http/api-route'

const { route } = routesOver<'alerts' | 'team'>()

export const alertRoutes: readonly ApiRoute[] = [
  route(
    {
      ...listAlertsEndpoint,
      summary: 'One’s own alerts; for admins all of the workspace.',
      description:
        'With what fires now and the last check of each. No route of alerts takes an API token: a check has all rights of its maker, also after the token has ended.',
      errors: ['forbidden'],
      example: `curl -s http://127.0.0.1:3000/api/alerts`,
    },
    async ({ actor, services }) => answerJson(await services.alerts.list(actor)),
  ),
  route(
    {
      ...createAlertEndpoint,
      summary: 'Watches the value of a chart or metric.',
      description:
        'As its maker sees it; each value of the chart’s other columns is watched by itself, up to 200. It is told once when the condition is met, and once when it no longer is. `column` null is the first measure. `when` is a schedule, or `data`: within five minutes after its data has changed. For all who see the chart; `isNotified` shows it in the maker’s own pages. Other `people` and webhooks are for editors, `addresses` for admins.',
      status: 201,
      errors: ['forbidden', 'not-found', 'mail-not-set-up'],
      example: `curl -s http://127.0.0.1:3000/api/alerts -H 'content-type: application/json' -d '{"target": {"kind": "chart", "id": "chart1"},
  "column": null, "condition": {"kind": "below", "value": 100}, "onlyComplete": true,
  "when": {"kind": "schedule", "schedule": {"pattern": "0 8 * * *", "timeZone": "Europe/Berlin"}},
  "people": [], "addresses": [], "webhookId": "hook1", "locale": "en"}'`,
    },
    async ({ actor, ip, body, services }) => {
      const made = await services.alerts.create(actor, body)
      await services.team?.audit.record({ actor, ip }, 'alert-created', made.id, { name: made.title })
      return answerJson(made, 201)
    },
  ),
  route(
    {
      ...changeAlertEndpoint,
      summary: 'Changes an alert, all of it.',
      description: 'Only for who made it. One that has stopped goes on.',
      errors: ['forbidden', 'not-found', 'mail-not-set-up'],
      example: `curl -s -X PATCH http://127.0.0.1:3000/api/alerts/$ID -H 'content-type: application/json' -d @alert.json`,
    },
    async ({ actor, ip, params, body, services }) => {
      const changed = await services.alerts.change(actor, params.id, body)
      await services.team?.audit.record({ actor, ip }, 'alert-changed', changed.id, { name: changed.title })
      return answerJson(changed)
    },
  ),
  route(
    {
      ...deleteAlertEndpoint,
      summary: 'Removes an alert.',
      description: 'For who made it, and admins.',
      status: 204,
      errors: ['forbidden', 'not-found'],
      example: `curl -s -X DELETE http://127.0.0.1:3000/api/alerts/$ID`,
    },
    async ({ actor, ip, params, services }) => {
      const { title } = await services.alerts.delete(actor, params.id)
      await services.team?.audit.record({ actor, ip }, 'alert-removed', params.id, { name: title })
      return new Response(null, { status: 204 })
    },
  ),
  route(
    {
      ...snoozeAlertEndpoint,
      summary: 'Tells nothing of an alert until a time.',
      description: 'It is checked on; what still fires then is told then. `until` in Unix milliseconds; null ends it.',
      errors: ['forbidden', 'not-found'],
      example: `curl -s http://127.0.0.1:3000/api/alerts/$ID/snooze -H 'content-type: application/json' -d '{"until": 1798761600000}'`,
    },
    async ({ actor, params, body, services }) => answerJson(await services.alerts.snooze(actor, params.id, body.until)),
  ),
  route(
    {
      ...checkAlertEndpoint,
      summary: 'Checks an alert now.',
      description: 'For who made it, and admins.',
      status: 202,
      errors: ['forbidden', 'not-found', 'job-busy'],
      example: `curl -s -X POST http://127.0.0.1:3000/api/alerts/$ID/check`,
    },
    async ({ actor, params, services }) => {
      await services.alerts.check(actor, params.id)
      return new Response(null, { status: 202 })
    },
  ),
  route(
    {
      ...listAlertChecksEndpoint,
      summary: 'The last checks of an alert with their values, the newest first.',
      description: 'For who made it, and admins.',
      errors: ['forbidden', 'not-found'],
      example: `curl -s http://127.0.0.1:3000/api/alerts/$ID/checks`,
    },
    async ({ actor, params, services }) => answerJson({ checks: await services.alerts.listChecks(actor, params.id) }),
  ),
]
