import { mutatorList } from '@tidemark/shared/sync/mutators'
import type { ApiRoute } from '@/server/http/api-route'
import type { RouteGroup } from '@/server/http/api-routes'
import { describedPath, openApiDocument } from '@/server/http/openapi-document'
import { hostilePieces, hostileText, hostileValues, sampleOf, type JsonSchema, type Resolve } from './hostile-values'

/** A request that a route may find hard to read. place: where the hostile text is. */
export interface HostileRequest {
  readonly method: string
  readonly path: string
  readonly place: string
  readonly headers?: Readonly<Record<string, string>>
  /** The JSON text of its body. */
  readonly body?: string
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: JsonSchema }>> }
}

/** The bytes of a body, enough for each route's limit to be met or exceeded. */
const bodyBytes = 1_000_000

/** Bodies that are hard before any schema sees them. */
const hardBodies: readonly (readonly [place: string, body: string])[] = [
  ['brackets', '['.repeat(bodyBytes)],
  ['objects', '{"a":'.repeat(bodyBytes / 5)],
  ['numbers', `[${'0,'.repeat(bodyBytes / 2)}0]`],
  ['empty lists', `[${'[],'.repeat(bodyBytes / 3)}[]]`],
  ['escapes', `"${'\\u0061'.repeat(bodyBytes / 6)}"`],
  ['halves of characters', `["${'\\ud800'.repeat(bodyBytes / 6)}"]`],
  ['backslashes', `"${'\\\\'.repeat(bodyBytes / 2)}"`],
  ['names', `{${Array.from({ length: 4_000 }, (_, index) => `"${index}${'a'.repeat(200)}":0`).join(',')}}`],
  ['an endless number', '9'.repeat(bodyBytes)],
  ['space', ' '.repeat(bodyBytes)],
]

/**
 * Yields requests to every route with a hostile text in each place that the route declares: parameters of its path and
 * address, each text, list and record of its body, and the arguments of every mutation. piecesPerPlace: how many of the
 * hostile pieces each place gets, in turn. With one, each route also gets two of the hard bodies in turn, else all:
 * one reader reads them for all routes.
 */
export function* hostileRequests(groups: readonly RouteGroup[], piecesPerPlace: number): Generator<HostileRequest> {
  const document = openApiDocument(groups, '0.0.0') as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
    readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
  }
  const resolve: Resolve = (ref) => document.components.schemas[ref.replace('#/components/schemas/', '')] ?? {}
  let turn = 0
  let hardTurn = 0
  const hardPerRoute = piecesPerPlace === 1 ? 2 : hardBodies.length
  const piece = () => hostilePieces[turn++ % hostilePieces.length] ?? ''
  for (const route of groups.flatMap(({ routes }) => routes)) {
    const operation = document.paths[describedPath(route)]?.[route.method.toLowerCase()] ?? {}
    for (let round = 0; round < piecesPerPlace; round++) {
      yield* inAddress(route, operation, resolve, piece)
      const schema = operation.requestBody?.content['application/json']?.schema
      if (schema === undefined) continue
      const sent = { method: route.method, path: plainPath(route, operation, resolve) }
      for (const { at, value } of hostileValues(schema, resolve, piece))
        yield { ...sent, place: `body${at}`, body: JSON.stringify(value) }
      if (round > 0) continue
      for (let count = 0; count < hardPerRoute; count++) {
        const [place, body] = hardBodies[hardTurn++ % hardBodies.length] ?? ['nothing', '']
        yield { ...sent, place, body }
      }
    }
  }
  for (let round = 0; round < piecesPerPlace; round++) yield* inMutations(document.components.schemas, resolve, piece)
  for (const name of ['cookie', 'authorization', 'accept', 'content-type', 'x-tidemark-workspace', 'traceparent'])
    for (const one of hostilePieces)
      if (/^[\x20-\x7e]+$/.test(one))
        yield { method: 'GET', path: '/api/datasets', place: name, headers: { [name]: hostileText(one, 8_000).trim() } }
}

function* inAddress(
  route: ApiRoute,
  operation: Operation,
  resolve: Resolve,
  piece: () => string,
): Generator<HostileRequest> {
  const { parameters = [] } = operation
  for (const { name, in: place } of parameters) {
    const text = encodeURIComponent(hostileText(piece(), 3_000).replace(/\p{Cs}/gu, ''))
    const path =
      place === 'path'
        ? route.path.replace(`:${name}`, text).replaceAll(/:\w+/g, 'a1')
        : `${plainPath(route, operation, resolve)}${plainPath(route, operation, resolve).includes('?') ? '&' : '?'}${name}=${text}`
    yield { method: route.method, path, place: name }
  }
}

function plainPath(route: ApiRoute, { parameters = [] }: Operation, resolve: Resolve): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && 'required' in parameter && parameter.required === true)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema, resolve)))}`)
  return `${route.path.replaceAll(/:\w+/g, 'a1')}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

function* inMutations(
  schemas: Readonly<Record<string, JsonSchema>>,
  resolve: Resolve,
  piece: () => string,
): Generator<HostileRequest> {
  let count = 0
  let batch: { readonly place: string; readonly text: string }[] = []
  for (const { name } of mutatorList)
    for (const { at, value } of hostileValues(schemas[`mutation.${name}`] ?? {}, resolve, piece)) {
      count += 1
      const mutation = { id: 1, clientID: `c${count}`, name, args: value, timestamp: 0 }
      batch.push({ place: `${name}${at}`, text: JSON.stringify(mutation) })
      const bytes = batch.reduce((sum, { text }) => sum + text.length, 0)
      if (batch.length < mutationsPerPush && bytes < bodyBytes) continue
      yield pushOf(batch)
      batch = []
    }
  if (batch.length > 0) yield pushOf(batch)
}

const mutationsPerPush = 20

function pushOf(batch: readonly { readonly place: string; readonly text: string }[]): HostileRequest {
  const body = { pushVersion: 1, clientGroupID: 'hostile', profileID: '', schemaVersion: '1', mutations: [] }
  return {
    method: 'POST',
    path: '/api/replicache/push',
    place: batch.map(({ place }) => place).join(' '),
    body: JSON.stringify(body).replace('[]', () => `[${batch.map(({ text }) => text).join(',')}]`),
  }
}
