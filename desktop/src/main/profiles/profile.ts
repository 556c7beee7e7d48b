import * as z from 'zod/mini'

export const profileIdSchema = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))
  .brand<'ProfileId'>()
export type ProfileId = z.infer<typeof profileIdSchema>

export const maxNameLength = 80

/** The https origin of a team server, in the form in which navigation targets are compared with it. */
export const teamOriginSchema = z.string().check(z.refine((text) => parseTeamOrigin(text) === text, 'an https origin'))

const localProfileSchema = z.object({
  kind: z.literal('local'),
  id: profileIdSchema,
  name: z.string().check(z.minLength(1), z.maxLength(maxNameLength)),
  /** Stored, because browsers keep data by origin: with another port the browser database would be a new, empty one. */
  port: z.int().check(z.minimum(1024), z.maximum(65_535)),
})

const teamProfileSchema = z.object({
  kind: z.literal('team'),
  id: profileIdSchema,
  name: z.string().check(z.minLength(1), z.maxLength(maxNameLength)),
  origin: teamOriginSchema,
})

/** A place to work: this computer with its own data folder, or a team's server. */
export const profileSchema = z.discriminatedUnion('kind', [localProfileSchema, teamProfileSchema])
export type Profile = z.infer<typeof profileSchema>
export type LocalProfile = z.infer<typeof localProfileSchema>
export type TeamProfile = z.infer<typeof teamProfileSchema>

/** Parses a typed team address and returns its origin; null unless it is https without user and password. */
export function parseTeamOrigin(text: string): string | null {
  const trimmed = text.trim()
  const address =
    /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/:]+:\d+(\/|$)/.test(trimmed) ? trimmed : `https://${trimmed}`
  if (trimmed === '' || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.origin : null
}

/** Returns the profile's session partition: pages of different profiles share neither cookies nor databases. */
export function partitionOf({ id }: Profile): string {
  return `persist:profile-${id}`
}
