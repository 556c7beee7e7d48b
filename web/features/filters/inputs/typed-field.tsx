'use client'

import { useEffect, useRef, useState } from 'react'
import { notNumberText, TextField } from '@/ui/fields/text-field'

interface TypedFieldProps {
  readonly label: string
  readonly type: 'text' | 'number'
  readonly value: string
  readonly onCommit: (text: string) => void
  /** Called on Enter; without it, Enter submits the surrounding form. */
  readonly onDone?: (() => void) | undefined
}

/** A field whose text applies on Enter, on blur and when it unmounts. */
export function TypedField({ label, type, value, onCommit, onDone }: TypedFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  // Browsers report an empty text for invalid numbers and for too large ones: 1e400 would count as none.
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
  // A press outside closes the surrounding panel before the field's blur.
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
