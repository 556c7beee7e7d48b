import type { Role } from '../access/roles'
import { hashToUnit } from '../base/hash-to-unit'
import type { Flag } from './flag'

/** The person that a flag is evaluated for. */
export interface FlagSubject {
  readonly userId: string
  readonly role: Role
}

/** false: not on. Else the variant, or true where the flag has none. */
export type FlagValue = boolean | string

/**
 * A person's value of a flag. The same for the same person, name and share; a larger share keeps all who had it, and
 * each flag draws its people anew.
 */
export function evaluateFlag(
  { name, variants, percentByRole, archivedAt }: Pick<Flag, 'name' | 'variants' | 'percentByRole' | 'archivedAt'>,
  { userId, role }: FlagSubject,
): FlagValue {
  if (archivedAt !== null) return false
  if (hashToUnit(`${name}/${userId}`) * 100 >= percentByRole[role]) return false
  return variants[Math.floor(hashToUnit(`${name}/variant/${userId}`) * variants.length)] ?? true
}
