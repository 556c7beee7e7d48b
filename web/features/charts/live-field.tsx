'use client'

import { useRef, useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { TextField } from '@/ui/fields/text-field'

export interface LiveFieldProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly placeholder?: string | undefined
  readonly autoFocus?: boolean
  readonly hideLabel?: boolean
  /** actionId: one per visit of the field, so that a typed word is one undo step. */
  readonly onChange: (value: string, actionId: string) => void
}

/** A text field whose every keystroke applies at once; while it is in use, changes from elsewhere do not affect it. */
export function LiveField({ label, value, maxLength, placeholder, autoFocus, hideLabel, onChange }: LiveFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const visit = useRef('')
  return (
    <TextField
      label={label}
      value={typed ?? value}
      maxLength={maxLength}
      placeholder={placeholder}
      autoFocus={autoFocus}
      hideLabel={hideLabel}
      onFocus={() => (visit.current = newId())}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(event.target.value, visit.current === '' ? (visit.current = newId()) : visit.current)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
