'use client'

import { Lock, UserPlus, Users, X } from 'lucide-react'
import type { FolderAccess, FolderLevel } from '@tidemark/shared/access/folder-access'
import type { Member } from '@tidemark/shared/members/member'
import { useActor } from '@/client/workspace-client'
import { IconButton } from '@/ui/icon-button'
import { SegmentedControl } from '@/ui/segmented-control'
import { Select } from '@/ui/select'
import { granteeText } from './access-words'
import { firstGrants, granteeKey, granteesToAdd, without, withLevel } from './grant-list'

interface FolderGrantsProps {
  readonly access: FolderAccess
  /** Who sees it while it has no list, as the choice says it. */
  readonly around: string
  readonly members: readonly Member[]
  readonly mayChange: boolean
  readonly onChange: (access: FolderAccess) => void
}

const levelOptions = [
  { value: 'read', label: 'Can see' },
  { value: 'edit', label: 'Can edit' },
] as const satisfies readonly { readonly value: FolderLevel; readonly label: string }[]

/** Whom a folder is for: everyone around it, or a list. */
export function FolderGrants({ access, around, members, mayChange, onChange }: FolderGrantsProps) {
  const actor = useActor()
  const names = new Map(members.map(({ userId, name }) => [userId, name]))
  if (!mayChange) return null
  const toAdd = access === null ? [] : granteesToAdd(access, members)
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label="Whom it is for"
        value={access === null ? 'open' : 'kept'}
        options={[
          { value: 'open', label: around, icon: Users },
          { value: 'kept', label: 'Only some', icon: Lock },
        ]}
        onChange={(choice) => onChange(choice === 'open' ? null : [...firstGrants(actor)])}
        className="max-w-full flex-wrap"
      />
      {access !== null && (
        <>
          <ul aria-label="Whom it is for" className="divide-y divide-line rounded-tile border border-line">
            {access.map(({ to, level }) => (
              <li key={granteeKey(to)} className="flex items-center gap-2 py-1.5 pr-1.5 pl-3">
                <span className="min-w-0 flex-1 truncate">{granteeText(to, names)}</span>
                <Select
                  label={`What ${granteeText(to, names)} can do`}
                  hideLabel
                  value={level}
                  options={levelOptions}
                  onChange={(next) => onChange(withLevel(access, to, next))}
                  className="w-28 shrink-0"
                />
                <IconButton
                  icon={X}
                  label={`Take ${granteeText(to, names)} off the list`}
                  onClick={() => onChange(without(access, to))}
                />
              </li>
            ))}
            <li className="px-3 py-2 text-muted">Admins and owners can always see and edit.</li>
          </ul>
          {toAdd.length > 0 && (
            <Select
              label="Add somebody"
              hideLabel
              icon={UserPlus}
              value=""
              options={[
                { value: '', label: 'Add somebody…' },
                ...toAdd.map((to) => ({ value: granteeKey(to), label: granteeText(to, names) })),
              ]}
              onChange={(key) => {
                const to = toAdd.find((one) => granteeKey(one) === key)
                if (to !== undefined) onChange(withLevel(access, to, 'read'))
              }}
            />
          )}
        </>
      )}
    </div>
  )
}
