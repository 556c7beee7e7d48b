'use client'

import { useId, useState, type KeyboardEvent } from 'react'
import { classNames } from '@/ui/class-names'
import { fieldClass, TextField } from '@/ui/fields/text-field'

interface TextSettingProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly placeholder?: string | undefined
  /** Several lines, which Ctrl or Command and Enter keep. */
  readonly isLong?: boolean
  readonly hideLabel?: boolean
  readonly className?: string
  /** True for a field that somebody has just asked for. */
  readonly takesFocus?: boolean
  /** Gets the text when the field is left or Enter is pressed; an empty one takes back what was said. */
  readonly onCommit: (value: string) => void
  /** The field is left, or its text is put back. */
  readonly onLeave?: () => void
}

/** A text that may be empty and is kept when its field is left. Escape puts the old text back. */
export function TextSetting({
  isLong = false,
  hideLabel = false,
  takesFocus = false,
  className,
  ...props
}: TextSettingProps) {
  const { label, value, maxLength, placeholder, onCommit, onLeave } = props
  const [draft, setDraft] = useState<string | null>(null)
  const id = useId()
  const commit = () => {
    const text = draft?.trim() ?? value
    setDraft(null)
    if (text !== value) onCommit(text)
  }
  const leave = () => {
    commit()
    onLeave?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) commit()
    if (event.key !== 'Escape') return
    // The text goes back, and what is around the field stays open.
    if (draft !== null) event.stopPropagation()
    setDraft(null)
    onLeave?.()
  }
  const field = { maxLength, placeholder, value: draft ?? value, onBlur: leave, onKeyDown }
  if (!isLong)
    return (
      <TextField
        label={label}
        hideLabel={hideLabel}
        className={className}
        onChange={(event) => setDraft(event.target.value)}
        {...field}
      />
    )
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-small font-medium text-muted'}>
        {label}
      </label>
      <textarea
        id={id}
        ref={takesFocus ? focus : undefined}
        rows={2}
        dir="auto"
        onChange={(event) => setDraft(event.target.value)}
        className={`${fieldClass} field-sizing-content max-h-60 min-h-14 w-full resize-none px-2.5 py-1.5 h-auto!`}
        {...field}
      />
    </div>
  )
}

function focus(field: HTMLTextAreaElement | null): void {
  field?.focus()
}
