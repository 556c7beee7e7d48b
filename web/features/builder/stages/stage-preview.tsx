'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import type { BuilderQuery } from '@tidemark/shared/builder/question'
import type { RunResult, RunProblem } from '@tidemark/shared/query/run-query'
import { runItem } from '@/client/results/run-query-client'
import { useAsked } from '@/client/results/use-asked'
import { answerOrProblem, RunFailure } from '@/features/charts/run-failure'
import { ShownGrid } from '@/features/result-grid/shown-grid'
import { resultRowHeightPx } from '@/features/result-grid/whole-rows'
import { Button } from '@/ui/buttons/button'
import { SegmentedControl } from '@/ui/buttons/segmented-control'
import { Skeleton } from '@/ui/skeleton'

const previewRows = 10
/** The height of header, borders and scroll bar. */
const framePx = 50

export interface PreviewChoice {
  readonly label: string
  readonly query: BuilderQuery
}

interface StagePreviewProps {
  /** The name of the rows, for screen readers. */
  readonly label: string
  readonly choices: readonly PreviewChoice[]
  readonly obstacle: string | null
  readonly onClose: () => void
}

/** The first rows of a step, in place; asked anew whenever the steps up to it change. */
export function StagePreview({ label, choices, obstacle, onClose }: StagePreviewProps) {
  const [chosen, setChosen] = useState(choices[0]?.label ?? '')
  const choice = choices.find((one) => one.label === chosen) ?? choices[0]
  const { state, retry } = useFirstRows(obstacle === null ? (choice?.query ?? null) : null)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [state.kind])
  return (
    <div ref={frame} className="flex flex-col gap-2 px-4 py-2">
      {obstacle !== null && <p className="text-small text-muted">There are no rows yet: {obstacle}</p>}
      {choices.length > 1 && obstacle === null && (
        <SegmentedControl
          label="Rows to preview"
          value={choice?.label ?? ''}
          options={choices.map((one) => ({ value: one.label, label: one.label }))}
          onChange={setChosen}
        />
      )}
      {obstacle === null && state.kind === 'pending' && (
        <div role="status" className="flex flex-col gap-2">
          <Skeleton className="h-24" />
          <p className="flex items-center gap-2 text-small text-muted">
            Asking for the first rows…
            <Button size="sm" variant="ghost" onClick={onClose}>
              Cancel
            </Button>
          </p>
        </div>
      )}
      {obstacle === null && state.kind === 'failed' && <RunFailure problem={state.problem} onRetry={retry} />}
      {obstacle === null && state.kind === 'ready' && (
        <PreviewRows label={label} query={state.query} result={state.result} />
      )}
    </div>
  )
}

function PreviewRows({
  label,
  query,
  result,
}: {
  readonly label: string
  readonly query: BuilderQuery
  readonly result: RunResult
}) {
  if (result.rowCount === 0)
    return (
      <p className="rounded-tile border border-dashed border-line-strong px-3.5 py-4 text-muted">It has no rows.</p>
    )
  return (
    <>
      <div
        style={{ height: framePx + result.rowCount * resultRowHeightPx }}
        className="overflow-hidden rounded-tile border border-line bg-surface"
      >
        <ShownGrid query={query} data={result} label={label} />
      </div>
      <p className="text-small text-muted">
        {result.truncated !== null
          ? `The first ${result.rowCount} rows`
          : result.rowCount === 1
            ? 'The only row'
            : `All ${result.rowCount} rows`}
      </p>
    </>
  )
}

type PreviewState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly problem: RunProblem }
  | { readonly kind: 'ready'; readonly query: BuilderQuery; readonly result: RunResult }

const words = { failed: 'The rows could not be read.', stopped: 'The preview was stopped.' }

/** Asks for the first rows of a query whenever that changes. query: null for none. */
function useFirstRows(query: BuilderQuery | null): { readonly state: PreviewState; readonly retry: () => void } {
  const key = useMemo(() => JSON.stringify(query), [query])
  const ask = async (asked: BuilderQuery, signal: AbortSignal): Promise<PreviewState> => {
    const answer = answerOrProblem(await runItem({ query: asked, maxRows: previewRows }, signal), words)
    return 'problem' in answer ? { kind: 'failed', ...answer } : { kind: 'ready', query: asked, ...answer }
  }
  const { answer = { kind: 'pending' }, retry } = useAsked<PreviewState>(
    key,
    query === null ? null : (signal) => ask(query, signal),
  )
  return { state: answer, retry }
}
