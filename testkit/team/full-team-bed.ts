import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import type { Role } from '@tidemark/shared/access/roles'
import { workspaceHeader } from '@tidemark/shared/accounts/workspace-address'
import { clientIpHeader } from '@/server/base/client-ip'
import { readConfig } from '@/server/base/config'
import { createServices } from '@/server/create-services'
import { apiRoutes } from '@/server/http/api-routes'
import { createApi } from '@/server/http/create-api'
import { setServices, type Services } from '@/server/services'
import { bundlePrograms } from '../engine/bundle-fixture'
import { createTeamCalls, publicUrl, type TeamCalls, type TestPerson } from './team-test-bed'

/** A team's server with all its services and processes, and a first owner. */
export interface FullTeam extends TeamCalls {
  readonly services: Services
  /** A temporary folder that holds the data folder. */
  readonly folder: string
  readonly owner: TestPerson
  readonly workspace: string
  /** Sends a request as a person; body: JSON, or a text as it is. */
  send(method: string, path: string, as: TestPerson, body?: unknown, type?: string): Promise<Response>
  /** Runs a mutator for a person. */
  change(as: TestPerson, role: Role, name: string, args: object): Promise<void>
  actorOf(person: TestPerson, role: Role): Actor
  dispose(): Promise<void>
}

export async function openFullTeam(): Promise<FullTeam> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tidemark-team-')))
  const programs = await bundlePrograms([
    'engine/process/engine-process.ts',
    'datasets/import/import-process.ts',
    'query/export/export-format-process.ts',
  ])
  let setUpLink = ''
  const env = { TIDEMARK_MODE: 'team', TIDEMARK_PUBLIC_URL: publicUrl, TIDEMARK_DATA_DIR: join(folder, 'data') }
  const secret = { TIDEMARK_SECRET: 'a secret of a test that is long enough', LOG_LEVEL: 'error' }
  const config = readConfig({ env: { ...env, ...secret }, installDir: folder, version: '0.0.0' })
  const services = await createServices(config, {
    serverDir: programs.serverDir,
    webDir: fileURLToPath(new URL('../../web', import.meta.url)),
    isDevelopment: true,
    showSetUpLink: (link: string) => (setUpLink = link),
  })
  setServices(services)
  const calls = createTeamCalls(setUpLink)
  const { owner, workspace } = await calls.setUp()
  const api = createApi(apiRoutes)
  const actorOf = ({ id }: TestPerson, role: Role): Actor => ({
    ...{ kind: 'person', userId: id, orgId: workspace.id, role, grants: [] },
    audiences: [everyone, personalAudience(id)],
  })
  return {
    ...calls,
    services,
    folder,
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
      services.sync.mutate(actorOf(as, role), name, { at: 1, actionId: 'step', ...args }),
    dispose: async () => {
      await services.close()
      programs.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
