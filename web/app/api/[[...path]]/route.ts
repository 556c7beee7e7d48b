import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { openRoute } from '@/server/route'

const refuse = openRoute({ name: 'unknown' }, async ({ request }) => {
  throw new TidemarkError('unknown-route', { detail: new URL(request.url).pathname })
})

/** Whatever no other route answers; Next would send a page. */
function answer(request: Request): Promise<Response> {
  return refuse(request, { params: Promise.resolve({}) })
}

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT }
