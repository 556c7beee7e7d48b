import { dataChangeSchema } from '@tidemark/shared/data-versions/data-version'
import { listenersOf } from '@/server/actor'
import { route, workspaceOf } from '@/server/route'
import { openPokeStream, pokeStreamHeaders } from '@/server/sync/poke-stream'

/** A stream of hints that a workspace of the person has changed; the first ones tell where each stands now. */
export const GET = route({ tokenScope: 'content:read', isForAll: true }, ({ request, actor, services }) =>
  openPokeStream({
    userId: actor.userId,
    listActors: () => listenersOf(request.headers, services, actor, workspaceOf(request)),
    services,
    signal: request.signal,
  }),
)

/** Without this, Next would answer HEAD with a stream that nobody reads and nobody ends. */
export const HEAD = route({ isForAll: true }, async () => new Response(null, { headers: pokeStreamHeaders }))

/** An outside writer says that the data of a connection or dataset changed. */
export const POST = route(
  { tokenScope: 'data:notify', body: dataChangeSchema, maxBodyBytes: 1024 },
  async ({ actor, services, body }) => {
    await services.dataChanges.tell(actor, body)
    return new Response(null, { status: 202, headers: { 'cache-control': 'no-store' } })
  },
)
