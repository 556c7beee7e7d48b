'use client'

import { useRef, useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { typedNumber } from '@tidemark/shared/charts/plot/numbers/typed-number'
import { notNumberText, TextField } from '@/ui/fields/text-field'

export interface TypedNumberFieldProps {
  readonly label: string
  readonly hideLabel?: boolean
  /** The number as it was typed; empty for none. */
  readonly value: string
  readonly placeholder?: string | undefined
  readonly className?: string | undefined
  readonly autoFocus?: boolean
  /** actionId: one per visit of the field, so that a typed number is one undo step. */
  readonly onChange: (value: string, actionId: string) => void
}

/** A field whose number applies while it is typed and is kept as typed. What is no number stays here, and says so. */
export function TypedNumberField({ value, onChange, ...props }: TypedNumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const visit = useRef('')
  const text = typed ?? value
  const isNumber = text.trim() === '' || typedNumber(text) !== null
  return (
    <TextField
      {...props}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      error={isNumber ? undefined : notNumberText}
      onFocus={() => (visit.current = newId())}
      onChange={({ target }) => {
        setTyped(target.value)
        const next = target.value.trim()
        if (next !== value && (next === '' || typedNumber(next) !== null))
          onChange(next, visit.current === '' ? (visit.current = newId()) : visit.current)
      }}
      onBlur={() => isNumber && setTyped(null)}
    />
  )
}
