'use client'

import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { classNames } from './class-names'

export interface InlineEditProps {
  readonly value: string
  /** What is edited, such as `Dashboard name`. */
  readonly label: string
  /** Gets the trimmed new text; not called when it is blank or unchanged. */
  readonly onCommit: (value: string) => void
  readonly maxLength?: number | undefined
  /** Edit from the outside, such as a menu's Rename; `onEditingChange(false)` says it ended. */
  readonly editing?: boolean | undefined
  readonly onEditingChange?: ((editing: boolean) => void) | undefined
  /** Type of the text: the same classes style the text and the field. */
  readonly className?: string | undefined
}

/**
 * Text that is edited where it stands. A click, Enter or F2 starts, Enter or leaving commits, Escape or a blank text
 * puts the old one back. The field takes exactly the text's room, so nothing moves.
 */
export function InlineEdit({ value, label, onCommit, maxLength = 120, editing, onEditingChange, className }: InlineEditProps) {
  const [ownEditing, setOwnEditing] = useState(false)
  const [draft, setDraft] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isEditing = editing ?? ownEditing
  const ended = useRef(true)

  useEffect(() => {
    if (!isEditing) return
    ended.current = false
    setDraft(value)
    field.current?.focus()
    field.current?.select()
    // The value may change under the editor (another person); the draft of this one stays.
  }, [isEditing])

  const setEditing = (next: boolean) => {
    setOwnEditing(next)
    onEditingChange?.(next)
  }
  const end = (text: string | null, refocus: boolean) => {
    if (ended.current) return
    ended.current = true
    const trimmed = text?.trim()
    if (trimmed && trimmed !== value) onCommit(trimmed)
    setEditing(false)
    if (refocus) requestAnimationFrame(() => button.current?.focus())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') end(draft, true)
    if (event.key === 'Escape') end(null, true)
  }

  const box = 'col-start-1 row-start-1 min-w-0 rounded-row px-1.5 py-0.5 -mx-1.5'
  if (isEditing) {
    return (
      <span className={classNames('inline-grid max-w-full min-w-0', className)}>
        <span aria-hidden className={classNames(box, 'invisible truncate whitespace-pre')}>{draft || ' '}</span>
        <input
          ref={field}
          value={draft}
          size={1}
          maxLength={maxLength}
          aria-label={label}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => end(draft, false)}
          onKeyDown={onKeyDown}
          className={classNames(box, 'w-[calc(100%+12px)] bg-surface font-[inherit] tracking-[inherit] text-text outline-2 outline-offset-0 outline-accent')}
        />
      </span>
    )
  }
  return (
    <span className={classNames('inline-grid max-w-full min-w-0', className)}>
      <button
        ref={button}
        type="button"
        title={value}
        aria-label={`${label}: ${value}. Rename`}
        onClick={() => setEditing(true)}
        onKeyDown={(event) => {
          if (event.key !== 'F2') return
          event.preventDefault()
          setEditing(true)
        }}
        className={classNames(box, 'cursor-text truncate text-left font-[inherit] tracking-[inherit] hover:bg-hover')}
      >
        {value}
      </button>
    </span>
  )
}
