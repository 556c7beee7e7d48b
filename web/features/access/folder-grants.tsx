'use client'

import { Lock, Users } from 'lucide-react'
import type { FolderAccess } from '@tidemark/shared/access/folder-access'
import type { Member } from '@tidemark/shared/members/member'
import { useActor } from '@/client/workspace-client'
import { SegmentedControl } from '@/ui/segmented-control'
import { GrantEditor } from './grant-editor'
import { firstGrants } from './grant-list'

interface FolderGrantsProps {
  readonly access: FolderAccess
  /** Who sees it while it has no list, as the choice says it. */
  readonly around: string
  readonly members: readonly Member[]
  readonly onChange: (access: FolderAccess) => void
}

/** Whom a folder is for: everyone around it, or a list. */
export function FolderGrants({ access, around, members, onChange }: FolderGrantsProps) {
  const actor = useActor()
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label="Whom it is for"
        value={access === null ? 'open' : 'kept'}
        options={[
          { value: 'open', label: around, icon: Users },
          { value: 'kept', label: 'Only some', icon: Lock },
        ]}
        onChange={(choice) => onChange(choice === 'open' ? null : firstGrants(actor))}
      />
      {access !== null && (
        <GrantEditor
          label="Whom it is for"
          grants={access}
          levels={[
            { value: 'read', label: 'Can see' },
            { value: 'edit', label: 'Can edit' },
          ]}
          note="Admins and owners can always see and edit."
          members={members}
          onChange={onChange}
        />
      )}
    </div>
  )
}
