'use client'

import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { commentTextSchema, maxCommentText, maxMentions } from '@tidemark/shared/comments/comment'
import { classNames } from '@/ui/class-names'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/buttons/button'
import { fieldClass } from '@/ui/fields/text-field'
import { mentionAt, mentionsIn, offeredFor, withMention, type Mentionable } from './mentions'

export interface CommentWritten {
  readonly text: string
  readonly mentions: string[]
}

interface CommentComposerProps {
  /** The name of the field for screen readers. */
  readonly label: string
  readonly placeholder?: string
  readonly submitLabel: string
  readonly members: readonly Mentionable[]
  readonly initial?: string
  /** Where the text is kept while the panel is closed; undefined: it is not. */
  readonly draftOf?: string
  /** True if the panel is opened to write here. */
  readonly isFirstFocus?: boolean
  /** True if the field gets the focus when it appears in a panel that is open. */
  readonly autoFocus?: boolean
  readonly onSubmit: (written: CommentWritten) => Promise<void>
  readonly onCancel?: (() => void) | undefined
}

/** Texts that were begun and not sent, by what they are about. */
const drafts = new Map<string, string>()

/** A field for a comment in Markdown. An `@` offers members; Ctrl or Cmd and Enter sends. */
export function CommentComposer(props: CommentComposerProps) {
  const { label, placeholder, submitLabel, members, draftOf, isFirstFocus, autoFocus, onSubmit, onCancel } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(props.initial ?? (draftOf === undefined ? '' : (drafts.get(draftOf) ?? '')))
  const [caret, setCaret] = useState<number | null>(null)
  const [at, setAt] = useState(0)
  const typed = caret === null ? null : mentionAt(text, caret)
  const offered = typed === null ? [] : offeredFor(typed.query, members)
  const isComplete = typed !== null && offered.length === 1 && offered[0]?.name === typed.query
  const isOffering = offered.length > 0 && !isComplete
  const active = offered[Math.min(at, offered.length - 1)]
  const isReady = commentTextSchema.safeParse(text).success
  // A panel that opens does this itself, one that is open already does not. On touch it would open the keyboard.
  useEffect(() => {
    if (isFirstFocus && !matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [isFirstFocus])

  // A browser puts the caret before a text that is there already.
  useEffect(() => {
    if (autoFocus === true) field.current?.setSelectionRange(maxCommentText, maxCommentText)
  }, [autoFocus])

  const change = (next: string, nextCaret: number) => {
    setText(next)
    setCaret(nextCaret)
    setAt(0)
    if (draftOf === undefined) return
    if (next === '') drafts.delete(draftOf)
    else drafts.set(draftOf, next)
  }
  const take = (member: Mentionable) => {
    if (typed === null) return
    const next = withMention(text, typed, member)
    change(next.text, next.caret)
    setCaret(null)
    // The caret is set once the field has the text.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  const send = () => {
    if (!isReady) return
    const written = { text: text.trim(), mentions: mentionsIn(text, members).slice(0, maxMentions) }
    void onSubmit(written).then(() => change('', 0))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOffering && active !== undefined) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined) setAt((Math.min(at, offered.length - 1) + step + offered.length) % offered.length)
      else if (event.key === 'Escape') setCaret(null)
      else if (event.key === 'Tab' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey)) take(active)
      else return
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && onCancel !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    }
  }
  return (
    <div className="relative flex flex-col gap-1.5">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={Math.min(8, Math.max(2, text.split('\n').length))}
        value={text}
        maxLength={maxCommentText}
        placeholder={placeholder}
        autoFocus={autoFocus}
        {...(isFirstFocus ? { 'data-first-focus': '' } : {})}
        {...(members.length > 0
          ? {
              'aria-autocomplete': 'list',
              'aria-expanded': isOffering,
              role: 'combobox',
              'aria-controls': `${id}-list`,
            }
          : {})}
        aria-activedescendant={isOffering ? `${id}-${active?.userId ?? ''}` : undefined}
        onChange={({ target }) => change(target.value, target.selectionStart)}
        onBlur={() => setCaret(null)}
        onKeyDown={onKeyDown}
        className={classNames(fieldClass, 'h-auto! w-full resize-none px-2.5 py-1.5')}
      />
      {isOffering && (
        <ul
          id={`${id}-list`}
          role="listbox"
          aria-label="Members"
          className="absolute inset-x-0 top-full z-1 mt-1 rounded-control border border-line bg-raised p-1 shadow-pop"
        >
          {offered.map((member) => (
            <li
              key={member.userId}
              id={`${id}-${member.userId}`}
              role="option"
              aria-selected={member === active}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(member)}
              className="flex cursor-pointer items-center gap-2 rounded-row px-2 py-1 hover:bg-hover aria-selected:bg-hover touch:min-h-11"
            >
              <Avatar name={member.name} className="size-6" />
              <span className="truncate">{member.name}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-center justify-end gap-2">
        {onCancel && (
          <Button size="sm" variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button size="sm" variant="primary" shortcut="mod+enter" aria-disabled={!isReady || undefined} onClick={send}>
          {submitLabel}
        </Button>
      </div>
    </div>
  )
}
