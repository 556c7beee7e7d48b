import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'

/** The most keys of a workspace: the one in use, and the next while both are. */
export const mostEmbedKeys = 2

/**
 * A key with which a product signs the pages that it embeds, without its secret. id: the `kid` of a token, which may be left
 * out. lastUsedAt: in Unix milliseconds, late by up to a minute.
 */
export const embedKeySchema = z.object({
  id: z.string(),
  createdBy: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.nullable(z.number()),
})
export type EmbedKey = z.infer<typeof embedKeySchema>

/** Answer of `POST /api/embed-keys`. secret: told only once. */
export const createdEmbedKeySchema = z.object({ key: embedKeySchema, secret: z.string() })
export type CreatedEmbedKey = z.infer<typeof createdEmbedKeySchema>

/** Answer of `GET /api/embed-keys`, newest first. */
export const embedKeyListSchema = z.object({ keys: z.array(embedKeySchema) })
export type EmbedKeyList = z.infer<typeof embedKeyListSchema>

export const listEmbedKeysEndpoint = {
  method: 'GET',
  path: '/api/embed-keys',
  answer: embedKeyListSchema,
} as const satisfies ApiEndpoint

export const createEmbedKeyEndpoint = {
  method: 'POST',
  path: '/api/embed-keys',
  answer: createdEmbedKeySchema,
} as const satisfies ApiEndpoint

export const revokeEmbedKeyEndpoint = { method: 'DELETE', path: '/api/embed-keys/:id' } as const satisfies ApiEndpoint
