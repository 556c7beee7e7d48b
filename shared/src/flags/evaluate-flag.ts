import type { Role } from '../access/roles'
import { hashToUnit } from '../base/hash-to-unit'
import type { Flag } from './flag'

/** The person that a flag is evaluated for. */
export interface FlagSubject {
  readonly userId: string
  readonly role: Role
}

/** false: off. Otherwise the variant, or true if the flag has none. */
export type FlagValue = boolean | string

/**
 * Evaluates a flag for a person. The same person, name and percentage always give the same value; a larger percentage
 * keeps everyone who had it, and each flag selects people independently.
 */
export function evaluateFlag(
  { name, variants, percentByRole, archivedAt }: Pick<Flag, 'name' | 'variants' | 'percentByRole' | 'archivedAt'>,
  { userId, role }: FlagSubject,
): FlagValue {
  if (archivedAt !== null) return false
  if (hashToUnit(`${name}/${userId}`) * 100 >= percentByRole[role]) return false
  return variants[Math.floor(hashToUnit(`${name}/variant/${userId}`) * variants.length)] ?? true
}
