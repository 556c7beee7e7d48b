import * as z from 'zod/mini'

export const profileIdSchema = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))
  .brand<'ProfileId'>()
export type ProfileId = z.infer<typeof profileIdSchema>

export const maxNameLength = 80

/** The https origin of a team server, as it is compared with where pages want to go. */
export const teamOriginSchema = z.string().check(z.refine((text) => parseTeamOrigin(text) === text, 'an https origin'))

const localProfileSchema = z.object({
  kind: z.literal('local'),
  id: profileIdSchema,
  name: z.string().check(z.minLength(1), z.maxLength(maxNameLength)),
  /** Kept, because browsers keep their data by origin: another port would be another, empty browser database. */
  port: z.int().check(z.minimum(1024), z.maximum(65_535)),
})

const teamProfileSchema = z.object({
  kind: z.literal('team'),
  id: profileIdSchema,
  name: z.string().check(z.minLength(1), z.maxLength(maxNameLength)),
  origin: teamOriginSchema,
})

/** One place to work: this computer with a data folder of its own, or a team's server. */
export const profileSchema = z.discriminatedUnion('kind', [localProfileSchema, teamProfileSchema])
export type Profile = z.infer<typeof profileSchema>
export type LocalProfile = z.infer<typeof localProfileSchema>
export type TeamProfile = z.infer<typeof teamProfileSchema>

/** Parses a typed address of a team as its origin; null unless it is https without user and password. */
export function parseTeamOrigin(text: string): string | null {
  const trimmed = text.trim()
  const address =
    /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/:]+:\d+(\/|$)/.test(trimmed) ? trimmed : `https://${trimmed}`
  if (trimmed === '' || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.origin : null
}

/** Pages of different profiles share nothing: neither cookies nor databases. */
export function partitionOf({ id }: Profile): string {
  return `persist:profile-${id}`
}
