import { requestResetSchema } from '@tidemark/shared/accounts/account'
import { mustGetTeam } from '@/server/actor'
import { openRoute } from '@/server/route'

/** Sends a link for a new password where mail is set up and there is such an account; the answer tells neither. */
export const POST = openRoute({ body: requestResetSchema }, async ({ request, services, ip, body }) => {
  await mustGetTeam(services).accounts.requestReset(body, { headers: request.headers, ip })
  return new Response(null, { status: 204 })
})
