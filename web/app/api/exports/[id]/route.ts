import { route } from '@/server/route'

/** How far an export of this actor is. */
export const GET = route({ tokenScope: 'query:run' }, async ({ actor, services, params }) =>
  Response.json(await services.exports.state(actor, params.id ?? ''), { headers: { 'cache-control': 'no-store' } }),
)

/** Stops an export of this actor. 204 also when there is none: it may just have ended. */
export const DELETE = route({ tokenScope: 'query:run' }, async ({ actor, services, params }) => {
  services.exports.cancel(actor, params.id ?? '')
  return new Response(null, { status: 204 })
})
