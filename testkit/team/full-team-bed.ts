import { everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import type { Role } from '@tidemark/shared/access/roles'
import { workspaceHeader } from '@tidemark/shared/accounts/workspace-address'
import { clientIpHeader } from '@/server/base/client-ip'
import { apiRoutes } from '@/server/http/api-routes'
import { createApi } from '@/server/http/create-api'
import { openTeamServerBed, type TeamServerBed } from './team-server-bed'
import { publicUrl, type TestPerson } from './team-test-bed'

/** A team's server with a first owner, and ways to ask it and to change things for people. */
export interface FullTeam extends TeamServerBed {
  readonly owner: TestPerson
  readonly workspace: string
  /** Sends a request as a person; body: JSON, or a text as it is. */
  send(method: string, path: string, as: TestPerson, body?: unknown, type?: string): Promise<Response>
  /** Runs a mutator for a person. */
  change(as: TestPerson, role: Role, name: string, args: object): Promise<void>
  actorOf(person: TestPerson, role: Role): Actor
}

/** Opens a team with an owner. programs: further ones that its server starts. */
export async function openFullTeam(programs: readonly string[] = []): Promise<FullTeam> {
  const bed = await openTeamServerBed({ programs })
  const { owner, workspace } = await bed.setUp()
  const api = createApi(apiRoutes)
  const actorOf = ({ id }: TestPerson, role: Role): Actor => ({
    ...{ kind: 'person', userId: id, orgId: workspace.id, role, grants: [] },
    audiences: [everyone, personalAudience(id)],
  })
  return {
    ...bed,
    owner,
    workspace: workspace.id,
    actorOf,
    send: async (method, path, as, body, type = 'application/json') => {
      const headers = { cookie: as.cookie, [workspaceHeader]: workspace.id, 'content-type': type }
      const hasBody = body !== undefined && method !== 'GET'
      const request = new Request(`${publicUrl}${path}`, {
        method,
        headers: { [clientIpHeader]: '203.0.113.7', ...headers },
        ...(hasBody ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
      })
      return api.fetch(request, {})
    },
    change: (as, role, name, args) =>
      bed.services.sync.mutate(actorOf(as, role), name, { at: 1, actionId: 'step', ...args }),
  }
}
