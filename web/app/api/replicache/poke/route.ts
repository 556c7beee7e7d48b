import { route } from '@/server/route'
import { openPokeStream } from '@/server/sync/poke-stream'

/** A stream of hints that the workspace has changed; the first tells where it stands now. */
export const GET = route({}, ({ request, actor, services }) => openPokeStream({ actor, services, signal: request.signal }))
