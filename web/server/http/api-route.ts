import { Readable } from 'node:stream'
import { queryValues } from '@tidemark/shared/base/query-values'
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
import { createJsonBudget, defaultJsonLimits, type JsonLimits } from './json-budget'
import type { ActorNow, AdmittedActor } from '../base/admitted-actor'
import { mustGetServices, type Services } from '../services'
import type { SignedIn } from '../team/signed-in'

/** A route: the handler together with its description for OpenAPI. */
export interface ApiRoute {
  readonly method: ApiEndpoint['method']
  /** The path in Hono's syntax, where `:name` is a parameter. */
  readonly path: ApiPath
  /** The callers that are admitted: anybody, any signed-in person, or an Actor, who may also use an API token. */
  readonly access: 'open' | 'person' | 'actor'
  readonly described: Described
  /** Runs the handler; errors become error responses. */
  readonly answer: (request: Request, params?: Readonly<Record<string, string>>) => Promise<Response>
}

type ApiPath = ApiEndpoint['path']

export interface Described extends Pick<ApiEndpoint, 'query' | 'body' | 'answer'> {
  /** One short sentence without Markdown. */
  readonly summary: string
  /** Further notes for callers, in Markdown. */
  readonly description?: string
  /** The scope that an API token must have; if absent, no token is admitted. */
  readonly tokenScope?: TokenScope
  /** The body is a raw file, which may be large and arrive slowly. */
  readonly takesFile?: true
  /** The status of a success; default 200. */
  readonly status?: 201 | 202 | 204 | 302
  /** The description of a success, in Markdown; default: the meaning of its status. */
  readonly success?: string
  /** Responses other than the JSON of a success and the errors. */
  readonly otherAnswers?: readonly OtherAnswer[]
  /** Error codes other than those that every route may answer with. */
  readonly errors?: readonly ErrorCode[]
  /** An example command for curl. */
  readonly example: string
}

/** A response in another format or with another status than the JSON of a success. */
interface OtherAnswer {
  /** Default: the status of a success. */
  readonly status?: number
  /** Default: JSON. */
  readonly type?: string
  /** The schema of the JSON; for NDJSON and server-sent events, of one line. Absent for a text or a file. */
  readonly schema?: z.ZodMiniType
  readonly description?: string
}

interface OpenRouteContext<Body, Query, Parameter extends string, Handed = Services> {
  readonly request: Request
  readonly services: Handed
  /** The client's address; null if the host did not state it. */
  readonly ip: string | null
  /** The parsed body; undefined for routes without a body schema. */
  readonly body: Body
  /** The parsed query parameters; undefined for routes without a schema for them. */
  readonly query: Query
  /** The decoded path parameters. */
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
  /** Reads the actor's current rights, for work that continues long after the request was admitted. */
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
  /** The limit in bytes for a JSON body; default 1 MiB. */
  readonly maxBodyBytes?: number
  /** The limits of a JSON body's form, where they differ from the default. */
  readonly jsonLimits?: Partial<JsonLimits>
  /** The event at which the measured duration ends; default: the handler has returned. */
  readonly measuredUntil?: MeasuredUntil
}

interface RouteOptions<P extends ApiPath, S extends z.ZodMiniType, Q extends z.ZodMiniType> extends OpenRouteOptions<
  P,
  S,
  Q
> {
  /**
   * True if the route covers all of the person's workspaces when the request names none. The actor is then in any one
   * of them.
   */
  readonly isForAll?: boolean
}

interface PersonRouteOptions<
  P extends ApiPath,
  S extends z.ZodMiniType,
  Q extends z.ZodMiniType,
> extends OpenRouteOptions<P, S, Q> {
  /** Extends the session when that is due. */
  readonly isRefreshed?: boolean
  /** True if a page may call the route while somebody else is signed in; the page learns from the answer who is. */
  readonly isForAnyPage?: boolean
}

const defaultMaxBodyBytes = 1024 * 1024
const maxBodyWaitMs = 1000

/** Returns the functions that declare routes whose handlers receive these services and no others. */
export function routesOver<Name extends keyof Services>(): RouteDeclarers<Pick<Services, Name>> {
  return declarers
}

interface RouteDeclarers<Handed> {
  /**
   * Declares a route for an Actor: identifies the Actor, parses the query parameters and the JSON body, and turns any
   * thrown error into `{error: ErrorBody}` with the catalogue's status. Reportable errors are logged with their cause.
   *
   * Without a `body` schema the handler reads `request` itself (streams).
   */
  route<P extends ApiPath, S extends z.ZodMiniType = z.ZodMiniUndefined, Q extends z.ZodMiniType = z.ZodMiniUndefined>(
    options: RouteOptions<P, S, Q>,
    handle: (context: RouteContext<z.output<S>, z.output<Q>, PathParameter<P>, Handed>) => Promise<Response>,
  ): ApiRoute
  /** Declares a route for callers who are not signed in or need no workspace; its handler receives no Actor. */
  openRoute<
    P extends ApiPath,
    S extends z.ZodMiniType = z.ZodMiniUndefined,
    Q extends z.ZodMiniType = z.ZodMiniUndefined,
  >(
    options: OpenRouteOptions<P, S, Q>,
    handle: (context: OpenRouteContext<z.output<S>, z.output<Q>, PathParameter<P>, Handed>) => Promise<Response>,
  ): ApiRoute
  /**
   * Declares a route for a signed-in person in any workspace. API tokens are not accepted. Fails with `not-signed-in`.
   */
  personRoute<
    P extends ApiPath,
    S extends z.ZodMiniType = z.ZodMiniUndefined,
    Q extends z.ZodMiniType = z.ZodMiniUndefined,
  >(
    options: PersonRouteOptions<P, S, Q>,
    handle: (context: PersonRouteContext<z.output<S>, z.output<Q>, PathParameter<P>, Handed>) => Promise<Response>,
  ): ApiRoute
}

const declarers: RouteDeclarers<Services> = {
  route(options, handle) {
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
      const body = await readBody((bytes) => services.textBudget?.spend(admitted.actor.userId, bytes))
      // A sender can hold a body back and lose their rights meanwhile, so a late body is checked again. Writes are
      // checked once more within their transaction.
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
  },
  openRoute(options, handle) {
    return declareOpen(options, 'open', handle)
  },
  personRoute(options, handle) {
    return declareOpen(options, 'person', async (context) => {
      const person = await signedInOf(context, options.isRefreshed)
      if (person === null) throw new TidemarkError('not-signed-in')
      if (options.isForAnyPage !== true) mustBeOwnPage(context.request.headers, person.userId)
      return withCookies(await handle({ person, ...context }), person.setCookies)
    })
  },
}

function mustHaveScope({ scopes }: Pick<Identity, 'scopes'>, needed: TokenScope | undefined): void {
  if (scopes === null || (needed !== undefined && scopes.includes(needed))) return
  throw new TidemarkError('token-scope', {
    detail: needed === undefined ? 'No token can do it.' : `It needs the scope ${needed}.`,
  })
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

/** Returns the signed-in person, in any workspace, or null. isRefreshed: extends the session when that is due. */
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

/** Hears the size of each piece of a body before it is read; what it throws ends the request. */
type OnBytes = (bytes: number) => void

interface DeclaredContext<Body, Query, Parameter extends string> extends Omit<
  OpenRouteContext<Body, Query, Parameter>,
  'body' | 'query' | 'measure'
> {
  readonly measure: RequestMeasure
  /** Called once the caller has been admitted. */
  readonly readQuery: () => Query
  readonly readBody: (onBytes?: OnBytes) => Promise<Body>
}

function declare<P extends ApiPath, S extends z.ZodMiniType, Q extends z.ZodMiniType>(
  options: OpenRouteOptions<P, S, Q>,
  access: ApiRoute['access'],
  handle: (context: DeclaredContext<z.output<S>, z.output<Q>, PathParameter<P>>) => Promise<Response>,
): ApiRoute {
  const { method, path } = options
  const answer: ApiRoute['answer'] = (request, given = {}) => {
    // The router has matched the path, so its parameters are present.
    const params = given as Readonly<Record<PathParameter<P>, string>>
    return answerMeasured(request, namedPath(path), options.measuredUntil ?? 'answer', async (services, measure) => {
      const readQuery = () =>
        // The type of the query is undefined for a route without a schema.
        options.query === undefined ? (undefined as z.output<Q>) : parseQuery(options.query, request)
      const readBody = async (onBytes: OnBytes = () => undefined) =>
        options.body === undefined
          ? (undefined as z.output<S>)
          : parseBody(options.body, await readJson(request, options, onBytes))
      const ip = request.headers.get(clientIpHeader)
      return await handle({ request, services, ip, readQuery, readBody, params, measure })
    })
  }
  return { method, path, access, described: options, answer }
}

/** Answers a request for an unknown path or method; metrics name it `unknown` or `refused`. */
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

/** Returns a path as metrics and logs write it: `/api/things/[id]`. */
function namedPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '[$1]')
}

/**
 * Returns the workspace that a request names: in its address, where headers cannot be set (downloads, beacons),
 * otherwise in its header.
 */
export function workspaceOf(request: Request): { readonly id: string } | undefined {
  const id = new URL(request.url).searchParams.get(workspaceParameter)
  return id === null || id === '' ? refOf(request.headers) : { id }
}

/** Adds the cookies of an answer that changes who is signed in, or for how long. */
export function withCookies(answer: Response, setCookies: readonly string[]): Response {
  for (const cookie of setCookies) answer.headers.append('set-cookie', cookie)
  return answer
}

export function errorResponse(error: TidemarkError): Response {
  // 499 is no standard status; the caller has disconnected, so any valid status will do.
  return answerJson({ error: error.toBody() }, error.status)
}

/** Returns a JSON response that is not cached. */
export function answerJson(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return answerWhole(JSON.stringify(value), 'application/json', status, headers)
}

/** Returns a response of known length, with `content-length`. */
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

/**
 * Returns the pieces as a response body. Pulls a piece only when the reader asks for one, and ends the generator if the
 * reader leaves.
 */
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

/**
 * Parses a value received over HTTP. Fails with `invalid-request`; the detail names the field and what was expected.
 */
export function parseBody<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  // The path and the message may quote names of any length from the body.
  const detail = `${issue?.path.join('.') || 'body'}: ${issue?.message ?? ''}`.slice(0, maxDetailLength)
  throw new TidemarkError('invalid-request', { detail })
}

const maxDetailLength = 500

/** Parses the query parameters of a request. Fails with `invalid-request`; the detail names the parameter. */
export function parseQuery<S extends z.ZodMiniType>(schema: S, request: Request): z.output<S> {
  const parsed = schema.safeParse(queryValues(new URL(request.url).searchParams))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const detail =
    issue?.code === 'unrecognized_keys'
      ? `The address takes no parameter ${issue.keys.map((name) => `“${name}”`).join(', ')}.`
      : `The parameter “${issue?.path.join('.') ?? ''}” of the address: ${issue?.message ?? ''}`
  throw new TidemarkError('invalid-request', { detail })
}

async function readJson(
  request: Request,
  {
    maxBodyBytes = defaultMaxBodyBytes,
    jsonLimits,
  }: Pick<OpenRouteOptions<ApiPath, z.ZodMiniType, z.ZodMiniType>, 'maxBodyBytes' | 'jsonLimits'>,
  onBytes: OnBytes,
): Promise<unknown> {
  const mediaType = (request.headers.get('content-type') ?? 'application/json').split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json') throw new TidemarkError('unsupported-media-type', { detail: mediaType })
  const takeBytes = createJsonBudget({ ...defaultJsonLimits, ...jsonLimits })
  const text = await readText(request, maxBodyBytes, (chunk) => {
    onBytes(chunk.byteLength)
    takeBytes(chunk)
  })
  try {
    const value: unknown = JSON.parse(text)
    return halfCharacter.test(text) ? withWholeCharacters(value) : value
  } catch (cause) {
    // The parser's message quotes the body, which may hold a password and would go into the log.
    const position = /at position (\d+)/.exec(String(cause))?.[1]
    throw new TidemarkError('malformed-json', { detail: position && `From character ${position} on.`, cause })
  }
}

/**
 * A lone surrogate in JSON's escaped form, as a text cut in the middle of a character contains. Also matches one half
 * of a valid pair.
 */
const halfCharacter = /\\u[dD][89a-fA-F]/

/**
 * Replaces lone surrogates. HTML cannot carry them, so the browser's rendering would differ from the server's and React
 * would render the page again.
 */
function withWholeCharacters(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\p{Cs}/gu, '\ufffd')
  if (Array.isArray(value)) return value.map(withWholeCharacters)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withWholeCharacters(member)]))
}

async function readText(request: Request, maxBytes: number, onChunk: (chunk: Uint8Array) => void): Promise<string> {
  const tooLarge = () => new TidemarkError('body-too-large', { detail: `The limit is ${maxBytes} bytes.` })
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  try {
    for await (const chunk of chunksOf(request)) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > maxBytes) break
      onChunk(chunk)
      chunks.push(chunk)
    }
  } catch (cause) {
    if (cause instanceof TidemarkError) throw cause
    // The client broke off and will not read this answer; nothing is wrong with the server.
    throw new TidemarkError('invalid-request', { detail: 'The body broke off.', cause })
  }
  if (sizeBytes > maxBytes) throw tooLarge()
  return decodeUtf8(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
}

/** Returns the body's chunks. A handler that stops reading can still answer, because the host drains the rest. */
function chunksOf({ body }: Request): AsyncIterable<Uint8Array> {
  return body?.values({ preventCancel: true }) ?? noChunks()
}

async function* noChunks(): AsyncGenerator<Uint8Array> {}

/** Returns the body as a stream, for a file sent as it is. Fails with `upload-empty`. */
export function uploadOf(request: Request): Readable {
  if (request.body === null) throw new TidemarkError('upload-empty')
  return Readable.from(chunksOf(request), { objectMode: false })
}

/** Shared by all requests: each TextDecoder holds memory outside of V8 that must be finalised separately. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new TidemarkError('malformed-json', { detail: 'The body is not UTF-8.', cause })
  }
}
