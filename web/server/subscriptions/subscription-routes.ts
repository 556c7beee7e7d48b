import {
  changeSubscriptionEndpoint,
  createSubscriptionEndpoint,
  deleteSubscriptionEndpoint,
  listSubscriptionsEndpoint,
  sendSubscriptionEndpoint,
} from '@tidemark/shared/subscriptions/subscription'
import { answerJson, answerWhole, routesOver, type ApiRoute } from '../http/api-route'
import { htmlText } from '../jobs/deliveries/mail-page'

const { route, openRoute } = routesOver<'subscriptions' | 'alerts' | 'team'>()

/** A link that is not known is answered with a page too. */
const unsubscribePages = [{ type: 'text/html' }, { type: 'text/html', status: 404 }] as const

export const subscriptionRoutes: readonly ApiRoute[] = [
  route(
    {
      ...listSubscriptionsEndpoint,
      summary: 'One’s own subscriptions; for admins all of the workspace.',
      description: 'For editors.',
      errors: ['forbidden'],
      example: `curl -s http://127.0.0.1:3000/api/subscriptions`,
    },
    async ({ actor, services }) => answerJson(await services.subscriptions.list(actor)),
  ),
  route(
    {
      ...createSubscriptionEndpoint,
      summary: 'Sends a dashboard or chart on a schedule.',
      description:
        'As its maker sees it: a mail with its picture, and PDF, CSV or XLSX if wanted, or a message to a webhook. `schedule.pattern` has the five fields of cron; `search` is the address of the page with its filters. `people` are members; `addresses` of others are for admins. For editors.',
      status: 201,
      errors: ['forbidden', 'not-found', 'mail-not-set-up'],
      example: `curl -s http://127.0.0.1:3000/api/subscriptions -H 'content-type: application/json' -d '{"target": {"kind": "dashboard", "id": "board1"},
  "search": "", "schedule": {"pattern": "0 8 * * 1-5", "timeZone": "Europe/Berlin"}, "people": [], "addresses": ["ann@example.com"],
  "webhookId": null, "onlyIf": "always", "files": ["pdf"], "locale": "en"}'`,
    },
    async ({ actor, ip, body, services }) => {
      const made = await services.subscriptions.create(actor, body)
      await services.team?.audit.record({ actor, ip }, 'subscription-created', made.id, { name: made.title })
      return answerJson(made, 201)
    },
  ),
  route(
    {
      ...changeSubscriptionEndpoint,
      summary: 'Changes a subscription, all of it.',
      description: 'Only for who made it. One that has stopped goes on.',
      errors: ['forbidden', 'not-found', 'mail-not-set-up'],
      example: `curl -s -X PATCH http://127.0.0.1:3000/api/subscriptions/$ID -H 'content-type: application/json' -d @subscription.json`,
    },
    async ({ actor, ip, params, body, services }) => {
      const changed = await services.subscriptions.change(actor, params.id, body)
      await services.team?.audit.record({ actor, ip }, 'subscription-changed', changed.id, { name: changed.title })
      return answerJson(changed)
    },
  ),
  route(
    {
      ...deleteSubscriptionEndpoint,
      summary: 'Ends a subscription.',
      description: 'For who made it, and admins.',
      status: 204,
      errors: ['forbidden', 'not-found'],
      example: `curl -s -X DELETE http://127.0.0.1:3000/api/subscriptions/$ID`,
    },
    async ({ actor, ip, params, services }) => {
      const { title } = await services.subscriptions.delete(actor, params.id)
      await services.team?.audit.record({ actor, ip }, 'subscription-removed', params.id, { name: title })
      return new Response(null, { status: 204 })
    },
  ),
  route(
    {
      ...sendSubscriptionEndpoint,
      summary: 'Sends a subscription now.',
      description: 'For who made it, and admins.',
      status: 202,
      errors: ['forbidden', 'not-found', 'job-busy'],
      example: `curl -s -X POST http://127.0.0.1:3000/api/subscriptions/$ID/send`,
    },
    async ({ actor, params, services }) => {
      await services.subscriptions.send(actor, params.id)
      return new Response(null, { status: 202 })
    },
  ),
  openRoute(
    {
      method: 'GET',
      path: '/api/unsubscribe/:id/:token',
      summary: 'The page that asks whether to end the mails of a subscription or alert.',
      description: 'The address is in each mail. Opening it changes nothing, because mail programs open addresses too.',
      otherAnswers: unsubscribePages,
      example: `curl -s http://127.0.0.1:3000/api/unsubscribe/$ID/$TOKEN`,
    },
    async ({ params, services }) => {
      const { id, token } = params
      const found = (await services.subscriptions.look(id, token)) ?? (await services.alerts.look(id, token))
      if (found === undefined) return answerUnknownLink()
      return answerPage(
        found.hasLeft
          ? `<h1>You have stopped these mails</h1><p>You no longer get ${htmlText(found.what)}.</p>`
          : `<h1>Stop these mails?</h1><p>You will no longer get ${htmlText(found.what)}.</p><form method="post"><button type="submit">Stop these mails</button></form>`,
      )
    },
  ),
  openRoute(
    {
      method: 'POST',
      path: '/api/unsubscribe/:id/:token',
      summary: 'Ends the mails of a subscription or alert for one recipient.',
      description: 'Also what a mail program sends for one click on “Unsubscribe” (RFC 8058).',
      otherAnswers: unsubscribePages,
      example: `curl -s -X POST http://127.0.0.1:3000/api/unsubscribe/$ID/$TOKEN`,
    },
    async ({ params, services }) => {
      const { id, token } = params
      const isEnded =
        (await services.subscriptions.unsubscribe(id, token)) || (await services.alerts.unsubscribe(id, token))
      if (!isEnded) return answerUnknownLink()
      return answerPage('<h1>Done</h1><p>You get no more of these mails.</p>')
    },
  ),
]

function answerUnknownLink(): Response {
  const why = 'Part of it may be missing: open it from the newest mail. Or what it belongs to is no longer sent to you.'
  return answerPage(`<h1>This link does not work</h1><p>${why}</p>`, 404)
}

/** Answers with a page without scripts, which needs no sign-in. */
function answerPage(content: string, status = 200): Response {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Mails · Tidemark</title>
<style>
  body { font: 14px/22px system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; margin: 0; }
  main { width: min(360px, calc(100vw - 40px)); }
  h1 { font-size: 17px; margin: 0 0 8px; }
  p { margin: 0 0 16px; opacity: .8; }
  button { font: inherit; padding: 8px 14px; border-radius: 7px; border: 1px solid GrayText; min-height: 44px; }
</style>
</head>
<body><main>${content}</main></body>
</html>
`
  return answerWhole(page, 'text/html; charset=utf-8', status, {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  })
}
