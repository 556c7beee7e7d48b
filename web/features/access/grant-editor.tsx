'use client'

import { User, UserPlus, Users, X } from 'lucide-react'
import { granteeKey, type GrantTo } from '@tidemark/shared/access/grant-list'
import type { Grantee } from '@tidemark/shared/access/grantee'
import type { PeopleGroup } from '@tidemark/shared/groups/people-group'
import type { Member } from '@tidemark/shared/members/member'
import { IconButton } from '@/ui/buttons/icon-button'
import { Select, type SelectOption } from '@/ui/fields/select'
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
          <li key={granteeKey(to)} className="flex items-center gap-2 py-1.5 pr-1.5 pl-3">
            <GranteeIcon to={to} />
            <span className="min-w-0 flex-1 truncate">{granteeText(to, names)}</span>
            <Select
              label={`Access of ${granteeText(to, names)}`}
              hideLabel
              value={level}
              options={levels}
              onChange={(next) => onGrant({ to, level: next, from: level })}
              className="w-44 shrink-0 max-sm:w-40"
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
        <Select
          label="Add people"
          hideLabel
          icon={UserPlus}
          value=""
          options={[
            { value: '', label: 'Add people…' },
            ...toAdd.map((to) => ({
              value: granteeKey(to),
              label: to.kind === 'group' ? `${granteeText(to, names)} · group` : granteeText(to, names),
            })),
          ]}
          onChange={(key) => {
            const to = toAdd.find((one) => granteeKey(one) === key)
            if (to !== undefined) onGrant({ to, level: levels[0].value })
          }}
        />
      )}
    </div>
  )
}

/** Tells people from groups and roles, whose names can be alike. */
function GranteeIcon({ to }: { readonly to: Grantee }) {
  const Icon = to.kind === 'person' ? User : Users
  return <Icon aria-hidden className="size-4 shrink-0 text-muted" />
}
