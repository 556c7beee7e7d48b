'use client'

import { Lock, Users } from 'lucide-react'
import type { Folder } from '@tidemark/shared/folders/folder'
import type { Member } from '@tidemark/shared/members/member'
import { useMutate } from '@/client/workspace/use-mutate'
import { useActor } from '@/client/workspace/workspace-client'
import { SegmentedControl } from '@/ui/buttons/segmented-control'
import { reportProblem } from '../messages/report-problem'
import { GrantEditor } from './grant-editor'
import { firstGrants } from './grant-list'

interface FolderGrantsProps {
  readonly folder: Pick<Folder, 'id' | 'access'>
  /** The audience while there is no list, in the words of the choice. */
  readonly around: string
  readonly members: readonly Member[]
}

/** The editor of a folder's audience: everyone around it, or a list. */
export function FolderGrants({ folder: { id, access }, around, members }: FolderGrantsProps) {
  const actor = useActor()
  const mutate = useMutate()
  const step = { label: 'Change folder access' }
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label="Whom it is for"
        value={access === null ? 'open' : 'kept'}
        options={[
          { value: 'open', label: around, icon: Users },
          { value: 'kept', label: 'Only some', icon: Lock },
        ]}
        onChange={(choice) => {
          if (choice === 'open') mutate('openFolder', { id }, step).catch(reportProblem)
          else mutate('keepFolder', { id, first: firstGrants(actor) }, step).catch(reportProblem)
        }}
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
          onGrant={(grant) => void mutate('grantFolder', { id, ...grant }, step).catch(reportProblem)}
          onRevoke={(to) => void mutate('revokeFolder', { id, to }, step).catch(reportProblem)}
        />
      )}
    </div>
  )
}
