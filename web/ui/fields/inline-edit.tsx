'use client'

import { toName } from '@tidemark/shared/base/name'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../class-names'
import { awaitedText } from './awaited-typing'

export interface InlineEditProps {
  readonly value: string
  /** The name of the edited text, such as `Dashboard name`. */
  readonly label: string
  /** Called with the trimmed new text, unless it is blank or unchanged. */
  readonly onCommit: (value: string) => void
  readonly maxLength?: number | undefined
  /** Shows only the text: the reader may not change it. */
  readonly isReadOnly?: boolean | undefined
  /** Starts editing from outside, such as a menu's Rename; `onEditingChange(false)` reports its end. */
  readonly editing?: boolean | undefined
  readonly onEditingChange?: ((editing: boolean) => void) | undefined
  /** The classes of both the text and the field. */
  readonly className?: string | undefined
}

/**
 * Text that is edited in place. A click, Enter or F2 starts; Enter or blur commits; Escape or a blank text restores the
 * old one. The surrounding element regains the focus that it had. The field takes exactly the text's room, so nothing
 * moves.
 */
export function InlineEdit({
  value,
  label,
  onCommit,
  maxLength,
  isReadOnly,
  editing,
  onEditingChange,
  className,
}: InlineEditProps) {
  const [ownEditing, setOwnEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const setEditing = (next: boolean) => {
    setOwnEditing(next)
    onEditingChange?.(next)
  }
  if (isReadOnly) {
    return (
      <span className={classNames('inline-grid max-w-full min-w-0', className)}>
        <span className={classNames(boxClass, 'truncate touch:py-1')}>{value}</span>
      </span>
    )
  }
  if (editing ?? ownEditing) {
    return (
      <InlineField
        value={value}
        label={label}
        maxLength={maxLength}
        className={className}
        onEnd={(text, byKeyboard, around) => {
          if (text !== null) onCommit(text)
          setEditing(false)
          if (byKeyboard) requestAnimationFrame(() => (around ?? button.current)?.focus())
        }}
      />
    )
  }
  return (
    <span className={classNames('inline-grid max-w-full min-w-0', className)}>
      <button
        ref={button}
        type="button"
        aria-label={`${value}, rename ${label.toLowerCase()}`}
        onClick={() => setEditing(true)}
        onKeyDown={(event) => {
          if (event.key !== 'F2') return
          event.preventDefault()
          setEditing(true)
        }}
        className={classNames(boxClass, 'cursor-text truncate text-left -outline-offset-2 hover:bg-hover touch:py-1')}
      >
        {value}
      </button>
    </span>
  )
}

export interface InlineFieldProps {
  readonly value: string
  readonly label: string
  readonly maxLength?: number | undefined
  readonly className?: string | undefined
  /**
   * text: the trimmed new text; null if it is blank, unchanged or cancelled. around: the surrounding element that had
   * the focus before, if Tab can reach it.
   */
  readonly onEnd: (text: string | null, byKeyboard: boolean, around: HTMLElement | null) => void
}

/** The field of an inline edit alone, for rows that render their own text. */
export function InlineField({ value, label, maxLength = 120, className, onEnd }: InlineFieldProps) {
  const [draft, setDraft] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const hasEnded = useRef(false)
  const around = useRef<HTMLElement | null>(null)

  const end = (text: string, byKeyboard: boolean) => {
    if (hasEnded.current) return
    hasEnded.current = true
    const name = toName(text)
    onEnd(name === '' || name === value ? null : name, byKeyboard, around.current)
  }
  const endTyped = useEffectEvent((text: string) => end(text, true))
  useEffect(() => {
    // Waits for the frame in which the menu that started the edit returns its focus.
    const frame = requestAnimationFrame(() => {
      const focused = document.activeElement
      const isAround = focused instanceof HTMLElement && focused.tabIndex >= 0 && focused.contains(field.current)
      around.current = isAround ? focused : null
      field.current?.focus()
      field.current?.select()
      const typed = awaitedText()
      const text = typed?.text.slice(0, maxLength)
      // At once, so that the next key is added to it.
      if (text !== undefined) flushSync(() => setDraft(text))
      if (text !== undefined && typed?.isEnded === true) endTyped(text)
      // In a narrow field the selection would scroll to the end of the text.
      if (field.current !== null) field.current.scrollLeft = 0
    })
    return () => cancelAnimationFrame(frame)
  }, [maxLength])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Surrounding elements handle some keys; keys with Ctrl or Command are for the whole page.
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') end(draft, true)
    if (event.key === 'Escape') end(value, true)
  }
  return (
    <span className={classNames('inline-grid max-w-full min-w-0', className)}>
      <span aria-hidden className={classNames(boxClass, 'invisible truncate whitespace-pre')}>
        {draft || ' '}
      </span>
      <input
        ref={field}
        value={draft}
        size={1}
        maxLength={maxLength}
        aria-label={label}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => end(draft, false)}
        onKeyDown={onKeyDown}
        onClick={(event) => event.stopPropagation()}
        className={classNames(
          boxClass,
          'w-[calc(100%+12px)] bg-surface text-text outline-2 outline-offset-0 outline-accent',
        )}
      />
    </span>
  )
}

const boxClass = 'col-start-1 row-start-1 -mx-1.5 min-w-0 rounded-row px-1.5 py-0.5 [font:inherit] tracking-[inherit]'
