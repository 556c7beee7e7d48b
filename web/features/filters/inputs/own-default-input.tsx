'use client'

import { useId } from 'react'
import { longestAttributeName, reservedAttributes } from '@tidemark/shared/access/attributes'
import { useTeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { fetchMembers } from '@/features/members/members-api'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'

interface OwnDefaultInputProps {
  /** Null: the filter begins with the same value for everyone. */
  readonly attribute: string | null
  readonly error: string | undefined
  readonly onChange: (attribute: string | null) => void
}

/** The input for whether a filter begins with the same value for everyone or with an attribute of each person. */
export function OwnDefaultInput({ attribute, error, onChange }: OwnDefaultInputProps) {
  const team = useTeamSession()
  // Without accounts there is nothing to choose; what came with an imported dashboard can be taken off.
  if (team === null && attribute === null) return null
  return (
    <div className="flex flex-col gap-2">
      <Select
        label="It begins with"
        value={attribute === null ? 'same' : 'own'}
        options={[
          { value: 'same', label: 'The same value for everyone' },
          { value: 'own', label: 'Each person’s own attribute' },
        ]}
        onChange={(value) => onChange(value === 'same' ? null : '')}
      />
      {attribute !== null && team !== null && <AttributeField {...{ attribute, error, onChange }} />}
      {attribute !== null && team === null && (
        <p className="text-small text-muted">
          {`It is set to each person’s own “${attribute}”. Nobody signs in here, so nobody has attributes and the value below counts.`}
        </p>
      )}
    </div>
  )
}

function AttributeField({ attribute, error, onChange }: OwnDefaultInputProps) {
  const listId = useId()
  const { state } = useLoaded(fetchMembers)
  const names = state.kind === 'ready' ? state.value.attributeNames : []
  return (
    <>
      <TextField
        label="Attribute"
        value={attribute ?? ''}
        maxLength={longestAttributeName}
        autoComplete="off"
        spellCheck={false}
        list={listId}
        error={error}
        hint="Admins set attributes on the page Members. This is only where the filter begins: everyone can choose other values, so it protects nothing."
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {[...names, ...reservedAttributes].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
