'use client'

import { useState, type ReactNode } from 'react'
import type { MadeChange } from '@/client/unsent/change-words'
import { Button } from '@/ui/buttons/button'
import { lazyComponent } from '@/ui/lazy-part'

const ChangePreview = lazyComponent(() => import('./change-preview'))

interface ChangeActionsProps {
  readonly title: string
  /** In the order they were made: each would be made again upon those before it. */
  readonly changes: readonly MadeChange[]
  /** How many of them, the last ones, it is about. */
  readonly count: number
  /** Why they were not made stands beside it already. */
  readonly isReasonTold: boolean
  /** Buttons for what else can be done. */
  readonly children: ReactNode
}

/** The actions on changes that wait for a decision; the first is to look at them. */
export function ChangeActions({ title, changes, count, isReasonTold, children }: ChangeActionsProps) {
  const [isShown, setShown] = useState(false)
  const verb = isShown ? 'Hide' : 'Show'
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <Button
          size="sm"
          aria-expanded={isShown}
          aria-label={`${verb} what is in it: ${title}`}
          onClick={() => setShown(!isShown)}
        >
          {verb}
        </Button>
        {children}
      </div>
      {isShown && <ChangePreview changes={changes} count={count} isReasonTold={isReasonTold} />}
    </>
  )
}
