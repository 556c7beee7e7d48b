'use client'

import { CalendarDays } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { dayWriting, typedDay, writtenDay } from '@tidemark/shared/base/typed-day'
import { IconButton } from '../buttons/icon-button'
import { noDateText, TextField } from './text-field'

export interface DateFieldProps {
  readonly label: string
  readonly hideLabel?: boolean | undefined
  readonly id?: string | undefined
  /** A day such as `2026-11-28`, or empty. */
  readonly value: string
  readonly locale: string
  readonly error?: string | undefined
  readonly className?: string | undefined
  /** Gets a typed day on Enter, on blur and when the field unmounts, and a picked one at once. Empty: no day. */
  readonly onCommit: (day: string) => void
  /** Called on Enter; without it, Enter submits the surrounding form. */
  readonly onDone?: (() => void) | undefined
}

/**
 * A day, typed in the order of the reader's locale or picked in the browser's calendar. The browser's own date field
 * follows the language of the browser instead, which need not be that of the numbers and dates around it.
 */
export function DateField({ value, locale, error, onCommit, onDone, ...props }: DateFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isNoDay, setNoDay] = useState(false)
  const calendar = useRef<HTMLInputElement>(null)
  /** Returns true unless the text is no day, which then stays to be mended. */
  const commit = (): boolean => {
    if (typed === null) return !isNoDay
    const day = typed.trim() === '' ? '' : typedDay(typed, locale)
    setNoDay(day === null)
    if (day === null) return false
    if (day !== value) onCommit(day)
    setTyped(null)
    return true
  }
  const latest = useRef(commit)
  useEffect(() => {
    latest.current = commit
  })
  // A press outside closes the surrounding panel before the field's blur.
  useEffect(() => () => void latest.current(), [])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      setTyped(null)
      setNoDay(false)
    }
    if (event.key !== 'Enter') return
    const isCommitted = commit()
    if (onDone === undefined) return
    event.preventDefault()
    if (isCommitted) onDone()
  }
  return (
    <span className="relative block min-w-0">
      <TextField
        {...props}
        type="text"
        autoComplete="off"
        placeholder={dayWriting(locale).example}
        value={typed ?? writtenDay(value, locale)}
        error={isNoDay ? noDateText : error}
        onChange={({ target }) => {
          setTyped(target.value)
          setNoDay(false)
        }}
        onBlur={commit}
        onKeyDown={onKeyDown}
        trailing={
          <IconButton
            icon={CalendarDays}
            size="sm"
            label="Open the calendar"
            onClick={() => calendar.current?.showPicker()}
          />
        }
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={value}
        onChange={({ target }) => {
          setTyped(null)
          setNoDay(false)
          onCommit(target.value)
        }}
        className="pointer-events-none absolute right-2 bottom-0 size-px opacity-0"
      />
    </span>
  )
}
