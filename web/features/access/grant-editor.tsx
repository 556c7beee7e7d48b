'use client'

import { User, UserPlus, Users, X, type LucideIcon } from 'lucide-react'
import { granteeKey, type GrantTo } from '@tidemark/shared/access/grant-list'
import type { Grantee } from '@tidemark/shared/access/grantee'
import type { PeopleGroup } from '@tidemark/shared/groups/people-group'
import type { Member } from '@tidemark/shared/members/member'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { Select, type SelectOption } from '@/ui/fields/select'
import { Popover } from '@/ui/popups/popover'
import { PickList } from '../commands/pick-list'
import { roleWords } from '../members/role-words'
import { granteeNames, granteeText } from './access-words'
import { granteesToAdd } from './suggested-grants'

interface GrantEditorProps<Level extends string> {
  readonly label: string
  readonly grants: readonly GrantTo<Level>[]
  /** The levels that can be granted, ascending; a new grantee starts with the first. */
  readonly levels: readonly [SelectOption<Level>, ...SelectOption<Level>[]]
  /** The note about people who have access without a line of their own. */
  readonly note: string
  readonly members: readonly Member[]
  readonly groups: readonly PeopleGroup[]
  /** from: the level before the change; absent for a new grantee. */
  readonly onGrant: (grant: GrantTo<Level> & { readonly from?: Level }) => void
  readonly onRevoke: (to: Grantee) => void
}

/** A list of people, groups and roles with the level of each. Every change is stored at once. */
export function GrantEditor<Level extends string>(props: GrantEditorProps<Level>) {
  const { label, grants, levels, note, members, groups, onGrant, onRevoke } = props
  const names = granteeNames(members, groups)
  const toAdd = granteesToAdd(grants, members, groups)
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={label} className="divide-y divide-line rounded-tile border border-line">
        {grants.map(({ to, level }) => (
          <li
            key={granteeKey(to)}
            className="flex items-center gap-2 py-1.5 pr-1.5 pl-3 max-sm:flex-wrap max-sm:gap-y-0"
          >
            <GranteeIcon to={to} />
            <span className="min-w-0 flex-1 truncate">{granteeText(to, names)}</span>
            <Select
              label={`Access of ${granteeText(to, names)}`}
              hideLabel
              value={level}
              options={levels}
              onChange={(next) => onGrant({ to, level: next, from: level })}
              className="w-44 shrink-0 max-sm:order-1 max-sm:w-full max-sm:basis-full max-sm:pr-1.5 max-sm:pb-1.5"
            />
            <IconButton
              icon={X}
              label={`Remove ${granteeText(to, names)} from the list`}
              onClick={() => onRevoke(to)}
            />
          </li>
        ))}
        <li className="px-3 py-2 text-muted">{note}</li>
      </ul>
      {toAdd.length > 0 && (
        <Popover
          label="Add people"
          width={320}
          trigger={
            <Button icon={UserPlus} className="self-start">
              Add people
            </Button>
          }
        >
          <PickList
            label="Find people, groups or roles"
            emptyText="Nobody has this name."
            isEmptiedByPick
            groups={kinds.map(({ kind, title }) => ({
              title,
              items: toAdd
                .filter((to) => to.kind === kind)
                .map((to) => ({
                  key: granteeKey(to),
                  label: granteeText(to, names),
                  icon: iconOf(to),
                  ...aboutPerson(to, members),
                  onPick: () => onGrant({ to, level: levels[0].value }),
                })),
            }))}
          />
        </Popover>
      )}
    </div>
  )
}

const kinds = [
  { kind: 'person', title: 'People' },
  { kind: 'group', title: 'Groups' },
  { kind: 'role', title: 'Roles' },
] as const satisfies readonly { readonly kind: Grantee['kind']; readonly title: string }[]

/** Returns what tells people of one name apart, and finds them. */
function aboutPerson(to: Grantee, members: readonly Member[]) {
  const member = to.kind === 'person' ? members.find(({ userId }) => userId === to.userId) : undefined
  if (member === undefined) return {}
  return { note: roleWords[member.role].name, about: member.email ?? undefined, keywords: member.email ?? '' }
}

/** Tells people from groups and roles, whose names can be alike. */
function iconOf(to: Grantee): LucideIcon {
  return to.kind === 'person' ? User : Users
}

function GranteeIcon({ to }: { readonly to: Grantee }) {
  const Icon = iconOf(to)
  return <Icon aria-hidden className="size-4 shrink-0 text-muted" />
}
