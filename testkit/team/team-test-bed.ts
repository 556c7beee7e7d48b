import type { Role } from '@tidemark/shared/access/roles'
import { workspaceHeader } from '@tidemark/shared/accounts/workspace-address'
import type { SessionInfo, WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import type { CreatedInvite } from '@tidemark/shared/members/invite'
import { inject } from 'vitest'
import { openAccountDatabase, type AccountDatabase } from '@/server/store/accounts/account-database'
import { openMailer } from '@/server/jobs/deliveries/mailer'
import { openTeam } from '@/server/team/accounts/open-team'
import { rememberedHashing } from './remembered-hashing'
import { clientIpHeader } from '@/server/base/client-ip'
import type { Config } from '@/server/base/config'
import { createHistoryService } from '@/server/history/history-service'
import { apiRouteGroups, apiRoutes } from '@/server/http/api-routes'
import { createApi } from '@/server/http/create-api'
import { describeApi, type Description } from '../http/described-answer-fixture'
import { presentActor } from '@/server/team/members/present-actor'
import { setServices, type Services } from '@/server/services'
import { createPostgresTestEngine } from '../store/postgres-test-engine'
import { recordingLog, type RecordingLog } from '../store/store-fixtures'
import { createSqliteTestEngine } from '../store/sqlite-test-engine'
import type { Store } from '@/server/store/store'
import { createPokeHub } from '@/server/sync/poke-hub'
import { createSyncService } from '@/server/sync/sync-service'
import type { TeamServices } from '@/server/team/team-services'

export const publicUrl = 'https://tidemark.example'
export const password = 'correct horse battery'

/** A person with an account, and what their browser stores. */
export interface TestPerson {
  readonly id: string
  readonly email: string
  readonly cookie: string
}

export interface Asked {
  readonly as?: TestPerson | null
  /** A bearer token in place of a cookie. */
  readonly token?: string
  readonly workspace?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answered {
  readonly status: number
  /** Parsed JSON; null if there is none. */
  readonly body: unknown
  /** The lines of an NDJSON answer. */
  readonly lines: readonly unknown[]
  readonly cookie: string
  readonly headers: Headers
}

/** Calls to a server's routes, as people make them. */
export interface TeamCalls {
  ask(method: string, path: string, asked?: Asked): Promise<Answered>
  /** Creates the first owner and their workspace. */
  setUp(): Promise<{ readonly owner: TestPerson; readonly workspace: WorkspaceSummary }>
  /** Adds a new person, invited by `by`. */
  join(by: TestPerson, role: Role, workspace: string, email?: string): Promise<TestPerson>
}

/** Real accounts on the engine of this run, called through the real routes. */
export interface TeamTestBed extends TeamCalls {
  readonly team: TeamServices
  readonly services: Services
  readonly store: Store
  readonly database: AccountDatabase
  readonly log: RecordingLog
  /** Moves our clock, but not that of better-auth. */
  readonly clock: { aheadMs: number }
  readonly setUpLink: string
  dispose(): Promise<void>
}

export async function openTeamTestBed(
  options: {
    readonly smtpUrl?: string
    readonly newWorkspaces?: Config['newWorkspaces']
    readonly singleSignOn?: Config['singleSignOn']
  } = {},
): Promise<TeamTestBed> {
  const engine = inject('postgresUrl') === undefined ? createSqliteTestEngine() : await createPostgresTestEngine()
  const log = recordingLog()
  const store = await engine.open(log)
  const clock = { aheadMs: 0 }
  const now = () => Date.now() + clock.aheadMs
  const pokes = createPokeHub({ log })
  const sync = createSyncService({ store, pokes, log, clock: now, presentActor })
  const config = {
    mode: 'team',
    publicUrl,
    secret: 'a secret of a test that is long enough',
    oldSecrets: [],
    chartHost: undefined,
    newWorkspaces: options.newWorkspaces ?? 'anyone',
    auditDays: 400,
    singleSignOn: options.singleSignOn,
  } as const
  const mailFrom = 'Tidemark <tidemark@tidemark.example>'
  const mailer = options.smtpUrl === undefined ? null : openMailer(options.smtpUrl, mailFrom)
  let setUpLink = ''
  const team = await openTeam({
    config,
    store,
    pokes,
    log,
    clock: now,
    mailer,
    hashing: rememberedHashing,
    installSampleFiles: async () => undefined,
    showSetUpLink: (link) => (setUpLink = link),
  })
  const history = createHistoryService({ store })
  // The routes of accounts and sync use only these services.
  const services = { config, log, sync, history, pokes, team } as unknown as Services
  setServices(services)

  return {
    team,
    services,
    store,
    database: openAccountDatabase(store.tables),
    log,
    clock,
    setUpLink,
    ...createTeamCalls(setUpLink),
    dispose: async () => {
      await team.close()
      mailer?.close()
      await store.close()
      await engine.remove()
    },
  }
}

/** Returns calls to the services that are set. */
export function createTeamCalls(setUpLink: string): TeamCalls {
  const api = createApi(apiRoutes)
  const ask = async (method: string, path: string, asked: Asked = {}): Promise<Answered> => {
    const headers = new Headers({ [clientIpHeader]: '203.0.113.7', ...asked.headers })
    if (asked.as) headers.set('cookie', asked.as.cookie)
    if (asked.token !== undefined) headers.set('authorization', `Bearer ${asked.token}`)
    if (asked.workspace !== undefined) headers.set(workspaceHeader, asked.workspace)
    const hasBody = asked.body !== undefined
    if (hasBody) headers.set('content-type', 'application/json')
    const request = new Request(`${publicUrl}${path}`, {
      method,
      headers,
      ...(hasBody ? { body: JSON.stringify(asked.body) } : {}),
    })
    const response = await api.fetch(request, {})
    const contentType = response.headers.get('content-type') ?? ''
    // A file's stream may never end, so it is not read.
    const isPage = contentType.startsWith('text/html')
    const text = isPage || /^(?:application\/(?:json|x-ndjson))?$/.test(contentType) ? await response.text() : ''
    const lines = contentType === 'application/x-ndjson' ? text.trimEnd().split('\n') : []
    const parsed = contentType.startsWith('application/json') ? (JSON.parse(text) as unknown) : null
    description ??= describeApi(apiRouteGroups)
    if (description.nameOf(method, path) !== undefined)
      description.mustHave(method, path, { status: response.status, headers: response.headers, text })
    return {
      status: response.status,
      body: isPage ? text : parsed,
      lines: lines.map((line) => JSON.parse(line) as unknown),
      cookie: response.headers
        .getSetCookie()
        .filter((cookie) => !cookie.includes('Max-Age=0'))
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
      headers: response.headers,
    }
  }

  return {
    ask,
    setUp: async () => {
      const email = 'ann@example.com'
      const body = { token: tokenOf(setUpLink), name: 'Ann', email, password, workspaceName: 'Acme' }
      const answer = await ask('POST', '/api/set-up', { body })
      if (answer.status !== 201) throw new Error(`set-up: ${JSON.stringify(answer.body)}`)
      const { person, workspaces } = answer.body as SessionInfo
      const [workspace] = workspaces
      if (workspace === undefined) throw new Error('set-up made no workspace')
      return { owner: { id: person.id, email, cookie: answer.cookie }, workspace }
    },
    join: async (by, role, workspace, email = `${role}-${nextNumber()}@example.com`) => {
      const invited = await ask('POST', '/api/invites', { as: by, workspace, body: { email, role } })
      const { link } = invited.body as CreatedInvite
      const account = { name: `The ${role}`, password }
      const joined = await ask('POST', '/api/invites/accept', { body: { token: tokenOf(link ?? ''), account } })
      const session = await ask('GET', '/api/session', { as: { id: '', email, cookie: joined.cookie } })
      return { id: (session.body as SessionInfo).person.id, email, cookie: joined.cookie }
    },
  }
}

/** Shared by all tests of a process, because building it takes a while. */
let description: Description | undefined

let number = 0
function nextNumber(): number {
  return (number += 1)
}

/** Returns the token after `#` in a link. */
export function tokenOf(link: string): string {
  return link.split('#')[1] ?? ''
}

export function codeOf({ body }: Answered): string | undefined {
  return (body as { error?: { code?: string } } | null)?.error?.code
}
