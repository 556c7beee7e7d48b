'use client'

import { ChevronRight } from 'lucide-react'
import { explorationHref, type Exploration } from '@tidemark/shared/exploration/exploration'
import { lastStage } from '@tidemark/shared/builder/stages/question-stages'
import type { FollowContext, TrailPoint } from '@tidemark/shared/exploration/follow-steps'
import { markWords } from '@tidemark/shared/exploration/mark-words'
import { AppLink } from '@/client/page/navigation'

interface TrailStepsProps {
  readonly exploration: Exploration
  readonly points: readonly TrailPoint[]
  readonly context: Pick<FollowContext, 'locale'>
}

/** The steps of a trail, each a way back to it, and the filters that all of them keep. */
export function TrailSteps({ exploration, points, context }: TrailStepsProps) {
  const { filters, query } = exploration
  const kept = filters.length === 0 ? '' : markWords(lastStage(query.question), filters, context)
  return (
    <>
      <nav aria-label="Trail">
        {/* As high as the button beside it. */}
        <ol className="flex min-h-7 flex-wrap content-center items-center gap-x-1 gap-y-0.5 touch:min-h-11">
          {points.map(({ label }, index) => {
            const href = explorationHref({ ...exploration, steps: exploration.steps.slice(0, index) })
            const isLast = index === points.length - 1
            return (
              // Two steps may have the same words.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className="flex min-w-0 items-center gap-1">
                {index > 0 && <ChevronRight aria-hidden className="size-3.5! shrink-0 text-faint" />}
                {isLast || !href.ok ? (
                  <span aria-current={isLast ? 'step' : undefined} className="min-w-0 break-words font-medium">
                    {label}
                  </span>
                ) : (
                  <AppLink
                    href={href.value}
                    className="min-w-0 break-words rounded-row text-muted hover:text-text touch:py-2.5"
                  >
                    {label}
                  </AppLink>
                )}
              </li>
            )
          })}
        </ol>
      </nav>
      {kept !== '' && <p className="text-small text-muted">Filters of the dashboard: {kept}</p>}
    </>
  )
}
