import * as z from 'zod/mini'
import { roles, type Role } from '../access/roles'
import { authorshipShape } from '../entries/define-mutator'

/** The name of a flag. It goes into reports, so it is a name and no sentence. */
export const flagNameSchema = z
  .string()
  .check(z.maxLength(40), z.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'small letters, digits and single dashes'))

const percentSchema = z.int().check(z.minimum(0), z.maximum(100))

/** The fields of a flag, without those of its creation. */
export const flagShape = {
  name: flagNameSchema,
  description: z.string().check(z.trim(), z.maxLength(200)),
  /** The variants, in equal shares among those who have the flag; none: they have it or not. */
  variants: z.array(flagNameSchema).check(
    z.maxLength(8),
    z.refine((names) => new Set(names).size === names.length, 'each once'),
  ),
  /** The percentage of each role that has the flag. */
  percentByRole: z.strictObject({
    viewer: percentSchema,
    explorer: percentSchema,
    editor: percentSchema,
    admin: percentSchema,
    owner: percentSchema,
  } satisfies Record<Role, typeof percentSchema>),
  /** Unix milliseconds; nobody has an archived one. */
  archivedAt: z.nullable(z.int().check(z.minimum(0))),
} as const

/** A rule that decides who has a feature. Admins alone see it; others see what they have. */
export const flagSchema = z.object({ ...flagShape, ...authorshipShape })
export type Flag = z.infer<typeof flagSchema>
export type PercentByRole = Flag['percentByRole']

export const flagPrefix = 'flag/'

export function flagKey(name: string): string {
  return `${flagPrefix}${name}`
}

/** The same share for every role. */
export function samePercent(percent: number): PercentByRole {
  const entries = roles.map((role) => [role, percent] as const)
  // One entry for each of the roles.
  return Object.fromEntries(entries) as PercentByRole
}
