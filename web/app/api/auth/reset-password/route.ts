import { resetPasswordSchema } from '@tidemark/shared/accounts/account'
import { mustGetTeam } from '@/server/actor'
import { openRoute } from '@/server/route'

/** Sets a new password by the token of a link, and ends all sessions of the person. */
export const POST = openRoute({ body: resetPasswordSchema }, async ({ request, services, ip, body }) => {
  await mustGetTeam(services).accounts.resetPassword(body, { headers: request.headers, ip })
  return new Response(null, { status: 204 })
})
