import { listOf } from '@tidemark/shared/base/list-of'
import { roles, type Role } from '@tidemark/shared/access/roles'
import { evaluateFlag, type FlagSubject } from '@tidemark/shared/flags/evaluate-flag'
import type { Flag, PercentByRole } from '@tidemark/shared/flags/flag'
import type { Member } from '@tidemark/shared/members/member'
import { roleWords } from '../members/role-words'

/** Describes a flag's audience in a few words: `Off`, `Everyone`, `All admins and owners, 25 % of editors`. */
export function audienceWords(percentByRole: PercentByRole): string {
  const shares = roles.map((role) => percentByRole[role])
  const [first = 0] = shares
  if (shares.every((share) => share === first)) return first === 0 ? 'Off' : shareWords(first, 'everyone')
  const byShare = new Map<number, Role[]>()
  for (const role of roles) {
    const share = percentByRole[role]
    if (share > 0) byShare.set(share, [...(byShare.get(share) ?? []), role])
  }
  return [...byShare]
    .toSorted(([a], [b]) => b - a)
    .map(([share, of]) => shareWords(share, listOf(of.map(pluralOf))))
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase())
}

/** Returns true if a person has the flag, in any variant; an undefined flag is off for everyone. */
export function isOnFor(flag: Flag | null, subject: FlagSubject): boolean {
  return flag !== null && evaluateFlag(flag, subject) !== false
}

/** Returns the names of the members who have a flag, with their variants if there are any, in the given order. */
export function membersWith(flag: Flag, members: readonly Member[]): readonly string[] {
  return members.flatMap(({ userId, role, name }) => {
    const value = evaluateFlag(flag, { userId, role })
    return value === false ? [] : [value === true ? name : `${name} (${value})`]
  })
}

function shareWords(share: number, whom: string): string {
  if (whom === 'everyone') return share === 100 ? 'Everyone' : `${share} % of everyone`
  return share === 100 ? `all ${whom}` : `${share} % of ${whom}`
}

function pluralOf(role: Role): string {
  return `${roleWords[role].name.toLowerCase()}s`
}
