'use client'

import { useTeamSession } from '@/client/page/page-environment'
import { useActor } from '@/client/workspace/workspace-client'
import { Select } from '@/ui/fields/select'
import { nameOfMember, useMemberNames } from './use-member-names'

interface OwnerFieldProps {
  readonly ownerId: string | null
  readonly onChange: (userId: string | null) => void
}

/** The field for who answers for a thing, where there are several people. */
export function OwnerField({ ownerId, onChange }: OwnerFieldProps) {
  const isTeam = useTeamSession() !== null
  const { userId } = useActor()
  const names = useMemberNames()
  if (!isTeam) return null
  const ids = new Set([userId, ...names.keys(), ...(ownerId === null ? [] : [ownerId])])
  return (
    <Select
      label="Owner"
      value={ownerId ?? ''}
      options={[
        { value: '', label: 'Nobody' },
        ...[...ids].map((id) => ({ value: id, label: nameOfMember(id, userId, names) })),
      ]}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  )
}
