import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import type { TokenScope } from '@tidemark/shared/access/grants'
import { personHeader, workspaceHeader } from '@tidemark/shared/accounts/workspace-address'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { tokenPrefix } from '@tidemark/shared/tokens/api-token'
import type { ChartPasses } from '../team/tokens/chart-passes'
import { memberActor, type AdmittedActor, type Admission } from '../base/admitted-actor'
import type { Config } from '../base/config'
import type { AdmittedPerson, SignedIn } from '../team/signed-in'
import type { TeamServices } from '../team/team-services'

/** Which workspace a request means: by its id in a header, or by its name in the address of a page. */
export type WorkspaceRef = { readonly id: string } | { readonly slug: string }

/** scopes: what a token may be used for; null where no token is in play. */
export interface Identity {
  readonly actor: Actor
  readonly scopes: readonly TokenScope[] | null
  readonly admittedBy?: Admission
  /** To be sent with the answer. */
  readonly setCookies: readonly string[]
}

/**
 * Resolves the actor of a request: the only place an Actor is made. In local mode the host has already checked Host,
 * Origin and the local token, so everybody who gets here is the owner of this machine's workspace. In team mode
 * membership is read from its table with every request.
 *
 * where: the workspace the request means; without it, the header's, else the person's only one. Fails with
 * `not-signed-in`, `token-invalid`, `forbidden` or `workspace-required`; at the chart host with `chart-token-invalid`.
 */
export async function actorOf(headers: Headers, services: SignInServices, where?: WorkspaceRef): Promise<Actor> {
  return (await identify(headers, services, where)).actor
}

/** The services that decide whom a request signs in. */
export interface SignInServices {
  readonly config: Pick<Config, 'mode'>
  readonly team: TeamServices | null
}

interface IdentifyOptions {
  /** Moves the end of the session on when it is due. */
  readonly isRefreshed: boolean
  /** True if any of the person's workspaces will do when none is named. */
  readonly isForAll?: boolean | undefined
}

/** The same, and what belongs to an answer. */
export async function identify(
  headers: Headers,
  services: SignInServices,
  where: WorkspaceRef | undefined = refOf(headers),
  options: IdentifyOptions = { isRefreshed: false },
): Promise<Identity> {
  switch (services.config.mode) {
    case 'local':
      return { actor: localOwner, scopes: null, setCookies: [] }
    case 'team':
      return await identifyInTeam(headers, mustGetTeam(services), where, options)
    case 'chart':
      return await identifyByPass(headers, mustGetTeam(services))
  }
}

/**
 * Resolves the present actor of an admitted request, in the workspace it began in, for work that goes on long after it.
 * Fails like `identify`; at the chart host, where a pass may have ended since, with `not-signed-in` or `forbidden`.
 */
export async function identifyAgain(
  headers: Headers,
  services: SignInServices,
  admitted: AdmittedActor,
): Promise<Pick<Identity, 'actor' | 'scopes'>> {
  if (services.config.mode !== 'chart') return await identify(headers, services, { id: admitted.orgId })
  return { actor: await mustGetPasses(mustGetTeam(services)).present(admitted), scopes: null }
}

/** Resolves the signed-in person, whatever the workspace. Tokens sign nobody in. Fails with `not-signed-in`. */
export async function mustGetPerson(headers: Headers, services: SignInServices): Promise<SignedIn> {
  const person = await mustGetTeam(services).accounts.getSignedIn(headers)
  if (person === null) throw new TidemarkError('not-signed-in')
  return person
}

/**
 * In whose name the stream of a request may listen, asked anew each time: once for each workspace of the person, or only
 * for the one that is named; for a token in its own. Nobody once what let the request in would not any more.
 */
export async function listenersOf(
  headers: Headers,
  services: SignInServices,
  { userId, orgId, admittedBy }: AdmittedActor,
  where: { readonly id: string } | undefined,
): Promise<readonly Actor[]> {
  if (admittedBy?.kind === 'session') {
    const heard = await mustGetTeam(services).members.listHeard(admittedBy.id)
    return heard
      .filter((workspace) => where === undefined || where.id === workspace.orgId)
      .map((workspace) => memberActor({ userId, ...workspace }))
  }
  try {
    return [(await identify(headers, services, { id: orgId })).actor]
  } catch (thrown) {
    const { code } = toTidemarkError(thrown)
    if (code === 'not-signed-in' || code === 'forbidden' || code === 'token-invalid') return []
    throw thrown
  }
}

/** Fails with `unknown-route`: in local mode there is nobody to sign in, and none of its addresses. */
export function mustGetTeam({ team }: Pick<SignInServices, 'team'>): TeamServices {
  if (team === null) throw new TidemarkError('unknown-route')
  return team
}

async function identifyInTeam(
  headers: Headers,
  team: TeamServices,
  where: WorkspaceRef | undefined,
  options: IdentifyOptions,
): Promise<Identity> {
  const bearer = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (bearer !== undefined) {
    if (!bearer.startsWith(tokenPrefix)) throw new TidemarkError('token-invalid')
    const { actor, scopes, tokenId } = await team.tokens.authenticate(bearer)
    // A token is of one workspace.
    if (where !== undefined && 'id' in where && where.id !== actor.orgId) throw new TidemarkError('forbidden')
    return { actor, scopes, admittedBy: { kind: 'token', id: tokenId }, setCookies: [] }
  }
  const admitted = await team.accounts.admit(headers, options)
  if (admitted === null) throw new TidemarkError('not-signed-in')
  mustBeOwnPage(headers, admitted.person.userId)
  const { sessionId, setCookies } = admitted.person
  return {
    actor: personIn(admitted, where, options.isForAll ?? false),
    scopes: null,
    admittedBy: { kind: 'session', id: sessionId },
    setCookies,
  }
}

/**
 * Fails with `not-signed-in` for a page that stayed open while somebody else signed in to its browser: its person has no session
 * there, and nobody acts in another's name.
 */
export function mustBeOwnPage(headers: Headers, userId: string): void {
  mustBePageOf(headers.get(personHeader), userId)
}

/** The same for a page that names its person in its address; null where it names nobody. */
export function mustBePageOf(pageOf: string | null, userId: string): void {
  if (pageOf !== null && pageOf !== userId) {
    throw new TidemarkError('not-signed-in', { detail: 'Somebody else is signed in to this browser.' })
  }
}

function personIn(
  { person: { userId }, memberships }: AdmittedPerson,
  where: WorkspaceRef | undefined,
  isForAll: boolean,
): Actor {
  const meant = memberships.filter(({ orgId, slug }) =>
    where === undefined ? true : 'id' in where ? where.id === orgId : where.slug === slug,
  )
  const [membership, ...others] = meant
  // A foreign workspace and a missing one get the same answer.
  if (membership === undefined) throw new TidemarkError('forbidden', { detail: 'You are not a member.' })
  if (others.length > 0 && !isForAll) {
    throw new TidemarkError('workspace-required', { hint: `Send its id in the header ${workspaceHeader}.` })
  }
  const { orgId, role } = membership
  return memberActor({ userId, orgId, role })
}

/** At the chart host cookies count for nothing. Fails with `chart-token-invalid`. */
async function identifyByPass(headers: Headers, team: TeamServices): Promise<Identity> {
  const pass = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  const { admittedBy, ...actor } = await mustGetPasses(team).authenticate(pass)
  return { actor, scopes: null, ...(admittedBy === undefined ? {} : { admittedBy }), setCookies: [] }
}

function mustGetPasses({ chartPasses }: TeamServices): ChartPasses {
  if (chartPasses === null) throw new Error('a chart host was started without its address')
  return chartPasses
}

/** The workspace that the header names. */
export function refOf(headers: Headers): { readonly id: string } | undefined {
  const id = headers.get(workspaceHeader)
  return id === null || id === '' ? undefined : { id }
}
