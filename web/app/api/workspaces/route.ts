import { createWorkspaceSchema } from '@tidemark/shared/members/workspace-request'
import { mustGetTeam } from '@/server/actor'
import { personRoute } from '@/server/route'

/** The workspaces of the person, by name. */
export const GET = personRoute({}, async ({ services, person }) => {
  const workspaces = await mustGetTeam(services).workspaces.list(person.userId)
  return Response.json({ workspaces }, { headers: { 'cache-control': 'no-store' } })
})

/** Makes a workspace, of which the person is the owner. Answers 201. */
export const POST = personRoute({ body: createWorkspaceSchema }, async ({ services, ip, person, body }) => {
  const workspace = await mustGetTeam(services).workspaces.create({ userId: person.userId, ip }, body)
  return Response.json(workspace, { status: 201, headers: { 'cache-control': 'no-store' } })
})
