'use client'

import { useState } from 'react'
import { describeChange, type HistoryNames, type HistorySentence } from '@tidemark/shared/history/describe-change'
import type { HistoryStep } from '@tidemark/shared/history/history-page'
import { usePageEnvironment } from '@/client/page/page-environment'
import { Button } from '@/ui/buttons/button'
import { TimeAgo } from '@/ui/text/time-ago'
import { Difference } from './difference'

/** Sentences of a step shown at first; a grid that makes room moves many tiles. */
const shownAtFirst = 4

interface HistoryStepItemProps {
  readonly step: HistoryStep
  readonly who: string
  readonly names: HistoryNames
  readonly isCurrent: boolean
  /** Absent where the person may not. */
  readonly onRestore: (() => void) | undefined
}

/** One step of a history: who, when, what changed, and the way back to it. */
export function HistoryStepItem({ step, who, names, isCurrent, onRestore }: HistoryStepItemProps) {
  const { now, locale } = usePageEnvironment()
  const [isWhole, setWhole] = useState(false)
  const sentences = step.changes.flatMap((change) => describeChange(change, names))
  const shown = isWhole ? sentences : sentences.slice(0, shownAtFirst)
  const hiddenCount = sentences.length - shown.length
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <div className="flex min-h-7 items-center gap-2">
        <p className="min-w-0 flex-1 truncate">
          <bdi className="font-medium">{who}</bdi>{' '}
          <span className="text-muted">
            <TimeAgo at={step.at} now={Math.max(now, step.at)} locale={locale} />
          </span>
        </p>
        {isCurrent ? (
          <span className="text-small text-muted">Current version</span>
        ) : (
          onRestore && (
            <Button size="sm" onClick={onRestore}>
              Restore
            </Button>
          )
        )}
      </div>
      <ul className="mt-1 flex flex-col gap-1">
        {shown.map((sentence, index) => (
          <li key={index} className="break-words">
            <Sentence sentence={sentence} />
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <Button size="sm" variant="ghost" className="mt-1 -ml-2.5" onClick={() => setWhole(true)}>
          {hiddenCount === 1 ? 'Show 1 more change' : `Show ${hiddenCount} more changes`}
        </Button>
      )}
    </li>
  )
}

function Sentence({ sentence: { text, lines } }: { readonly sentence: HistorySentence }) {
  if (lines === undefined) return text
  return (
    <details>
      <summary className="cursor-pointer rounded-row hover:text-accent touch:py-1">{text}</summary>
      <Difference lines={lines} />
    </details>
  )
}
