import { catalogue, type ErrorCode } from '@tidemark/shared/errors/catalogue'
import { errorBodySchema } from '@tidemark/shared/errors/tidemark-error'
import { mutators } from '@tidemark/shared/sync/mutators'
import * as z from 'zod/mini'
import type { ApiRoute } from './api-route'

type JsonObject = Record<string, unknown>
/** By name; added to while the document is made. */
type NamedSchemas = Record<string, JsonObject>

const everyRoute: readonly ErrorCode[] = ['foreign-host', 'foreign-origin', 'token-required', 'internal']
const everyActor: readonly ErrorCode[] = [
  'not-signed-in',
  'forbidden',
  'workspace-required',
  'token-invalid',
  'token-scope',
]
const everyBody: readonly ErrorCode[] = [
  'malformed-json',
  'invalid-request',
  'unsupported-media-type',
  'body-too-large',
]

/** The description of these routes in OpenAPI 3.1, whose schemas are JSON Schema 2020-12, as zod writes it. */
export function openApiDocument(routes: readonly ApiRoute[], version: string): JsonObject {
  const paths: Record<string, JsonObject> = {}
  const named: NamedSchemas = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, named) }
  }
  const mutations = Object.fromEntries(
    Object.entries(mutators).map(([name, { summary, argsSchema, permission }]) => [
      `mutation.${name}`,
      { ...jsonSchemaOf(argsSchema, named), description: `${summary} Needs the permission ${permission.do}.` },
    ]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidemark',
      version,
      description: 'In local mode nobody signs in. In team mode a request carries a session’s cookie or an API token.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: {
        Error: jsonSchemaOf(z.object({ error: errorBodySchema }), named, 'output'),
        ...mutations,
        ...named,
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, or the local token.' },
        session: { type: 'apiKey', in: 'cookie', name: 'better-auth.session_token' },
      },
    },
  }
}

function operationOf(route: ApiRoute, named: NamedSchemas): JsonObject {
  const { path, access, described } = route
  const { summary, tokenScope, query, body, status = 200, answer, answerSchema, answerType, example } = described
  const type = answerType ?? (answerSchema === undefined ? undefined : 'application/json')
  const content =
    type === undefined
      ? {}
      : { content: { [type]: answerSchema ? { schema: jsonSchemaOf(answerSchema, named, 'output') } : {} } }
  return {
    summary,
    ...(tokenScope === undefined ? {} : { description: `Token scope: \`${tokenScope}\`.` }),
    security: access === 'open' ? [] : [{ session: [] }, ...(tokenScope === undefined ? [] : [{ token: [] }]), {}],
    parameters: [...pathParameters(path), ...(query === undefined ? [] : queryParameters(query, named))],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: jsonSchemaOf(body, named) } } } }),
    responses: { [status]: { description: answer, ...content }, ...errorResponses(errorsOf(route)) },
    'x-codeSamples': [{ lang: 'Shell', source: example }],
  }
}

/** All codes that a route may answer with. */
export function errorsOf({ access, described }: ApiRoute): ReadonlySet<ErrorCode> {
  return new Set([
    ...(described.errors ?? []),
    ...everyRoute,
    ...(access === 'actor' ? everyActor : []),
    ...(described.query === undefined ? [] : (['invalid-request'] as const)),
    ...(described.body === undefined ? [] : everyBody),
  ])
}

function errorResponses(codes: ReadonlySet<ErrorCode>): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { status } = catalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        description: those.map((code) => `\`${code}\`: ${catalogue[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

function pathParameters(path: string): readonly JsonObject[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(query: z.ZodMiniType, named: NamedSchemas): readonly JsonObject[] {
  const { properties = {}, required = [] } = jsonSchemaOf(query, named) as {
    readonly properties?: JsonObject
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/**
 * io: as it is sent, or as it is answered. What zod cannot say in JSON Schema may be anything. Parts that contain themselves are named
 * within the schema by zod, and among all of the document here.
 */
function jsonSchemaOf(schema: z.ZodMiniType, named: NamedSchemas, io: 'input' | 'output' = 'input'): JsonObject {
  const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  const prefix = `part${Object.keys(named).length}`
  const resolved = (part: unknown) =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', `"#/components/schemas/${prefix}.`)) as JsonObject
  for (const [name, part] of Object.entries($defs)) named[`${prefix}.${name}`] = resolved(part)
  return resolved(rest)
}
