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

/** The workspace that a request names: by id in a header, or by slug in a page's address. */
export type WorkspaceRef = { readonly id: string } | { readonly slug: string }

/** An authenticated actor. scopes: what an API token may be used for; null if no token was used. */
export interface Identity {
  readonly actor: Actor
  readonly scopes: readonly TokenScope[] | null
  readonly admittedBy?: Admission
  /** Cookies to send with the answer. */
  readonly setCookies: readonly string[]
}

/**
 * Returns the actor of a request. In local mode the host has already checked Host, Origin and the local token, so the
 * caller is the owner of this machine's workspace. In team mode the membership is read from its table on every request.
 *
 * where: the workspace that the request names; default: the one in the header, else the person's only one. Fails with
 * `not-signed-in`, `token-invalid`, `forbidden`, `two-factor-required` or `workspace-required`; at the chart host with `chart-token-invalid`.
 */
export async function actorOf(headers: Headers, services: SignInServices, where?: WorkspaceRef): Promise<Actor> {
  return (await identify(headers, services, where)).actor
}

/** The services that authenticate a request. */
export interface SignInServices {
  readonly config: Pick<Config, 'mode'>
  readonly team: TeamServices | null
}

interface IdentifyOptions {
  /** Extends the session when that is due. */
  readonly isRefreshed: boolean
  /** True if any of the person's workspaces will do when none is named. */
  readonly isForAll?: boolean | undefined
}

/** Returns the actor of a request, like `actorOf`, with its token scopes, credential and cookies. */
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
 * Identifies the actor of an admitted request again, in the same workspace, for work that continues long after it.
 * Fails like `identify`; at the chart host with `not-signed-in` or `forbidden`, since its token may have expired.
 */
export async function identifyAgain(
  headers: Headers,
  services: SignInServices,
  admitted: AdmittedActor,
): Promise<Pick<Identity, 'actor' | 'scopes'>> {
  if (services.config.mode !== 'chart') return await identify(headers, services, { id: admitted.orgId })
  return { actor: await mustGetPasses(mustGetTeam(services)).present(admitted), scopes: null }
}

/** Returns the signed-in person, in any workspace. API tokens are not accepted. Fails with `not-signed-in`. */
export async function mustGetPerson(headers: Headers, services: SignInServices): Promise<SignedIn> {
  const person = await mustGetTeam(services).accounts.getSignedIn(headers)
  if (person === null) throw new TidemarkError('not-signed-in')
  return person
}

/**
 * Returns the actors that a request's stream listens as: one per workspace of the person, or only the named one; for an
 * API token, the one of its workspace. Empty once the request's credential is no longer valid. Called repeatedly while
 * the stream is open.
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
      .map((member) => memberActor({ userId, ...member }))
  }
  try {
    return [(await identify(headers, services, { id: orgId })).actor]
  } catch (thrown) {
    const { code } = toTidemarkError(thrown)
    if (code === 'not-signed-in' || code === 'forbidden' || code === 'token-invalid') return []
    throw thrown
  }
}

/**
 * Returns the team's services. Fails with `unknown-route` in local mode, which has no accounts and none of their
 * routes.
 */
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
    // A token belongs to one workspace.
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
 * Fails with `not-signed-in` if the page was opened by another person than the one who is signed in now, so that nobody
 * acts in another's name.
 */
export function mustBeOwnPage(headers: Headers, userId: string): void {
  mustBePageOf(headers.get(personHeader), userId)
}

/**
 * Does the same check with the person whom the page's address names. null: the address names nobody, and the check
 * passes.
 */
export function mustBePageOf(pageOf: string | null, userId: string): void {
  if (pageOf !== null && pageOf !== userId) {
    throw new TidemarkError('not-signed-in', { detail: 'Somebody else is signed in to this browser.' })
  }
}

function personIn(
  { person: { userId, name, email }, memberships }: AdmittedPerson,
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
  const { orgId, role, attributes, groups, needsTwoFactor } = membership
  if (needsTwoFactor) throw new TidemarkError('two-factor-required', { detail: 'This workspace asks for it.' })
  return memberActor({ userId, orgId, role, name, email, attributes, groups })
}

/** Identifies the caller by a chart token; cookies are ignored at the chart host. Fails with `chart-token-invalid`. */
async function identifyByPass(headers: Headers, team: TeamServices): Promise<Identity> {
  const pass = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  const { admittedBy, ...actor } = await mustGetPasses(team).authenticate(pass)
  return { actor, scopes: null, ...(admittedBy === undefined ? {} : { admittedBy }), setCookies: [] }
}

function mustGetPasses({ chartPasses }: TeamServices): ChartPasses {
  if (chartPasses === null) throw new Error('a chart host was started without its address')
  return chartPasses
}

/** Returns the workspace that the header names. */
export function refOf(headers: Headers): { readonly id: string } | undefined {
  const id = headers.get(workspaceHeader)
  return id === null || id === '' ? undefined : { id }
}
