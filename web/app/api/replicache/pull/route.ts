import { roleHeader } from '@tidemark/shared/members/role-header'
import { pullRequestSchema } from '@tidemark/shared/sync/protocol'
import { route } from '@/server/route'

const maxPullRequestBytes = 16 * 1024

export const POST = route(
  { tokenScope: 'content:read', body: pullRequestSchema, maxBodyBytes: maxPullRequestBytes },
  async ({ actor, services, body }) =>
    Response.json(await services.sync.pull(actor, body), {
      headers: { 'cache-control': 'no-store', [roleHeader]: actor.role },
    }),
)
