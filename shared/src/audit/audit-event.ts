import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'

export const auditActions = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'password-reset',
  'password-changed',
  'two-factor-on',
  'two-factor-off',
  'two-factor-reset',
  'backup-codes-created',
  'invite-created',
  'invite-revoked',
  'invite-accepted',
  'member-added',
  'member-role-changed',
  'member-attributes-changed',
  'member-removed',
  'member-left',
  'group-created',
  'group-renamed',
  'group-deleted',
  'group-handed-over',
  'group-member-added',
  'group-member-removed',
  'workspace-created',
  'workspace-changed',
  'token-created',
  'token-revoked',
  'folder-access-changed',
  'connection-access-changed',
  'dataset-access-changed',
  'webhook-created',
  'webhook-removed',
  'subscription-created',
  'subscription-changed',
  'subscription-removed',
  'subscription-sent',
  'subscription-stopped',
  'alert-created',
  'alert-changed',
  'alert-removed',
  'alert-fired',
  'alert-recovered',
  'alert-stopped',
  'job-run',
  'job-paused',
  'job-resumed',
  'row-rule-changed',
  'public-link-makers-changed',
  'public-link-created',
  'public-link-changed',
  'public-link-rotated',
  'public-link-revoked',
  'embed-key-created',
  'embed-key-revoked',
  'seen-as',
  'export',
  'import',
] as const
export const auditActionSchema = z.enum(auditActions)
export type AuditAction = z.infer<typeof auditActionSchema>

/**
 * An event that an admin may want to look up later. at: Unix milliseconds. actor: null for unknown people, as in a
 * failed sign-in, and for the server's own commands. target: the id or e-mail address acted upon. detail: depends on
 * the action, for example `{from: 'viewer', to: 'editor'}`. ip: null if unknown.
 */
export const auditEventSchema = z.object({
  id: z.string(),
  at: z.number(),
  actor: z.object({ kind: z.enum(['person', 'token', 'server', 'unknown']), userId: z.nullable(z.string()) }),
  action: auditActionSchema,
  target: z.nullable(z.string()),
  detail: z.record(z.string(), z.json()),
  ip: z.nullable(z.string()),
})
export type AuditEvent = z.infer<typeof auditEventSchema>

/** Selects events. from, to: Unix milliseconds, `to` exclusive. userId: the actor or the target. */
const auditFilterShape = {
  action: z.optional(auditActionSchema),
  userId: z.optional(z.string().check(z.maxLength(64))),
  from: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(0))),
  to: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(0))),
} as const
const auditFilterSchema = z.object(auditFilterShape)
export type AuditFilter = z.infer<typeof auditFilterSchema>

/** Query of `GET /api/audit`. before: the `next` of the previous page. */
export const auditQuerySchema = z.object({
  ...auditFilterShape,
  before: z.optional(z.string().check(z.maxLength(64))),
  limit: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200)), 50),
})
export type AuditQuery = z.infer<typeof auditQuerySchema>

export const auditFileFormats = ['csv', 'ndjson'] as const
export type AuditFileFormat = (typeof auditFileFormats)[number]

/** Body of `POST /api/audit/export`. */
export const auditExportSchema = z.strictObject({ format: z.enum(auditFileFormats), ...auditFilterShape })
export type AuditExport = z.infer<typeof auditExportSchema>

/** Answer of `GET /api/audit`, newest first. people: the names of all users that occur. next: null on the last page. */
export const auditPageSchema = z.object({
  events: z.array(auditEventSchema),
  people: z.record(z.string(), z.string()),
  next: z.nullable(z.string()),
})
export type AuditPage = z.infer<typeof auditPageSchema>

export const auditPageEndpoint = {
  method: 'GET',
  path: '/api/audit',
  query: auditQuerySchema,
  answer: auditPageSchema,
} as const satisfies ApiEndpoint

/** Its answer is a file. */
export const auditExportEndpoint = {
  method: 'POST',
  path: '/api/audit/export',
  body: auditExportSchema,
} as const satisfies ApiEndpoint
