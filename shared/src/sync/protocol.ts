import * as z from 'zod/mini'
import type { Actor } from '../access/actor'
import type { Role } from '../access/roles'
import { errorBodySchema } from '../errors/tidemark-error'
import type { JsonValue } from '../base/json'

/**
 * The schema version given to pages now, followed by the previous one, which the server still serves to open pages.
 * There has been only one so far.
 */
export const schemaVersions = ['1'] as const satisfies readonly [current: string, before?: string]
export const currentSchemaVersion = schemaVersions[0]

export const maxPushBytes = 4 * 1024 * 1024
export const maxPushMutations = 200
/** Our clients never send more than 200 at a time; 4 MB of tiny mutations would delay everybody else's. */
const maxTakenMutations = 10_000
/** The most values in the JSON of one push, and the most elements of one of its lists. */
export const maxPushJson = { values: 200_000, elements: maxTakenMutations } as const
export const maxPushRequestBytes = 512 * 1024

/**
 * Replicache generates them. PostgreSQL cannot store a NUL in a text, and no store keeps an unpaired surrogate: it
 * would read back another id. U+FFFD stands where a body had such a surrogate, so that two of them would be one id.
 */
const clientIdSchema = z.string().check(z.maxLength(64), z.regex(/^[^\0\ufffd\p{Surrogate}]+$/u))
const jsonSchema: z.ZodMiniType<JsonValue> = z.json()

/** The versions of Replicache's push and pull requests that the server supports. */
export const pushVersion = 1
export const pullVersion = 1

/**
 * The deepest nesting of a mutation's arguments: ours need ten levels, and recursive parsers must not meet a million.
 */
const maxArgsDepth = 64

/** Arguments come from JSON text, so before a mutator's own schema only their depth needs checking. */
const argsSchema = z.custom<JsonValue>(
  (args) => args !== undefined && depthOf(args, maxArgsDepth + 1) <= maxArgsDepth,
  {
    error: `arguments nest deeper than ${maxArgsDepth}`,
  },
)

export const pushRequestSchema = z.object({
  pushVersion: z.int(),
  clientGroupID: clientIdSchema,
  profileID: z.string().check(z.maxLength(64)),
  schemaVersion: z.string().check(z.maxLength(64)),
  /** The epoch of the store that the page was rendered from; absent in requests of the first release. */
  epoch: z.optional(z.int().check(z.minimum(1))),
  mutations: z
    .array(
      z.object({
        id: z.int().check(z.minimum(1)),
        clientID: clientIdSchema,
        name: z.string().check(z.maxLength(64)),
        args: argsSchema,
        /** The client's `performance.now()`, not a date. */
        timestamp: z.number(),
      }),
    )
    .check(z.maxLength(maxTakenMutations)),
})
export type PushRequest = z.infer<typeof pushRequestSchema>

/**
 * The position of a client. order: rises with every change of an epoch; orders of different epochs are never compared,
 * because a browser keeps a database for each (decision 011). e: epoch. v: version. a: hash of the client's audiences.
 * c: the version up to which the client group has the results of its mutations, if that is not v: a page knows the
 * entries, but nothing of the tabs that will show them.
 */
export const cookieSchema = z.object({ order: z.int(), e: z.int(), v: z.int(), a: z.string(), c: z.optional(z.int()) })
export type Cookie = z.infer<typeof cookieSchema>

export const epochFactor = 100_000_000_000

/** Epochs after a restore are timestamps, too large to be part of an exact order. */
const distinctEpochs = 90_000

export function cookieOf(epoch: number, version: number, audienceHash: string): Cookie {
  return { order: (epoch % distinctEpochs) * epochFactor + version, e: epoch, v: version, a: audienceHash }
}

export const pullRequestSchema = z.object({
  pullVersion: z.int(),
  clientGroupID: clientIdSchema,
  profileID: z.string().check(z.maxLength(64)),
  schemaVersion: z.string().check(z.maxLength(64)),
  cookie: z.nullable(cookieSchema),
})
export type PullRequest = z.infer<typeof pullRequestSchema>

export type PatchOperation =
  | { readonly op: 'clear' }
  | { readonly op: 'put'; readonly key: string; readonly value: JsonValue }
  | { readonly op: 'del'; readonly key: string }

const patchOperationSchema: z.ZodMiniType<PatchOperation> = z.discriminatedUnion('op', [
  z.object({ op: z.literal('clear') }),
  z.object({ op: z.literal('put'), key: z.string(), value: jsonSchema }),
  z.object({ op: z.literal('del'), key: z.string() }),
])

export interface PullResponse {
  readonly cookie: Cookie
  readonly lastMutationIDChanges: Readonly<Record<string, number>>
  readonly patch: readonly PatchOperation[]
}

export const pullResponseSchema: z.ZodMiniType<PullResponse> = z.object({
  cookie: cookieSchema,
  lastMutationIDChanges: z.record(z.string(), z.int()),
  patch: z.array(patchOperationSchema),
})

/** An answer that the client must act on; sent with HTTP 200, as Replicache requires. */
export type ClientAction =
  | { readonly error: 'ClientStateNotFound' }
  | { readonly error: 'VersionNotSupported'; readonly versionType: 'push' | 'pull' | 'schema' }

export const clientActionSchema: z.ZodMiniType<ClientAction> = z.discriminatedUnion('error', [
  z.object({ error: z.literal('ClientStateNotFound') }),
  z.object({ error: z.literal('VersionNotSupported'), versionType: z.enum(['push', 'pull', 'schema']) }),
])

/**
 * A mutation that the server refused. Only the person who made it sees this entry, at
 * `mutation-error/<clientID>/<mutationID>`, until they retry or discard it.
 */
export const mutationErrorSchema = z.object({
  clientId: z.string(),
  mutationId: z.int(),
  name: z.string(),
  args: jsonSchema,
  error: errorBodySchema,
  at: z.int(),
  /** How many older ones were dropped to make room for this one. */
  dropped: z.optional(z.int().check(z.minimum(1))),
})
export type MutationError = z.infer<typeof mutationErrorSchema>

export const mutationErrorPrefix = 'mutation-error/'

export function mutationErrorKey(clientId: string, mutationId: number): string {
  return `${mutationErrorPrefix}${clientId}/${mutationId}`
}

/** A message of the poke stream: the workspace has reached this version. Losing one is harmless. */
export const pokeSchema = z.object({ org: z.string(), version: z.int() })
export type Poke = z.infer<typeof pokeSchema>

/** The client group for which a stream also carries changes, with each poke. */
export const streamGroupSchema = z.object({
  org: z.string().check(z.minLength(1), z.maxLength(64)),
  clientGroupID: clientIdSchema,
})
export type StreamGroup = z.infer<typeof streamGroupSchema>

/**
 * A poke with the answer of the pull that it would cause, for clients of the group whose cookie is `base`; other
 * clients pull. role, attributes, groups: as in every answer to a pull.
 */
export interface PrefetchedPull extends StreamGroup {
  readonly role: Role
  readonly attributes?: Actor['attributes']
  readonly groups?: Actor['groups']
  readonly base: Cookie
  readonly answer: PullResponse
}

/**
 * The state from which a page is rendered, sent with it. complete: the entries are everything that this actor can see.
 */
export interface PageSnapshot {
  readonly cookie: Cookie
  readonly complete: boolean
  readonly entries: readonly (readonly [key: string, value: JsonValue])[]
}

/** Returns how deep a value nests: 0 for a scalar; stops counting at `limit`. */
function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null || limit === 0) return 0
  let deepest = 0
  for (const child of Object.values(value)) deepest = Math.max(deepest, depthOf(child, limit - 1))
  return deepest + 1
}
