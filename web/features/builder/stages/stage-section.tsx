'use client'

import { ChevronRight, CircleAlert, Rows3, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { QuestionProblem } from '@tidemark/shared/builder/stages/question-problem'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { classNames } from '@/ui/class-names'
import { StagePreview, type PreviewChoice } from './stage-preview'

interface StageSectionProps {
  readonly number: number
  /** The step in one line, for when it is closed. */
  readonly words: string
  readonly problems: readonly QuestionProblem[]
  readonly isOpen: boolean
  /** True while its heading is where the focus goes: after it was added, or one after it removed. */
  readonly takesFocus: boolean
  readonly onToggle: () => void
  /** Absent for the first, which is the question itself. */
  readonly onRemove?: (() => void) | undefined
  /** The queries that a preview can show the rows of. */
  readonly previews: readonly PreviewChoice[]
  /** Why nothing up to this step can be asked; null if it can. */
  readonly obstacle: string | null
  readonly children: ReactNode
}

/** One of several steps of a question: its parts below a heading, or closed in one line, with its first rows on demand. */
export function StageSection({
  number,
  words,
  problems,
  isOpen,
  takesFocus,
  onToggle,
  onRemove,
  previews,
  obstacle,
  children,
}: StageSectionProps) {
  const [isPreviewed, setPreviewed] = useState(false)
  const heading = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <section aria-label={`Step ${number}`} className="border-b border-line">
      <div className="flex items-center gap-1 bg-sunken px-2 py-1">
        <h2 className="min-w-0 flex-1">
          <button
            ref={heading}
            type="button"
            aria-expanded={isOpen}
            onClick={onToggle}
            className="flex min-h-7 w-full min-w-0 items-center gap-1.5 rounded-control px-1.5 text-left text-small hover:bg-hover touch:min-h-11"
          >
            <ChevronRight aria-hidden className={classNames('shrink-0 text-muted', isOpen && 'rotate-90')} />
            <span className="shrink-0 font-semibold">Step {number}</span>
            <span className="min-w-0 truncate text-muted">
              {!isOpen ? words : number === 1 ? '' : `of the result of step ${number - 1}`}
            </span>
          </button>
        </h2>
        <Button
          size="sm"
          variant="ghost"
          icon={Rows3}
          aria-expanded={isPreviewed}
          aria-label={isPreviewed ? `Hide the rows of step ${number}` : `Preview step ${number}`}
          onClick={() => setPreviewed(!isPreviewed)}
        >
          {isPreviewed ? 'Hide' : 'Preview'}
        </Button>
        {onRemove !== undefined && (
          <IconButton size="sm" icon={Trash2} label={`Remove step ${number}`} onClick={onRemove} />
        )}
      </div>
      {isOpen
        ? children
        : problems.map(({ partId, message }) => (
            <p
              key={`${partId}${message}`}
              role="alert"
              className="flex items-center gap-1.5 px-4 py-1.5 text-small text-bad"
            >
              <CircleAlert aria-hidden className="shrink-0" />
              {message}
            </p>
          ))}
      {isPreviewed && (
        <StagePreview
          label={`First rows of step ${number}`}
          choices={previews}
          obstacle={obstacle}
          onClose={() => setPreviewed(false)}
        />
      )}
    </section>
  )
}
