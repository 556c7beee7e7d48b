import { STATUS_CODES } from 'node:http'
import { sessionInfoSchema, workspaceSummarySchema } from '@tidemark/shared/accounts/session-info'
import { connectionSchema } from '@tidemark/shared/connections/connection'
import { datasetSchema } from '@tidemark/shared/datasets/dataset'
import { uploadLineSchema } from '@tidemark/shared/datasets/upload'
import { catalogue, type ErrorCode } from '@tidemark/shared/errors/catalogue'
import { errorBodySchema } from '@tidemark/shared/errors/tidemark-error'
import { runResultSchema } from '@tidemark/shared/query/run-query'
import { mutatorSummaries } from '@tidemark/shared/sync/mutator-summaries'
import { mutatorOf, type MutatorName } from '@tidemark/shared/sync/mutators'
import * as z from 'zod/mini'
import type { ApiRoute, Described } from './api-route'
import type { RouteGroup } from './api-routes'

type JsonObject = Record<string, unknown>
/** Schemas by name; filled while the document is built. */
type NamedSchemas = Record<string, JsonObject>

const everyRoute: readonly ErrorCode[] = [
  'foreign-host',
  'foreign-origin',
  'token-required',
  'store-failed',
  'internal',
]
const everyActor: readonly ErrorCode[] = [
  'not-signed-in',
  'forbidden',
  'two-factor-required',
  'workspace-required',
  'token-invalid',
  'token-scope',
]
const everyBody: readonly ErrorCode[] = [
  'malformed-json',
  'invalid-request',
  'unsupported-media-type',
  'body-too-large',
  'text-too-large',
]

/** Schemas that several routes share, with the names they get in the document. */
const sharedSchemas = z.registry<{ readonly id: string }>()
sharedSchemas.add(connectionSchema, { id: 'Connection' })
sharedSchemas.add(datasetSchema, { id: 'Dataset' })
sharedSchemas.add(errorBodySchema, { id: 'ErrorBody' })
sharedSchemas.add(runResultSchema, { id: 'RunResult' })
sharedSchemas.add(sessionInfoSchema, { id: 'Session' })
sharedSchemas.add(uploadLineSchema, { id: 'UploadLine' })
sharedSchemas.add(workspaceSummarySchema, { id: 'Workspace' })

/** Builds the description of these routes in OpenAPI 3.1. Its schemas are JSON Schema 2020-12, as zod writes it. */
export function openApiDocument(groups: readonly RouteGroup[], version: string): JsonObject {
  const paths: Record<string, JsonObject> = {}
  const named: NamedSchemas = {}
  for (const { name, routes } of groups) {
    for (const route of routes) {
      const path = describedPath(route)
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: { tags: [name], ...operationOf(route, named) } }
    }
  }
  const mutations = Object.fromEntries(
    Object.entries(mutatorSummaries).map(([name, summary]) => {
      const { argsSchema, permission } = mutatorOf(name as MutatorName) // a key of that table
      const description = `${summary} Needs the permission ${permission.do}.`
      return [`mutation.${name}`, { ...jsonSchemaOf(argsSchema, named), description }]
    }),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidemark',
      version,
      description: 'In local mode nobody signs in. In team mode a request carries a session’s cookie or an API token.',
    },
    servers: [{ url: '/' }],
    tags: groups.map(({ name, description }) => ({ name, ...(description === undefined ? {} : { description }) })),
    paths,
    components: {
      schemas: {
        Error: jsonSchemaOf(errorSchema, named, 'output'),
        ...mutations,
        ...named,
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, or the local token.' },
        session: { type: 'apiKey', in: 'cookie', name: 'tidemark.session_token' },
      },
    },
  }
}

const errorSchema = z.object({ error: errorBodySchema })

/** Returns a route's path in OpenAPI's syntax: `/api/things/{id}`. */
export function describedPath({ path }: Pick<ApiRoute, 'path'>): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

function operationOf(route: ApiRoute, named: NamedSchemas): JsonObject {
  const { path, access, described } = route
  const { summary, description, tokenScope, query, example } = described
  const paragraphs = [description, tokenScope && `Token scope: \`${tokenScope}\`.`].filter((text) => text !== undefined)
  return {
    summary,
    ...(paragraphs.length === 0 ? {} : { description: paragraphs.join('\n\n') }),
    security: access === 'open' ? [] : [{ session: [] }, ...(tokenScope === undefined ? [] : [{ token: [] }]), {}],
    parameters: [...pathParameters(path), ...(query === undefined ? [] : queryParameters(query, named))],
    ...requestBodyOf(described, named),
    responses: responsesOf(route, named),
    'x-codeSamples': [{ lang: 'Shell', source: example }],
  }
}

function requestBodyOf({ body, takesFile }: Described, named: NamedSchemas): JsonObject {
  if (takesFile) return { requestBody: { required: true, content: { 'application/octet-stream': {} } } }
  if (body === undefined) return {}
  return { requestBody: { required: true, content: { 'application/json': { schema: jsonSchemaOf(body, named) } } } }
}

/** Returns the responses by status: success, other answers and errors. One status and type may have several schemas. */
function responsesOf(route: ApiRoute, named: NamedSchemas): JsonObject {
  const { status: successStatus = 200, success, answer, otherAnswers = [] } = route.described
  const descriptions = new Map<number, string[]>()
  const schemas = new Map<number, Map<string, JsonObject[]>>()
  const add = (status: number, description?: string, type?: string, schema?: JsonObject) => {
    const texts = descriptions.get(status) ?? []
    descriptions.set(status, description === undefined ? texts : [...texts, description])
    const types = schemas.get(status) ?? new Map<string, JsonObject[]>()
    schemas.set(status, types)
    if (type !== undefined) types.set(type, [...(types.get(type) ?? []), ...(schema === undefined ? [] : [schema])])
  }
  add(successStatus, success)
  if (answer !== undefined) add(successStatus, undefined, jsonType, jsonSchemaOf(answer, named, 'output'))
  for (const { status = successStatus, type = jsonType, schema, description } of otherAnswers)
    add(status, description, type, schema && jsonSchemaOf(schema, named, 'output'))
  for (const code of errorsOf(route)) {
    const { status, message } = catalogue[code]
    const isNamed = schemas.get(status)?.get(jsonType)?.includes(errorReference)
    if (isNamed) add(status, `\`${code}\`: ${message}`)
    else add(status, `\`${code}\`: ${message}`, jsonType, errorReference)
  }
  return Object.fromEntries(
    [...schemas].map(([status, types]) => [
      status,
      {
        description: descriptions.get(status)?.join('\n\n') || (STATUS_CODES[status] ?? ''),
        ...(types.size === 0
          ? {}
          : { content: Object.fromEntries([...types].map(([type, of]) => [type, contentOf(of)])) }),
      },
    ]),
  )
}

const jsonType = 'application/json'
const errorReference: JsonObject = { $ref: '#/components/schemas/Error' }

function contentOf(schemas: readonly JsonObject[]): JsonObject {
  const [schema] = schemas
  if (schema === undefined) return {}
  return { schema: schemas.length === 1 ? schema : { anyOf: schemas } }
}

/** Returns all error codes that a route may answer with. */
export function errorsOf({ access, path, described }: ApiRoute): ReadonlySet<ErrorCode> {
  return new Set([
    ...(described.errors ?? []),
    ...everyRoute,
    ...(access === 'actor' ? everyActor : []),
    ...(described.query === undefined && !path.includes(':') ? [] : (['invalid-request'] as const)),
    ...(described.body === undefined ? [] : everyBody),
    ...(described.body === undefined || access !== 'actor' ? [] : (['too-many-requests'] as const)),
  ])
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
 * Converts a zod schema to JSON Schema. io: the type as sent or as answered. Parts that JSON Schema cannot express
 * become `any`. Named and recursive parts become schemas of the document; zod numbers recursive ones per schema.
 */
function jsonSchemaOf(schema: z.ZodMiniType, named: NamedSchemas, io: 'input' | 'output' = 'input'): JsonObject {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    ...(io === 'output' ? { metadata: sharedSchemas } : {}),
  })
  const prefix = `part${Object.keys(named).length}`
  const nameOf = (name: string) => (name.startsWith('__') ? `${prefix}.${name}` : name)
  const resolved = (part: unknown) =>
    JSON.parse(
      JSON.stringify(part).replaceAll(
        /"#\/\$defs\/([^"]+)"/g,
        (_match, name: string) => `"#/components/schemas/${nameOf(name)}"`,
      ),
    ) as JsonObject // as it was, but for the names in it
  for (const [name, part] of Object.entries($defs)) named[nameOf(name)] = resolved(part)
  const { id, ...whole } = resolved(rest)
  if (typeof id !== 'string' || sharedSchemas.get(schema)?.id !== id) return resolved(rest)
  named[id] = whole
  return { $ref: `#/components/schemas/${id}` }
}
