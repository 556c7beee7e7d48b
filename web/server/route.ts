import type { TokenScope } from '@tidemark/shared/access/grants'
import { workspaceParameter } from '@tidemark/shared/accounts/workspace-address'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { catalogue } from '@tidemark/shared/errors/catalogue'
import type * as z from 'zod/mini'
import { identify, identifyAgain, mustBeOwnPage, mustGetTeam, refOf, type AdmittedActor, type Identity } from './actor'
import { clientIpHeader } from './client-ip'
import { GatheredBytes } from './gathered-bytes'
import type { Answer } from './host-answer'
import type { AskedRequest } from './host-request'
import { logFailure } from './observability/log-failure'
import { measureRequest, type MeasuredUntil, type RequestMeasure } from './observability/measure-request'
import './schema-words'
import { mustGetServices, type ActorNow, type Services } from './services'
import type { SignedIn } from './team-services'

export interface OpenRouteContext<Body> {
  readonly request: AskedRequest
  readonly services: Services
  /** Where the request came from; null where the host did not say. */
  readonly ip: string | null
  /** The parsed body; undefined for routes without a body schema. */
  readonly body: Body
  readonly params: Readonly<Record<string, string>>
  readonly measure: Pick<RequestMeasure, 'addStatus' | 'setAsker' | 'isSenderAsked' | 'trustSender'>
}

export interface RouteContext<Body> extends OpenRouteContext<Body> {
  readonly actor: AdmittedActor
  /** For what goes on for long after the request was let in. */
  readonly actorNow: ActorNow
}

export interface PersonRouteContext<Body> extends OpenRouteContext<Body> {
  readonly person: SignedIn
}

interface OpenRouteOptions<S extends z.ZodMiniType> {
  readonly body?: S
  /** Bytes a JSON body may have; default 1 MiB. */
  readonly maxBodyBytes?: number
  /** What metrics and logs call it; default: its address with parameters named. */
  readonly name?: string
  /** Default: until the handler has its answer. */
  readonly measuredUntil?: MeasuredUntil
}

export interface RouteOptions<S extends z.ZodMiniType> extends OpenRouteOptions<S> {
  /** What an API token must be made for to be let in; no token is when it is absent. */
  readonly tokenScope?: TokenScope
  /** It is about all workspaces of the person where none is named; the actor is then in any of them. */
  readonly isForAll?: boolean
}

interface PersonRouteOptions<S extends z.ZodMiniType> extends OpenRouteOptions<S> {
  /** Moves the end of the session on when it is due. */
  readonly isRefreshed?: boolean
  /** Also of one whose person is not the one signed in, which finds that out by it. */
  readonly isForAnyPage?: boolean
}

const defaultMaxBodyBytes = 1024 * 1024
const maxBodyWaitMs = 1000

export type RouteHandler<A extends Answer = Response> = (
  request: AskedRequest,
  context: { readonly params: Promise<Record<string, string>> },
) => Promise<A | Response>

/**
 * Wraps a Next route handler: makes the Actor, parses the JSON body, and turns whatever is thrown into
 * `{error: ErrorBody}` with the catalogue's status. Reportable errors are logged with their cause.
 *
 * Without a `body` schema the handler reads `request` itself (streams).
 */
export function route<S extends z.ZodMiniType = z.ZodMiniUndefined, A extends Answer = Response>(
  options: RouteOptions<S>,
  handle: (context: RouteContext<z.output<S>>) => Promise<A>,
): RouteHandler<A> {
  return wrap(options, async ({ readBody, measure, ...context }) => {
    const { request, services } = context
    const whoAsks = async (isRefreshed: boolean) => {
      const identity = await identify(request.headers, services, workspaceOf(request), {
        isRefreshed,
        isForAll: options.isForAll,
        onSignedIn: measure.trustSender,
      })
      mustHaveScope(identity, options.tokenScope)
      return identity
    }
    const askedAt = performance.now()
    const admitted = await whoAsks(true)
    measure.setAsker(admitted.actor)
    const body = await readBody()
    // A sender may hold a body back for as long as they like, and lose what let them in meanwhile. What writes asks once
    // more within its transaction.
    const isLate = options.body !== undefined && performance.now() - askedAt > maxBodyWaitMs
    const { actor: asked, admittedBy } = isLate ? await whoAsks(false) : admitted
    const actor = { admittedBy, ...asked }
    const actorNow = async () => {
      const identity = await identifyAgain(request.headers, services, actor)
      mustHaveScope(identity, options.tokenScope)
      return identity.actor
    }
    return withCookies(await handle({ measure, actor, actorNow, body, ...context }), admitted.setCookies)
  })
}

function mustHaveScope({ scopes }: Pick<Identity, 'scopes'>, needed: TokenScope | undefined): void {
  if (scopes === null || (needed !== undefined && scopes.includes(needed))) return
  throw new TidemarkError('token-scope', {
    detail: needed === undefined ? 'No token can do it.' : `It needs the scope ${needed}.`,
  })
}

/** The same for those who are not signed in, or mean no workspace: there is no Actor. */
export function openRoute<S extends z.ZodMiniType = z.ZodMiniUndefined, A extends Answer = Response>(
  options: OpenRouteOptions<S>,
  handle: (context: OpenRouteContext<z.output<S>>) => Promise<A>,
): RouteHandler<A> {
  return wrap(options, async ({ readBody, ...context }) => await handle({ body: await readBody(), ...context }))
}

/** The same for somebody who is signed in, in whatever workspace. Tokens are nobody here. Fails with `not-signed-in`. */
export function personRoute<S extends z.ZodMiniType = z.ZodMiniUndefined, A extends Answer = Response>(
  options: PersonRouteOptions<S>,
  handle: (context: PersonRouteContext<z.output<S>>) => Promise<A>,
): RouteHandler<A> {
  return openRoute(options, async (context) => {
    const person = await signedInOf(context, options.isRefreshed)
    if (person === null) throw new TidemarkError('not-signed-in')
    if (options.isForAnyPage !== true) mustBeOwnPage(context.request.headers, person.userId)
    return withCookies(await handle({ person, ...context }), person.setCookies)
  })
}

/** Who asks, whatever workspace; null where nobody is signed in. isRefreshed: moves the end of the session on when it is due. */
export async function signedInOf(
  { request, services, measure }: Pick<OpenRouteContext<unknown>, 'request' | 'services' | 'measure'>,
  isRefreshed = false,
): Promise<SignedIn | null> {
  const person = await mustGetTeam(services).accounts.getSignedIn(request.headers, { isRefreshed })
  if (person !== null) measure.setAsker({ userId: person.userId })
  return person
}

interface WrappedContext<Body> extends Omit<OpenRouteContext<Body>, 'body' | 'measure'> {
  readonly measure: RequestMeasure
  /** Called once whoever asks is known to be let in. */
  readonly readBody: () => Promise<Body>
}

function wrap<S extends z.ZodMiniType, A extends Answer>(
  options: OpenRouteOptions<S>,
  handle: (context: WrappedContext<z.output<S>>) => Promise<A>,
): RouteHandler<A> {
  return async (request, context) => {
    const services = mustGetServices()
    const measure = measureRequest(request, services.log)
    // Next gives none where the address has none, whatever its types say.
    const params = (await context.params) ?? {}
    const finish = <B extends Answer>(answer: B) =>
      measure.finish(answer, options.measuredUntil ?? 'answer', options.name ?? routeNameOf(request, params))
    try {
      const readBody = async () =>
        options.body === undefined
          ? // A route without a body schema has Body = undefined.
            (undefined as z.output<S>)
          : parseBody(options.body, await readJson(request, options.maxBodyBytes ?? defaultMaxBodyBytes))
      const ip = request.headers.get(clientIpHeader)
      return finish(await handle({ request, services, ip, readBody, params, measure }))
    } catch (thrown) {
      const error = toTidemarkError(thrown)
      const path = new URL(request.url).pathname
      if (catalogue[error.code].reportable) logFailure(services.log, error, { path })
      else services.log.debug({ code: error.code, path, detail: error.detail }, error.message)
      return finish(errorResponse(error))
    }
  }
}

/** The address with its parameters named instead of given, so that it is one of few. */
function routeNameOf(request: AskedRequest, params: Readonly<Record<string, string>>): string {
  const segments = new URL(request.url).pathname.split('/')
  for (const [name, value] of Object.entries(params)) {
    // Parameters stand behind the words of the route, one of which may be given as their value.
    const at = segments.findLastIndex((segment) => decodeURIComponent(segment) === value)
    if (at !== -1) segments[at] = `[${name}]`
  }
  return segments.join('/')
}

/** The workspace that a request names: where headers cannot be set (downloads, beacons) in its address. */
export function workspaceOf(request: AskedRequest): { readonly id: string } | undefined {
  const id = new URL(request.url).searchParams.get(workspaceParameter)
  return id === null || id === '' ? refOf(request.headers) : { id }
}

/** For answers that change who is signed in, or for how long. */
export function withCookies<A extends Answer>(answer: A, setCookies: readonly string[]): A {
  for (const cookie of setCookies) answer.headers.append('set-cookie', cookie)
  return answer
}

export function errorResponse(error: TidemarkError): Response {
  const headers = { 'cache-control': 'no-store' }
  // 499 is ours: the caller is gone, so any valid status will do.
  return Response.json({ error: error.toBody() }, { status: error.status, headers })
}

/** Parses a value that came over HTTP. Fails with `invalid-request`; detail names the field and what was expected. */
export function parseBody<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new TidemarkError('invalid-request', { detail: `${issue?.path.join('.') || 'body'}: ${issue?.message ?? ''}` })
}

/** Parses the parameters of a request's address. Fails with `invalid-request`; detail names the parameter. */
export function parseQuery<S extends z.ZodMiniType>(schema: S, request: AskedRequest): z.output<S> {
  const parsed = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const detail =
    issue?.code === 'unrecognized_keys'
      ? `The address takes no parameter ${issue.keys.map((name) => `“${name}”`).join(', ')}.`
      : `The parameter “${issue?.path.join('.') ?? ''}” of the address: ${issue?.message ?? ''}`
  throw new TidemarkError('invalid-request', { detail })
}

async function readJson(request: AskedRequest, maxBytes: number): Promise<unknown> {
  const mediaType = (request.headers.get('content-type') ?? 'application/json').split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json') throw new TidemarkError('unsupported-media-type', { detail: mediaType })
  const text = await readText(request, maxBytes)
  try {
    const value: unknown = JSON.parse(text, halfCharacter.test(text) ? withWholeCharacters : undefined)
    return value
  } catch (cause) {
    // What is wrong is said by the parser with a piece of the body, which may hold a password and goes into the log.
    const position = /at position (\d+)/.exec(String(cause))?.[1]
    throw new TidemarkError('malformed-json', { detail: position && `From character ${position} on.`, cause })
  }
}

/** How JSON writes half a character, as whoever cuts a text may leave it; two of them can be a whole one. */
const halfCharacter = /\\u[dD][89a-fA-F]/

/** A page that is drawn with half a character arrives with another, and so has to be drawn again by each browser. */
function withWholeCharacters(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\p{Cs}/gu, '\ufffd') : value
}

async function readText(request: AskedRequest, maxBytes: number): Promise<string> {
  const tooLarge = () => new TidemarkError('body-too-large', { detail: `The limit is ${maxBytes} bytes.` })
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const body = new GatheredBytes()
  await readChunks(request, (chunk) => {
    body.add(chunk)
    return body.sizeBytes <= maxBytes
  })
  if (body.sizeBytes > maxBytes) throw tooLarge()
  return decodeUtf8(body.bytes)
}

/** Fails with `invalid-request` when the sender goes away: nobody reads that answer, and nothing is wrong with us. */
async function readChunks(request: AskedRequest, take: (chunk: Uint8Array) => boolean): Promise<void> {
  try {
    if (request.readBody !== undefined) return await request.readBody(take)
    for await (const chunk of request.body ?? []) if (!take(chunk)) return
  } catch (cause) {
    throw new TidemarkError('invalid-request', { detail: 'The body broke off.', cause })
  }
}

/** One for all: Node makes each outside of V8's memory, and has to finish each off by itself. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new TidemarkError('malformed-json', { detail: 'The body is not UTF-8.', cause })
  }
}
