import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'
import { idSchema } from '../base/ids'
import { nameSchema, plainName } from '../base/name'
import { embedOriginsSchema } from './embed'

/** The length of a token: 128 random bits in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{22}$/

/** Returns true if a text has the form of a token. */
export function isPublicLinkToken(text: string): boolean {
  return tokenPattern.test(text)
}

/** The path of a public page. */
export function publicLinkPath(token: string): `/p/${string}` {
  return `/p/${token}`
}

export const publicLinkTargetSchema = z.strictObject({ kind: z.enum(['dashboard', 'chart']), id: idSchema })
export type PublicLinkTarget = z.infer<typeof publicLinkTargetSchema>

/**
 * The ways to treat a filter or parameter: a reader reads its value, does not know of it, or chooses another. One that a
 * link does not list is fixed.
 */
export const fieldModes = ['fixed', 'hidden', 'open'] as const
export type FieldMode = (typeof fieldModes)[number]

/** The name of a filter or parameter in an address: `f.<id>` or `p.<name>`. */
export const fieldNameSchema = z
  .string()
  .check(z.regex(/^[fp]\.[^\s.&=]{1,80}$/u, 'f.<id of a filter> or p.<parameter>'))

/** The most characters of the values of a link, and of the address with which a reader opens it. */
export const longestChoices = 8000

/** By name of the filter or parameter. */
export const publicLinkFieldsSchema = z
  .record(fieldNameSchema, z.enum(fieldModes))
  .check(z.refine((fields) => Object.keys(fields).length <= 200, 'at most 200 filters and parameters'))
export type PublicLinkFields = z.infer<typeof publicLinkFieldsSchema>

/** How old the numbers of a link may be, in seconds. */
export const freshSecondsSchema = z
  .int()
  .check(z.minimum(10, '10 seconds to a day'), z.maximum(86_400, '10 seconds to a day'))

export const defaultFreshSeconds = 60

/**
 * Why a link answers nobody now. expired: its time is over. stopped: its maker may not make links any more, or does not see
 * what it shows.
 */
export const publicLinkStates = ['works', 'expired', 'stopped'] as const
export type PublicLinkState = (typeof publicLinkStates)[number]

/**
 * A public link without its token. hint: the first characters of the token. choices: the values of filters and
 * parameters, as in the address of the page. Times are in Unix milliseconds; useCount and lastUsedAt are late by some
 * seconds.
 */
export const publicLinkSchema = z.object({
  id: z.string(),
  target: publicLinkTargetSchema,
  /** The name of what it shows; null if the asker does not see it, or it was deleted. */
  title: z.nullable(z.string()),
  name: z.string(),
  hint: z.string(),
  choices: z.string(),
  fields: publicLinkFieldsSchema,
  freshSeconds: z.int(),
  hasPassword: z.boolean(),
  /** The sites that may show it in a frame. */
  embedOrigins: z.array(z.string()),
  /** True if it opens only with a signature, in a frame. */
  isSignedOnly: z.boolean(),
  createdBy: z.string(),
  createdAt: z.number(),
  expiresAt: z.nullable(z.number()),
  lastUsedAt: z.nullable(z.number()),
  useCount: z.int(),
  state: z.enum(publicLinkStates),
  /** True if the asker may change it. */
  mayChange: z.boolean(),
})
export type PublicLink = z.infer<typeof publicLinkSchema>

const passwordSchema = z
  .string()
  .check(z.minLength(8, '8 characters or more'), z.maxLength(200, 'at most 200 characters'))

const settingsShape = {
  name: plainName(nameSchema(80)),
  choices: z.string().check(z.maxLength(longestChoices, 'too many values to be kept in a link')),
  fields: publicLinkFieldsSchema,
  freshSeconds: freshSecondsSchema,
  expiresInDays: z.nullable(z.int().check(z.minimum(1, '1 to 3660 days'), z.maximum(3660, '1 to 3660 days'))),
  password: z.nullable(passwordSchema),
  embedOrigins: embedOriginsSchema,
  isSignedOnly: z.boolean(),
} as const

/**
 * Body of `POST /api/public-links`. expiresInDays: null for a link without an end. embedOrigins, isSignedOnly: not with a
 * password.
 */
export const createPublicLinkSchema = z.strictObject({
  target: publicLinkTargetSchema,
  name: settingsShape.name,
  choices: z._default(settingsShape.choices, ''),
  fields: z._default(settingsShape.fields, {}),
  freshSeconds: z._default(settingsShape.freshSeconds, defaultFreshSeconds),
  expiresInDays: z._default(settingsShape.expiresInDays, null),
  password: z._default(settingsShape.password, null),
  embedOrigins: z._default(settingsShape.embedOrigins, []),
  isSignedOnly: z._default(settingsShape.isSignedOnly, false),
})
export type CreatePublicLink = z.infer<typeof createPublicLinkSchema>

/** Body of `PATCH /api/public-links/:id`: what is absent stays. A new end counts from now; password null removes it. */
export const changePublicLinkSchema = z.strictObject({
  name: z.optional(settingsShape.name),
  choices: z.optional(settingsShape.choices),
  fields: z.optional(settingsShape.fields),
  freshSeconds: z.optional(settingsShape.freshSeconds),
  expiresInDays: z.optional(settingsShape.expiresInDays),
  password: z.optional(settingsShape.password),
  embedOrigins: z.optional(settingsShape.embedOrigins),
  isSignedOnly: z.optional(settingsShape.isSignedOnly),
})
export type ChangePublicLink = z.infer<typeof changePublicLinkSchema>

/** Answer of whatever makes a token. token: told only once. */
export const madePublicLinkSchema = z.object({ link: publicLinkSchema, token: z.string() })
export type MadePublicLink = z.infer<typeof madePublicLinkSchema>

/** Query of `GET /api/public-links`: those of one dashboard or chart, or all. */
export const listPublicLinksQuerySchema = z.object({
  kind: z.optional(publicLinkTargetSchema.shape.kind),
  target: z.optional(idSchema),
})

/** Answer of `GET /api/public-links`, newest first. mayMake: true if the asker may make links. */
export const publicLinkListSchema = z.object({ links: z.array(publicLinkSchema), mayMake: z.boolean() })
export type PublicLinkList = z.infer<typeof publicLinkListSchema>

export const listPublicLinksEndpoint = {
  method: 'GET',
  path: '/api/public-links',
  query: listPublicLinksQuerySchema,
  answer: publicLinkListSchema,
} as const satisfies ApiEndpoint

export const createPublicLinkEndpoint = {
  method: 'POST',
  path: '/api/public-links',
  body: createPublicLinkSchema,
  answer: madePublicLinkSchema,
} as const satisfies ApiEndpoint

export const changePublicLinkEndpoint = {
  method: 'PATCH',
  path: '/api/public-links/:id',
  body: changePublicLinkSchema,
  answer: publicLinkSchema,
} as const satisfies ApiEndpoint

export const rotatePublicLinkEndpoint = {
  method: 'POST',
  path: '/api/public-links/:id/token',
  answer: madePublicLinkSchema,
} as const satisfies ApiEndpoint

export const revokePublicLinkEndpoint = {
  method: 'DELETE',
  path: '/api/public-links/:id',
} as const satisfies ApiEndpoint
