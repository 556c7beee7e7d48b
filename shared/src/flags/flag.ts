import * as z from 'zod/mini'
import { roles, type Role } from '../access/roles'
import { authorshipShape } from '../entries/define-mutator'

/** The name of a flag. Reports contain it, so it is an identifier and no sentence. */
export const flagNameSchema = z
  .string()
  .check(z.maxLength(40), z.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'small letters, digits and single dashes'))

const percentSchema = z.int().check(z.minimum(0), z.maximum(100))

/** The fields of a flag, without its authorship. */
export const flagShape = {
  name: flagNameSchema,
  description: z.string().check(z.trim(), z.maxLength(200)),
  /** The variants, in equal shares among those who have the flag; empty if it is only on or off. */
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
  /** Unix milliseconds; an archived flag is off for everyone. */
  archivedAt: z.nullable(z.int().check(z.minimum(0))),
} as const

/** A rule that decides who has a feature. Only admins see it; others see their own values. */
export const flagSchema = z.object({ ...flagShape, ...authorshipShape })
export type Flag = z.infer<typeof flagSchema>
export type PercentByRole = Flag['percentByRole']

export const flagPrefix = 'flag/'

export function flagKey(name: string): string {
  return `${flagPrefix}${name}`
}

/** Returns the same percentage for every role. */
export function samePercent(percent: number): PercentByRole {
  const entries = roles.map((role) => [role, percent] as const)
  // There is one entry per role.
  return Object.fromEntries(entries) as PercentByRole
}
