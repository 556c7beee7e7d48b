'use client'

import { RotateCcw } from 'lucide-react'
import { useCallback, useEffect, useMemo } from 'react'
import { shownPartOf } from '@tidemark/shared/data-versions/data-stamp'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { signsOf } from '@tidemark/shared/query/number-sign'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useSqlRun } from '@/client/workspace/use-query-result'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { Skeleton } from '@/ui/skeleton'
import { rowsQuery, ShownGrid } from '@/features/result-grid/shown-grid'
import { resultRowHeightPx } from '@/features/result-grid/whole-rows'

const previewRows = 200
const maxHeightPx = 420
/** Header, borders and room for a scroll bar. */
const framePx = 50

/** The first rows of a dataset. */
export function DatasetPreview({ dataset }: { readonly dataset: Dataset }) {
  const { locale } = usePageEnvironment()
  const { state, run } = useSqlRun(`dataset/${dataset.id}/${dataset.versionId}${shownPartOf(dataset)}`)
  const asked = useMemo(
    () => rowsQuery(localConnectionId, { schema: null, name: dataset.tableName }),
    [dataset.tableName],
  )
  const ask = useCallback(() => run({ ...asked, question: { ...asked.question, limit: previewRows } }), [run, asked])
  useEffect(ask, [ask])
  const total = dataset.ownRows === undefined ? dataset.rowCount : null
  const shown = state.kind === 'idle' ? null : state.kind === 'ready' ? state.result : (state.previous?.result ?? null)
  const rows = useMemo(() => shown && { ...shown, signs: signsOf(dataset.columns) }, [shown, dataset.columns])
  const isOffline = state.kind === 'ready' && state.stale === 'offline'
  const count = new Intl.NumberFormat(locale)
  return (
    <section aria-label="Rows">
      <div className="mb-2 flex min-h-[30px] items-center justify-between gap-3">
        <h2 className="text-tile">Rows</h2>
        {shown !== null && total !== 0 && (
          <p className="tabular text-small text-muted">
            {total === null
              ? `Your own rows${shown.rowCount < previewRows ? '' : `, the first ${count.format(shown.rowCount)}`}`
              : shown.rowCount < total
                ? `The first ${count.format(shown.rowCount)} of ${count.format(total)}`
                : 'All of them'}
            {isOffline && ' (offline copy)'}
          </p>
        )}
      </div>
      {state.kind === 'failed' && (
        <Callout
          tone="bad"
          title={`${state.error.message} ${state.error.detail ?? ''}`}
          action={
            <Button size="sm" icon={RotateCcw} onClick={ask}>
              Try again
            </Button>
          }
          className="mb-2"
        >
          {state.error.hint}
        </Callout>
      )}
      {total === 0 || (total === null && shown?.rowCount === 0) ? (
        <p className="rounded-tile border border-dashed border-line-strong px-3.5 py-4 text-muted">
          {total === 0 ? 'The file has a header and no rows.' : 'None of its rows are yours.'}
        </p>
      ) : rows !== null ? (
        <div
          style={{ height: Math.min(maxHeightPx, framePx + rows.rowCount * resultRowHeightPx) }}
          className="overflow-hidden rounded-tile border border-line bg-surface shadow-tile print:h-auto! print:overflow-visible"
        >
          <ShownGrid query={asked} data={rows} label={`First rows of ${dataset.name}`} />
        </div>
      ) : (
        state.kind !== 'failed' && (
          <div
            role="status"
            aria-label="Loading the rows"
            className="flex h-[420px] flex-col gap-3 overflow-hidden rounded-tile border border-line bg-surface p-3.5"
          >
            {Array.from({ length: 12 }, (_, row) => (
              <Skeleton key={row} className="h-4 shrink-0" />
            ))}
          </div>
        )
      )}
    </section>
  )
}
