'use client'

import { useEffect, useRef, useState } from 'react'
import { notNumberText, TextField } from '@/ui/fields/text-field'

interface TypedFieldProps {
  readonly label: string
  readonly type: 'text' | 'number' | 'date'
  readonly value: string
  readonly onCommit: (text: string) => void
  /** Enter ends it all; without, Enter sends the form around the field. */
  readonly onDone?: (() => void) | undefined
}

/** A field whose text counts with Enter, when it is left, and when it goes away with what it stands in. */
export function TypedField({ label, type, value, onCommit, onDone }: TypedFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  // The browser gives no text for what is no number, nor for one too large: 1e400 would count as none.
  const [isNoNumber, setNoNumber] = useState(false)
  const commit = () => {
    if (isNoNumber) return
    if (typed !== null && typed !== value) onCommit(typed)
    setTyped(null)
  }
  const latest = useRef(commit)
  useEffect(() => {
    latest.current = commit
  })
  // A press outside closes the panel around it before the field is left.
  useEffect(() => () => latest.current(), [])
  return (
    <TextField
      label={label}
      type={type}
      value={typed ?? value}
      error={isNoNumber ? notNumberText : undefined}
      step={type === 'number' ? 'any' : undefined}
      onChange={(event) => {
        setTyped(event.target.value)
        setNoNumber(event.target.validity.badInput)
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.currentTarget.value = value
          setTyped(null)
          setNoNumber(false)
        }
        if (event.key !== 'Enter') return
        commit()
        if (onDone === undefined) return
        event.preventDefault()
        if (isNoNumber) return
        onDone()
      }}
    />
  )
}
