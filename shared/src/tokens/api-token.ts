import * as z from 'zod/mini'
import { nameSchema, plainName } from '../base/name'
import { tokenScopeSchema } from '../access/grants'
import { roleSchema } from '../access/roles'
import type { ApiEndpoint } from '../base/api-endpoint'

/** The prefix of all tokens, by which a leaked one can be recognised. */
export const tokenPrefix = 'tmk_'

/**
 * A token of the HTTP API, without its secret. It acts as its maker, with the lower of their present role and its own.
 * hint: the first characters of the secret. Times are in Unix milliseconds; lastUsedAt is exact to a few minutes.
 */
export const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(tokenScopeSchema),
  role: roleSchema,
  createdBy: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
  lastUsedAt: z.nullable(z.number()),
})
export type ApiToken = z.infer<typeof apiTokenSchema>

/**
 * Answer of `GET /api/tokens`, newest first: the person's own tokens; for admins, all of the workspace. Expired ones
 * are listed for ninety days.
 */
export const apiTokenListSchema = z.object({ tokens: z.array(apiTokenSchema) })
export type ApiTokenList = z.infer<typeof apiTokenListSchema>

/** Body of `POST /api/tokens`. role: at most the person's own. */
export const createTokenSchema = z.strictObject({
  name: plainName(nameSchema(80)),
  scopes: z.array(tokenScopeSchema).check(z.minLength(1, 'at least one scope')),
  role: roleSchema,
  expiresInDays: z.int().check(z.minimum(1, '1 to 366 days'), z.maximum(366, '1 to 366 days')),
})
export type CreateToken = z.infer<typeof createTokenSchema>

/** Answer of `POST /api/tokens`. secret: shown only once. */
export const createdTokenSchema = z.object({ token: apiTokenSchema, secret: z.string() })
export type CreatedToken = z.infer<typeof createdTokenSchema>

export const listTokensEndpoint = {
  method: 'GET',
  path: '/api/tokens',
  answer: apiTokenListSchema,
} as const satisfies ApiEndpoint

export const createTokenEndpoint = {
  method: 'POST',
  path: '/api/tokens',
  body: createTokenSchema,
  answer: createdTokenSchema,
} as const satisfies ApiEndpoint

export const revokeTokenEndpoint = { method: 'DELETE', path: '/api/tokens/:id' } as const satisfies ApiEndpoint
