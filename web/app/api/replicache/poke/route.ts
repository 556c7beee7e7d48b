import { dataChangeSchema } from '@tidemark/shared/data-versions/data-version'
import { isStillIn } from '@/server/actor'
import { route } from '@/server/route'
import { openPokeStream, pokeStreamHeaders } from '@/server/sync/poke-stream'

/** A stream of hints that the workspace has changed; the first tells where it stands now. */
export const GET = route({ tokenScope: 'content:read' }, ({ request, actor, services }) =>
  openPokeStream({
    actor,
    services,
    signal: request.signal,
    mayListen: services.team === null ? undefined : () => isStillIn(request.headers, services, actor),
  }),
)

/** Without this, Next would answer HEAD with a stream that nobody reads and nobody ends. */
export const HEAD = route({}, async () => new Response(null, { headers: pokeStreamHeaders }))

/** An outside writer says that the data of a connection or dataset changed. */
export const POST = route(
  { tokenScope: 'data:notify', body: dataChangeSchema, maxBodyBytes: 1024 },
  async ({ actor, services, body }) => {
    await services.dataChanges.tell(actor, body)
    return new Response(null, { status: 202, headers: { 'cache-control': 'no-store' } })
  },
)
