'use client'

import { toName } from '@tidemark/shared/base/name'
import { useState } from 'react'
import { TextField } from '@/ui/fields/text-field'

export interface CommittedFieldProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  /** Gets the name when the field is left or Enter is pressed; not when there is nothing to see in it or it is unchanged. */
  readonly onCommit: (value: string) => void
}

/** A field whose text is kept when it is left: half a name is nobody's business. Escape puts the old text back. */
export function CommittedField({ label, value, maxLength, onCommit }: CommittedFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const commit = () => {
    const name = toName(draft ?? '')
    setDraft(null)
    if (name !== '' && name !== value) onCommit(name)
  }
  return (
    <TextField
      label={label}
      hideLabel
      value={draft ?? value}
      maxLength={maxLength}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') setDraft(null)
      }}
    />
  )
}
