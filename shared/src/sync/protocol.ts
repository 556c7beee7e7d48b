import { z } from 'zod'
import { errorBodySchema } from '../errors/tidemark-error'
import type { JsonValue } from '../base/json'

/** The schema the server serves now, and the one before it that it still serves. */
export const schemaVersions = ['1'] as const
export const currentSchemaVersion = schemaVersions[0]

export const maxPushBytes = 4 * 1024 * 1024
export const maxPushMutations = 200
export const maxPushRequestBytes = 512 * 1024

const clientIdSchema = z.string().min(1).max(64)
const jsonSchema: z.ZodType<JsonValue> = z.json()

export const pushRequestSchema = z.object({
  pushVersion: z.literal(1),
  clientGroupID: clientIdSchema,
  profileID: z.string().max(64),
  schemaVersion: z.string().max(64),
  mutations: z.array(
    z.object({
      id: z.int().min(1),
      clientID: clientIdSchema,
      name: z.string().max(64),
      args: jsonSchema,
      /** `performance.now()` of the client, not a date. */
      timestamp: z.number(),
    }),
  ),
})
export type PushRequest = z.infer<typeof pushRequestSchema>

/**
 * Where a client stands. order = epoch · 10¹¹ + version, so that it only rises, also over a restore.
 * e: epoch. v: version. a: hash of the audiences the client had.
 */
export const cookieSchema = z.object({ order: z.int(), e: z.int(), v: z.int(), a: z.string() })
export type Cookie = z.infer<typeof cookieSchema>

export const epochFactor = 100_000_000_000

export function cookieOf(epoch: number, version: number, audienceHash: string): Cookie {
  return { order: epoch * epochFactor + version, e: epoch, v: version, a: audienceHash }
}

export const pullRequestSchema = z.object({
  pullVersion: z.literal(1),
  clientGroupID: clientIdSchema,
  profileID: z.string().max(64),
  schemaVersion: z.string().max(64),
  cookie: cookieSchema.nullable(),
})
export type PullRequest = z.infer<typeof pullRequestSchema>

export type PatchOperation =
  | { readonly op: 'clear' }
  | { readonly op: 'put'; readonly key: string; readonly value: JsonValue }
  | { readonly op: 'del'; readonly key: string }

export interface PullResponse {
  readonly cookie: Cookie
  readonly lastMutationIDChanges: Readonly<Record<string, number>>
  readonly patch: readonly PatchOperation[]
}

/** An answer that the client must act on; HTTP 200, as Replicache wants it. */
export type ClientAction =
  | { readonly error: 'ClientStateNotFound' }
  | { readonly error: 'VersionNotSupported'; readonly versionType: 'push' | 'pull' | 'schema' }

/**
 * A mutation the server refused. It is an entry of the store that only the person who made it sees, at
 * `mutation-error/<clientID>/<mutationID>`, until they retry or discard it.
 */
export const mutationErrorSchema = z.object({
  clientId: z.string(),
  mutationId: z.int(),
  name: z.string(),
  args: jsonSchema,
  error: errorBodySchema,
  at: z.int(),
})
export type MutationError = z.infer<typeof mutationErrorSchema>

export const mutationErrorPrefix = 'mutation-error/'

export function mutationErrorKey(clientId: string, mutationId: number): string {
  return `${mutationErrorPrefix}${clientId}/${mutationId}`
}

/** What the poke stream says: the org has reached this version. Losing one is harmless. */
export const pokeSchema = z.object({ org: z.string(), version: z.int() })
export type Poke = z.infer<typeof pokeSchema>

/** The state a page is rendered from, sent with it. complete: the entries are everything this actor can see. */
export interface PageSnapshot {
  readonly cookie: Cookie
  readonly complete: boolean
  readonly entries: readonly (readonly [key: string, value: JsonValue])[]
}
