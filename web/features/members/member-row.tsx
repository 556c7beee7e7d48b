'use client'

import { Ellipsis, LogOut, UserMinus } from 'lucide-react'
import type { Role } from '@tidemark/shared/access/roles'
import type { Member } from '@tidemark/shared/members/member'
import { mayChangeRole, mayRemove, rolesToGive } from '@tidemark/shared/members/member-rules'
import { Avatar } from '@/ui/avatar'
import { IconButton } from '@/ui/buttons/icon-button'
import { Menu, MenuItem } from '@/ui/popups/menu'
import { Select } from '@/ui/fields/select'
import { roleWords } from './role-words'

interface MemberRowProps {
  readonly member: Member
  readonly ownRole: Role
  readonly isOneself: boolean
  /** The only owner: their role stays, and so do they. */
  readonly isLastOwner: boolean
  readonly onRole: (role: Role) => void
  readonly onRemove: () => void
}

/** One person of the workspace, with what the reader may do about them. */
export function MemberRow({ member, ownRole, isOneself, isLastOwner, onRole, onRemove }: MemberRowProps) {
  const choices = isLastOwner
    ? []
    : rolesToGive(ownRole).filter((role) => role === member.role || mayChangeRole(ownRole, member.role, role))
  const canChoose = choices.includes(member.role)
  const canRemove = !isLastOwner && (isOneself || mayRemove(ownRole, member.role))
  return (
    <li className="flex items-center gap-3 py-2.5 max-sm:flex-wrap">
      <Avatar name={member.name} />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {member.name}
          {isOneself && <span className="font-normal text-muted"> (you)</span>}
        </p>
        {member.email !== null && <p className="text-small wrap-anywhere text-muted">{member.email}</p>}
      </div>
      {canChoose ? (
        <div className="w-28 shrink-0 max-sm:order-1 max-sm:basis-full max-sm:pl-10">
          <Select
            label={`Role of ${member.name}`}
            hideLabel
            value={member.role}
            options={choices.map((value) => ({ value, label: roleWords[value].name }))}
            onChange={onRole}
          />
        </div>
      ) : (
        <span className="w-28 shrink-0 px-2.5 text-muted max-sm:order-1 max-sm:basis-full max-sm:pl-10">
          {roleWords[member.role].name}
        </span>
      )}
      {canRemove ? (
        <Menu
          label={member.name}
          align="end"
          trigger={<IconButton icon={Ellipsis} label={`More about ${member.name}`} />}
        >
          <MenuItem icon={isOneself ? LogOut : UserMinus} danger onSelect={onRemove}>
            {isOneself ? 'Leave the workspace…' : 'Remove from the workspace…'}
          </MenuItem>
        </Menu>
      ) : (
        <span aria-hidden className="w-[30px] shrink-0 touch:w-11 max-sm:hidden" />
      )}
    </li>
  )
}
