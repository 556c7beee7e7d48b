import { Readable } from 'node:stream'
import type { TokenScope } from '@tidemark/shared/access/grants'
import { workspaceParameter } from '@tidemark/shared/accounts/workspace-address'
import type { ApiEndpoint, PathParameter } from '@tidemark/shared/base/api-endpoint'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { catalogue, type ErrorCode } from '@tidemark/shared/errors/catalogue'
import type * as z from 'zod/mini'
import { identify, identifyAgain, mustBeOwnPage, mustGetTeam, refOf, type Identity } from './identify'
import { clientIpHeader } from '../base/client-ip'
import { logFailure } from '../observability/log-failure'
import { measureRequest, type MeasuredUntil, type RequestMeasure } from '../observability/measure-request'
import '../base/schema-words'
import type { ActorNow, AdmittedActor } from '../base/admitted-actor'
import { mustGetServices, type Services } from '../services'
import type { SignedIn } from '../team/signed-in'

/** A route as the API answers and describes it. */
export interface ApiRoute {
  readonly method: ApiEndpoint['method']
  /** As Hono names it: `:name` is a parameter. */
  readonly path: ApiPath
  /** The callers that are admitted: anybody, any signed-in person, or an Actor, who may also come with a token. */
  readonly access: 'open' | 'person' | 'actor'
  readonly described: Described
  /** Answers with what the handler answers, or with what it fails with. */
  readonly answer: (request: Request, params?: Readonly<Record<string, string>>) => Promise<Response>
}

type ApiPath = ApiEndpoint['path']

export interface Described extends Pick<ApiEndpoint, 'query' | 'body' | 'answer'> {
  /** One short sentence without Markdown. */
  readonly summary: string
  /** Further notes for callers, in Markdown. */
  readonly description?: string
  /** The scope that an API token must have; absent: no token is admitted. */
  readonly tokenScope?: TokenScope
  /** The body is a file as it is, which may be large and its line slow. */
  readonly takesFile?: true
  /** The status of a success; default 200. */
  readonly status?: 201 | 202 | 204
  /** The description of a success, in Markdown; default: the meaning of its status. */
  readonly success?: string
  /** Besides the JSON of a success and the errors. */
  readonly otherAnswers?: readonly OtherAnswer[]
  /** Besides those that every route may answer. */
  readonly errors?: readonly ErrorCode[]
  /** A command of curl. */
  readonly example: string
}

/** An answer in another form or with another status than the JSON of a success. */
interface OtherAnswer {
  /** Default: that of a success. */
  readonly status?: number
  /** Default: JSON. */
  readonly type?: string
  /** The schema of the JSON; for NDJSON and server-sent events, that of one line. Absent: a text or a file. */
  readonly schema?: z.ZodMiniType
  readonly description?: string
}

interface OpenRouteContext<Body, Query, Parameter extends string, Handed = Services> {
  readonly request: Request
  readonly services: Handed
  /** The address of the request's origin; null where the host did not state it. */
  readonly ip: string | null
  /** The parsed body; undefined for routes without a body schema. */
  readonly body: Body
  /** The parsed parameters of the address; undefined for routes without a schema of them. */
  readonly query: Query
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<Parameter, string>>
  readonly measure: Pick<RequestMeasure, 'addStatus' | 'setAsker'>
}

export interface RouteContext<
  Body,
  Query = undefined,
  Parameter extends string = string,
  Handed = Services,
> extends OpenRouteContext<Body, Query, Parameter, Handed> {
  readonly actor: AdmittedActor
  /** For what goes on for long after the request was let in. */
  readonly actorNow: ActorNow
}

interface PersonRouteContext<Body, Query, Parameter extends string, Handed = Services> extends OpenRouteContext<
  Body,
  Query,
  Parameter,
  Handed
> {
  readonly person: SignedIn
}

interface OpenRouteOptions<P extends ApiPath, S extends z.ZodMiniType, Q extends z.ZodMiniType> extends Described {
  readonly method: ApiEndpoint['method']
  readonly path: P
  readonly body?: S
  readonly query?: Q
  /** Bytes a JSON body may have; default 1 MiB. */
  readonly maxBodyBytes?: number
  /** Default: until the handler has its answer. */
  readonly measuredUntil?: MeasuredUntil
}

interface RouteOptions<P extends ApiPath, S extends z.ZodMiniType, Q extends z.ZodMiniType> extends OpenRouteOptions<
  P,
  S,
  Q
> {
  /** It is about all workspaces of the person where none is named; the actor is then in any of them. */
  readonly isForAll?: boolean
}

interface PersonRouteOptions<
  P extends ApiPath,
  S extends z.ZodMiniType,
  Q extends z.ZodMiniType,
> extends OpenRouteOptions<P, S, Q> {
  /** Moves the end of the session on when it is due. */
  readonly isRefreshed?: boolean
  /** Also of one whose person is not the one signed in, which finds that out by it. */
  readonly isForAnyPage?: boolean
}

const defaultMaxBodyBytes = 1024 * 1024
const maxBodyWaitMs = 1000

/** Returns what declares routes whose handlers are handed these services and no others. */
export function routesOver<Name extends keyof Services>(): RouteDeclarers<Pick<Services, Name>> {
  return { route, openRoute, personRoute }
}

interface RouteDeclarers<Handed> {
  route<P extends ApiPath, S extends z.ZodMiniType = z.ZodMiniUndefined, Q extends z.ZodMiniType = z.ZodMiniUndefined>(
    options: RouteOptions<P, S, Q>,
    handle: (context: RouteContext<z.output<S>, z.output<Q>, PathParameter<P>, Handed>) => Promise<Response>,
  ): ApiRoute
  openRoute<
    P extends ApiPath,
    S extends z.ZodMiniType = z.ZodMiniUndefined,
    Q extends z.ZodMiniType = z.ZodMiniUndefined,
  >(
    options: OpenRouteOptions<P, S, Q>,
    handle: (context: OpenRouteContext<z.output<S>, z.output<Q>, PathParameter<P>, Handed>) => Promise<Response>,
  ): ApiRoute
  personRoute<
    P extends ApiPath,
    S extends z.ZodMiniType = z.ZodMiniUndefined,
    Q extends z.ZodMiniType = z.ZodMiniUndefined,
  >(
    options: PersonRouteOptions<P, S, Q>,
    handle: (context: PersonRouteContext<z.output<S>, z.output<Q>, PathParameter<P>, Handed>) => Promise<Response>,
  ): ApiRoute
}

/**
 * Declares a route that an Actor asks: makes the Actor, parses the parameters of the address and the JSON body, and turns whatever
 * is thrown into `{error: ErrorBody}` with the catalogue's status. Reportable errors are logged with their cause.
 *
 * Without a `body` schema the handler reads `request` itself (streams).
 */
function route<
  P extends ApiPath,
  S extends z.ZodMiniType = z.ZodMiniUndefined,
  Q extends z.ZodMiniType = z.ZodMiniUndefined,
>(
  options: RouteOptions<P, S, Q>,
  handle: (context: RouteContext<z.output<S>, z.output<Q>, PathParameter<P>>) => Promise<Response>,
): ApiRoute {
  return declare(options, 'actor', async ({ readBody, readQuery, measure, ...context }) => {
    const { request, services } = context
    const whoAsks = async (isRefreshed: boolean) => {
      const identity = await identify(request.headers, services, workspaceOf(request), {
        isRefreshed,
        isForAll: options.isForAll,
      })
      mustHaveScope(identity, options.tokenScope)
      return identity
    }
    const askedAt = performance.now()
    const admitted = await whoAsks(true)
    measure.setAsker(admitted.actor)
    const query = readQuery()
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
    return withCookies(await handle({ measure, actor, actorNow, query, body, ...context }), admitted.setCookies)
  })
}

function mustHaveScope({ scopes }: Pick<Identity, 'scopes'>, needed: TokenScope | undefined): void {
  if (scopes === null || (needed !== undefined && scopes.includes(needed))) return
  throw new TidemarkError('token-scope', {
    detail: needed === undefined ? 'No token can do it.' : `It needs the scope ${needed}.`,
  })
}

/** The same for those who are not signed in, or mean no workspace: there is no Actor. */
function openRoute<
  P extends ApiPath,
  S extends z.ZodMiniType = z.ZodMiniUndefined,
  Q extends z.ZodMiniType = z.ZodMiniUndefined,
>(
  options: OpenRouteOptions<P, S, Q>,
  handle: (context: OpenRouteContext<z.output<S>, z.output<Q>, PathParameter<P>>) => Promise<Response>,
): ApiRoute {
  return declareOpen(options, 'open', handle)
}

function declareOpen<P extends ApiPath, S extends z.ZodMiniType, Q extends z.ZodMiniType>(
  options: OpenRouteOptions<P, S, Q>,
  access: 'open' | 'person',
  handle: (context: OpenRouteContext<z.output<S>, z.output<Q>, PathParameter<P>>) => Promise<Response>,
): ApiRoute {
  return declare(options, access, async ({ readBody, readQuery, ...context }) => {
    const query = readQuery()
    return await handle({ query, body: await readBody(), ...context })
  })
}

/** The same for somebody who is signed in, in whatever workspace. Tokens are nobody here. Fails with `not-signed-in`. */
function personRoute<
  P extends ApiPath,
  S extends z.ZodMiniType = z.ZodMiniUndefined,
  Q extends z.ZodMiniType = z.ZodMiniUndefined,
>(
  options: PersonRouteOptions<P, S, Q>,
  handle: (context: PersonRouteContext<z.output<S>, z.output<Q>, PathParameter<P>>) => Promise<Response>,
): ApiRoute {
  return declareOpen(options, 'person', async (context) => {
    const person = await signedInOf(context, options.isRefreshed)
    if (person === null) throw new TidemarkError('not-signed-in')
    if (options.isForAnyPage !== true) mustBeOwnPage(context.request.headers, person.userId)
    return withCookies(await handle({ person, ...context }), person.setCookies)
  })
}

/**
 * Resolves the signed-in person, whatever the workspace; null where there is none. isRefreshed: extends the session
 * when that is due.
 */
export async function signedInOf(
  {
    request,
    services,
    measure,
  }: Pick<OpenRouteContext<unknown, unknown, string, Pick<Services, 'team'>>, 'request' | 'services' | 'measure'>,
  isRefreshed = false,
): Promise<SignedIn | null> {
  const person = await mustGetTeam(services).accounts.getSignedIn(request.headers, { isRefreshed })
  if (person !== null) measure.setAsker({ userId: person.userId })
  return person
}

interface DeclaredContext<Body, Query, Parameter extends string> extends Omit<
  OpenRouteContext<Body, Query, Parameter>,
  'body' | 'query' | 'measure'
> {
  readonly measure: RequestMeasure
  /** Both are called after the caller was admitted. */
  readonly readQuery: () => Query
  readonly readBody: () => Promise<Body>
}

function declare<P extends ApiPath, S extends z.ZodMiniType, Q extends z.ZodMiniType>(
  options: OpenRouteOptions<P, S, Q>,
  access: ApiRoute['access'],
  handle: (context: DeclaredContext<z.output<S>, z.output<Q>, PathParameter<P>>) => Promise<Response>,
): ApiRoute {
  const { method, path } = options
  const answer: ApiRoute['answer'] = (request, given = {}) => {
    // The router found the route by its path, whose parameters these are.
    const params = given as Readonly<Record<PathParameter<P>, string>>
    return answerMeasured(request, namedPath(path), options.measuredUntil ?? 'answer', async (services, measure) => {
      const readQuery = () =>
        // A route without a schema has undefined.
        options.query === undefined ? (undefined as z.output<Q>) : parseQuery(options.query, request)
      const readBody = async () =>
        options.body === undefined
          ? (undefined as z.output<S>)
          : parseBody(options.body, await readJson(request, options.maxBodyBytes ?? defaultMaxBodyBytes))
      const ip = request.headers.get(clientIpHeader)
      return await handle({ request, services, ip, readQuery, readBody, params, measure })
    })
  }
  return { method, path, access, described: options, answer }
}

/** Answers that no route has the address, or the method; named `unknown` or `refused` in metrics. */
export function answerNoRoute(request: Request, code: 'unknown-route' | 'method-not-allowed'): Promise<Response> {
  return answerMeasured(request, code === 'unknown-route' ? 'unknown' : 'refused', 'answer', async () => {
    const detail = code === 'unknown-route' ? new URL(request.url).pathname : request.method
    throw new TidemarkError(code, { detail })
  })
}

async function answerMeasured(
  request: Request,
  name: string,
  until: MeasuredUntil,
  handle: (services: Services, measure: RequestMeasure) => Promise<Response>,
): Promise<Response> {
  const services = mustGetServices()
  const measure = measureRequest(request, services.log)
  try {
    return measure.finish(await handle(services, measure), until, name)
  } catch (thrown) {
    const error = toTidemarkError(thrown)
    const path = new URL(request.url).pathname
    if (catalogue[error.code].reportable) logFailure(services.log, error, { path })
    else services.log.debug({ code: error.code, path, detail: error.detail }, error.message)
    return measure.finish(errorResponse(error), until, name)
  }
}

/** As metrics and logs call a route: `/api/things/[id]`. */
function namedPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '[$1]')
}

/** The workspace that a request names: where headers cannot be set (downloads, beacons) in its address. */
export function workspaceOf(request: Request): { readonly id: string } | undefined {
  const id = new URL(request.url).searchParams.get(workspaceParameter)
  return id === null || id === '' ? refOf(request.headers) : { id }
}

/** For answers that change who is signed in, or for how long. */
export function withCookies(answer: Response, setCookies: readonly string[]): Response {
  for (const cookie of setCookies) answer.headers.append('set-cookie', cookie)
  return answer
}

export function errorResponse(error: TidemarkError): Response {
  // 499 is ours: the caller is gone, so any valid status will do.
  return answerJson({ error: error.toBody() }, error.status)
}

/** JSON that nobody keeps. */
export function answerJson(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return answerWhole(JSON.stringify(value), 'application/json', status, headers)
}

/** An answer whose bytes are all there, which says how many they are. */
export function answerWhole(
  content: string | Uint8Array<ArrayBuffer>,
  contentType: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(content, {
    status,
    headers: {
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(content)),
      'cache-control': 'no-store',
      ...headers,
    },
  })
}

/** Pieces as the body of an answer, which asks for no more than is taken and ends them where its reader leaves. */
export function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { value, done } = await pieces.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
}

/** Parses a value that came over HTTP. Fails with `invalid-request`; detail names the field and what was expected. */
export function parseBody<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new TidemarkError('invalid-request', { detail: `${issue?.path.join('.') || 'body'}: ${issue?.message ?? ''}` })
}

/** Parses the parameters of a request's address. Fails with `invalid-request`; detail names the parameter. */
export function parseQuery<S extends z.ZodMiniType>(schema: S, request: Request): z.output<S> {
  const parsed = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const detail =
    issue?.code === 'unrecognized_keys'
      ? `The address takes no parameter ${issue.keys.map((name) => `“${name}”`).join(', ')}.`
      : `The parameter “${issue?.path.join('.') ?? ''}” of the address: ${issue?.message ?? ''}`
  throw new TidemarkError('invalid-request', { detail })
}

async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const mediaType = (request.headers.get('content-type') ?? 'application/json').split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json') throw new TidemarkError('unsupported-media-type', { detail: mediaType })
  const text = await readText(request, maxBytes)
  try {
    const value: unknown = JSON.parse(text, halfCharacter.test(text) ? withWholeCharacters : undefined)
    return value
  } catch (cause) {
    // The parser's message quotes the body, which may hold a password and would go into the log.
    const position = /at position (\d+)/.exec(String(cause))?.[1]
    throw new TidemarkError('malformed-json', { detail: position && `From character ${position} on.`, cause })
  }
}

/** How JSON writes half a character, as a cut text may end with; two of them can be a whole one. */
const halfCharacter = /\\u[dD][89a-fA-F]/

/** A page that is drawn with half a character arrives with another, and so has to be drawn again by each browser. */
function withWholeCharacters(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\p{Cs}/gu, '\ufffd') : value
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () => new TidemarkError('body-too-large', { detail: `The limit is ${maxBytes} bytes.` })
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  try {
    for await (const chunk of chunksOf(request)) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > maxBytes) break
      chunks.push(chunk)
    }
  } catch (cause) {
    // Nobody reads that answer, and nothing is wrong with us.
    throw new TidemarkError('invalid-request', { detail: 'The body broke off.', cause })
  }
  if (sizeBytes > maxBytes) throw tooLarge()
  return decodeUtf8(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
}

/** The body as it comes. A handler that stops reading still answers: the host takes the rest. */
function chunksOf({ body }: Request): AsyncIterable<Uint8Array> {
  return body?.values({ preventCancel: true }) ?? noChunks()
}

async function* noChunks(): AsyncGenerator<Uint8Array> {}

/** A file that is sent as it is. Fails with `upload-empty`. */
export function uploadOf(request: Request): Readable {
  if (request.body === null) throw new TidemarkError('upload-empty')
  return Readable.from(chunksOf(request), { objectMode: false })
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
