'use client'

import { Download, Rows3 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { plural, wholeNumber } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { ExportFormat } from '@tidemark/shared/query/export-request'
import type { Query, RunItem, RunResult, RunProblem } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page/page-environment'
import { runItem } from '@/client/results/run-query-client'
import type { RunOutcome } from '@/client/results/run-outcome'
import { startExport } from '@/features/exports/start-export'
import { ShownGrid } from '@/features/result-grid/shown-grid'
import { resultRowHeightPx } from '@/features/result-grid/whole-rows'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { EmptyState } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { answerOrProblem, RunFailure } from './run-failure'

export interface MarkRowsDialogProps {
  /** Asks for the rows, all of them. */
  readonly item: RunItem
  /** The query of the chart. */
  readonly query: Query
  /** Says which rows the question keeps and counts; empty for all. */
  readonly inForce: string
  /** The names of the filters that narrow it. */
  readonly filterNames: readonly string[]
  /** The mark in words. */
  readonly label: string
  /** The chart's name. */
  readonly name: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly isAllowed: boolean
}

type RowsState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'ready'; readonly result: RunResult }
  | { readonly kind: 'failed'; readonly problem: RunProblem }

const mostRows = 1000
const widthPx = 1040
const leastHeightPx = 220
/** The height of the header, a scroll bar and the border. */
const aroundRowsPx = 54

/** The rows behind a mark of a chart: the first of them here, all of them as a file. */
export default function MarkRowsDialog(props: MarkRowsDialogProps) {
  const { item, query, inForce, filterNames, label, name, open, onOpenChange, isAllowed } = props
  const { locale } = usePageEnvironment()
  const { state, retry } = useRows(item, open)
  const download = (format: ExportFormat) => void startExport({ item, name: `${name} ${label}`, locale }, format)
  const filtered = filterNames.length === 0 ? '' : ` Filtered by ${filterNames.join(', ')}.`
  const narrowing = `${filtered}${inForce === '' ? '' : ` ${inForce}`}`
  const hasRows = state.kind === 'ready' && state.result.rowCount > 0
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed={isAllowed}
      title={`${name} · ${label}`}
      description={
        <span role="status">
          {state.kind === 'pending'
            ? 'Looking for them…'
            : state.kind === 'ready'
              ? countText(state.result, locale) + narrowing
              : ''}
        </span>
      }
      width={widthPx}
      actions={
        <>
          <Button icon={Download} disabled={!hasRows} onClick={() => download('csv')}>
            Download CSV
          </Button>
          <Button icon={Download} disabled={!hasRows} onClick={() => download('xlsx')}>
            Download Excel
          </Button>
        </>
      }
    >
      <div
        className="relative max-h-[56vh] overflow-hidden rounded-control border border-line"
        style={{ height: hasRows ? gridHeightPx(state.result.rowCount) : leastHeightPx }}
      >
        {state.kind === 'pending' && <Skeleton className="absolute inset-3" />}
        {state.kind === 'failed' && (
          <div className="p-3">
            <RunFailure problem={state.problem} onRetry={retry} />
          </div>
        )}
        {hasRows && <ShownGrid query={item.query ?? query} isRows data={state.result} label={`Rows of ${label}`} />}
        {state.kind === 'ready' && !hasRows && (
          <div className="absolute inset-0 flex items-center justify-center">
            <EmptyState icon={Rows3} title="No rows" text="The data has changed since the chart was drawn." />
          </div>
        )}
      </div>
    </Dialog>
  )
}

function gridHeightPx(rowCount: number): number {
  return aroundRowsPx + rowCount * resultRowHeightPx
}

function countText({ rowCount, truncated }: RunResult, locale: string): string {
  const count = wholeNumber(locale, rowCount)
  if (truncated === null) return `${plural(locale, rowCount, 'row')}.`
  return truncated.total === undefined
    ? `The first ${count} rows. There are more.`
    : `The first ${count} of ${plural(locale, truncated.total, 'row')}.`
}

/** Asked anew whenever it is opened: the rows are those of now. */
function useRows(item: RunItem, isWanted: boolean): { readonly state: RowsState; readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState<{ readonly of: RunItem; readonly attempt: number; readonly state: RowsState }>()
  useEffect(() => {
    if (!isWanted) return
    const controller = new AbortController()
    void runItem({ ...item, maxRows: mostRows }, controller.signal).then((outcome) => {
      if (!controller.signal.aborted) setFound({ of: item, attempt, state: stateOf(outcome) })
    })
    return () => controller.abort()
  }, [item, isWanted, attempt])
  const state: RowsState = found?.of === item && found.attempt === attempt ? found.state : { kind: 'pending' }
  return { state, retry: () => setAttempt((count) => count + 1) }
}

function stateOf(outcome: RunOutcome): RowsState {
  const answer = answerOrProblem(outcome, {
    failed: 'The rows could not be found.',
    stopped: 'The search for rows was stopped.',
  })
  return 'problem' in answer ? { kind: 'failed', ...answer } : { kind: 'ready', ...answer }
}
