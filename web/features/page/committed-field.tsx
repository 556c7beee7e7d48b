'use client'

import { toName } from '@tidemark/shared/base/name'
import { useState } from 'react'
import { TextField } from '@/ui/fields/text-field'

export interface CommittedFieldProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  /** Called with the name on blur or Enter; not if it has nothing visible or is unchanged. */
  readonly onCommit: (value: string) => void
}

/** A field whose text is stored on blur, so that half a name is never stored. Escape restores the old text. */
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
