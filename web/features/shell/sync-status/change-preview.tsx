'use client'

import { useEffect, useState, type ReactNode } from 'react'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { describeChange, type HistorySentence } from '@tidemark/shared/history/describe-change'
import { diffLines } from '@tidemark/shared/history/line-diff'
import { reasonOf, type MadeChange } from '@/client/unsent/change-words'
import { previewChanges, type PreviewedChange as Preview } from '@/client/unsent/preview-changes'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { Skeleton } from '@/ui/skeleton'
import { Difference } from '@/features/history/difference'
import { namesIn } from '@/features/history/history-names'
import { reportProblem } from '@/features/messages/report-problem'

/** More than so much is not read before a decision. */
const maxSentences = 12

interface ChangePreviewProps {
  /** In the order they were made: each would be made again upon those before it. */
  readonly changes: readonly MadeChange[]
  /** How many of them, the last ones, are shown. */
  readonly count: number
  /** Why they were not made stands beside it already. */
  readonly isReasonTold: boolean
}

/** The changes that wait for a decision, beside what is there now. */
export default function ChangePreview({ changes, count, isReasonTold }: ChangePreviewProps) {
  const previews = usePreviews(changes)?.slice(-count)
  if (previews === undefined) return <Skeleton className="mt-2 h-10" />
  const sentences = previews.flatMap((preview) =>
    preview.kind === 'effect' ? preview.changes.flatMap((change) => describeChange(change, namesIn(preview.view))) : [],
  )
  const others = previews.flatMap((preview) => (preview.kind === 'effect' ? [] : [preview]))
  const hiddenCount = sentences.length - maxSentences
  return (
    <div className="mt-2 border-t border-line pt-2">
      {sentences.length === 0 && others.length === 0 && (
        <p className="text-muted">Applied again, it would change nothing.</p>
      )}
      {sentences.length > 0 && (
        <>
          <p className="text-small text-muted">
            {changes.length > count ? 'On top of the changes before it:' : 'Beside what is there now:'}
          </p>
          <ul className="mt-1 flex flex-col gap-1">
            {sentences.slice(0, maxSentences).map((sentence, index) => (
              <li key={index} className="break-words">
                <Sentence sentence={sentence} />
              </li>
            ))}
            {hiddenCount > 0 && <li className="text-muted">and {hiddenCount} more</li>}
          </ul>
        </>
      )}
      {others.slice(0, maxSentences).map((preview, index) => (
        <Unmade key={index} preview={preview} isReasonTold={isReasonTold} />
      ))}
    </div>
  )
}

/** undefined: they are not worked out yet. */
function usePreviews(changes: readonly MadeChange[]): readonly Preview[] | undefined {
  const { views, getActor } = useSyncClient()
  const [previews, setPreviews] = useState<readonly Preview[]>()
  useEffect(() => {
    let latest = 0
    const preview = () => {
      const turn = (latest += 1)
      previewChanges(getActor(), views.getState().view, changes).then((found) => {
        if (turn === latest) setPreviews(found)
      }, reportProblem)
    }
    preview()
    const stop = views.subscribe(preview)
    return () => {
      latest = 0
      stop()
    }
  }, [changes, getActor, views])
  return previews
}

function Sentence({ sentence: { text, lines } }: { readonly sentence: HistorySentence }) {
  return (
    <>
      {text}
      {lines !== undefined && <Difference lines={lines} isWrapped />}
    </>
  )
}

interface UnmadeProps {
  readonly preview: Exclude<Preview, { readonly kind: 'effect' }>
  readonly isReasonTold: boolean
}

/** One that cannot be made again as it is. */
function Unmade({ preview, isReasonTold }: UnmadeProps) {
  return (
    <div className="not-first:mt-3">
      {!isReasonTold && <Reason error={preview.error} />}
      {preview.kind === 'text' ? (
        <UnmadeText text={preview.text} there={preview.there} />
      ) : (
        <Part title="What it holds:">
          <pre
            // Long contents scroll within, also by keyboard.
            tabIndex={0}
            className="mt-1 max-h-64 overflow-auto rounded-row border border-line bg-sunken p-2 font-mono text-small break-words whitespace-pre-wrap"
          >
            {preview.content}
          </pre>
        </Part>
      )}
    </div>
  )
}

function UnmadeText({ text, there }: { readonly text: string; readonly there: string }) {
  if (text === '') return <p className="text-muted">Its text is empty.</p>
  if (text === there) return <p className="text-muted">Its text is the one that is there now.</p>
  return (
    <Part title={there === '' ? 'Its text:' : 'Its text, beside the one that is there now:'}>
      <Difference lines={diffLines(there, text)} isWrapped />
    </Part>
  )
}

function Reason({ error }: { readonly error: ErrorBody }) {
  return <p className="mb-1 break-words">It cannot be applied again. {reasonOf(error)}</p>
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <p className="text-small text-muted">{title}</p>
      {children}
    </>
  )
}
