import * as z from 'zod/mini'

/**
 * The levels of access to a connection, ascending: see results of saved charts, use the builder, write SQL. Folder
 * grants decide who may read or edit a folder's content.
 */
export const connectionLevels = ['results', 'builder', 'sql'] as const
export const connectionLevelSchema = z.enum(connectionLevels)
export type ConnectionLevel = z.infer<typeof connectionLevelSchema>

export const grantSchema = z.discriminatedUnion('on', [
  z.object({ on: z.literal('connection'), connectionId: z.string(), level: connectionLevelSchema }),
  z.object({ on: z.literal('folder'), folderId: z.string(), level: z.enum(['read', 'edit']) }),
])
export type Grant = z.infer<typeof grantSchema>

/** The uses that an API token may be limited to. */
export const tokenScopes = [
  'data:read',
  'data:notify',
  'query:run',
  'content:read',
  'content:write',
  'members:manage',
] as const
export const tokenScopeSchema = z.enum(tokenScopes)
export type TokenScope = z.infer<typeof tokenScopeSchema>
