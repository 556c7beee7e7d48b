import { createWorkspaceSchema } from '@tidemark/shared/members/workspace-request'
import { mustGetTeam, personOf } from '@/server/actor'
import { openRoute } from '@/server/route'

/** The workspaces of the person, by name. */
export const GET = openRoute({}, async ({ request, services }) => {
  const { userId } = await personOf(request.headers, services)
  const workspaces = await mustGetTeam(services).workspaces.list(userId)
  return Response.json({ workspaces }, { headers: { 'cache-control': 'no-store' } })
})

/** Makes a workspace, of which the person is the owner. Answers 201. */
export const POST = openRoute({ body: createWorkspaceSchema }, async ({ request, services, ip, body }) => {
  const { userId } = await personOf(request.headers, services)
  const workspace = await mustGetTeam(services).workspaces.create({ userId, ip }, body)
  return Response.json(workspace, { status: 201, headers: { 'cache-control': 'no-store' } })
})
