import * as z from 'zod'

export const auditActions = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'password-reset',
  'password-changed',
  'invite-created',
  'invite-revoked',
  'invite-accepted',
  'member-role-changed',
  'member-removed',
  'member-left',
  'workspace-created',
  'workspace-changed',
  'token-created',
  'token-revoked',
  'folder-access-changed',
  'connection-access-changed',
  'export',
  'import',
] as const
export const auditActionSchema = z.enum(auditActions)
export type AuditAction = z.infer<typeof auditActionSchema>

/**
 * Something that an admin may want to know later. at: Unix milliseconds. actor: null for somebody unknown, as in a failed
 * sign-in, and for the server's own commands. target: what it was done to, by id or e-mail address. detail: what the
 * action needs to be told, for example `{from: 'viewer', to: 'editor'}`. ip: null where it is not known.
 */
export const auditEventSchema = z.object({
  id: z.string(),
  at: z.number(),
  actor: z.object({ kind: z.enum(['person', 'token', 'server', 'unknown']), userId: z.string().nullable() }),
  action: auditActionSchema,
  target: z.string().nullable(),
  detail: z.record(z.string(), z.json()),
  ip: z.string().nullable(),
})
export type AuditEvent = z.infer<typeof auditEventSchema>

/** Which events are meant. from, to: Unix milliseconds; `to` itself is left out. userId: who did it, or whom it was done to. */
const auditFilterShape = {
  action: auditActionSchema.optional(),
  userId: z.string().max(64).optional(),
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
} as const
const auditFilterSchema = z.object(auditFilterShape)
export type AuditFilter = z.infer<typeof auditFilterSchema>

/** Query of `GET /api/audit`. before: the `next` of the page before. */
export const auditQuerySchema = z.object({
  ...auditFilterShape,
  before: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type AuditQuery = z.infer<typeof auditQuerySchema>

export const auditFileFormats = ['csv', 'ndjson'] as const
export type AuditFileFormat = (typeof auditFileFormats)[number]

/** Body of `POST /api/audit/export`. */
export const auditExportSchema = z.strictObject({ format: z.enum(auditFileFormats), ...auditFilterShape })
export type AuditExport = z.infer<typeof auditExportSchema>

/** Answer of `GET /api/audit`, the newest first. people: the names of all who occur. next: null on the last page. */
export const auditPageSchema = z.object({
  events: z.array(auditEventSchema),
  people: z.record(z.string(), z.string()),
  next: z.string().nullable(),
})
export type AuditPage = z.infer<typeof auditPageSchema>
