'use client'

import type { ReactNode } from 'react'
import type { DatasetId } from '@tidemark/shared/datasets/dataset'
import type { DatasetDifferences } from '@tidemark/shared/datasets/dataset-differences'
import { getDataset } from '@tidemark/shared/datasets/dataset-queries'
import { AppLink } from '@/client/page/navigation'
import { useView } from '@/client/workspace/use-view'
import { chartsInQuestion } from './charts-in-question'
import { fieldTypeLabel } from '@/features/result-grid/field-type-label'

const shownCharts = 5

/** The columns of another file against those there are, and the charts that name them. */
export function DifferencesList({
  datasetId,
  differences: { added, removed, retyped },
  verb = 'would be',
}: {
  /** null: of no dataset, so that no chart names any. */
  readonly datasetId: DatasetId | null
  readonly differences: DatasetDifferences
  /** The verb for differences that are asked about, or have come. */
  readonly verb?: 'would be' | 'now'
}) {
  const touched = [...removed, ...retyped].map(({ name }) => name)
  const charts = useView(
    (view) => {
      const dataset = datasetId === null ? undefined : getDataset(view, datasetId)
      if (dataset === undefined) return []
      return chartsInQuestion(view, dataset, touched).map(({ chart, columns }) => ({
        id: chart.id,
        name: chart.name,
        columns: columns.join(', '),
      }))
    },
    [datasetId, touched.join('\n')],
  )
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
      {removed.length > 0 && <Difference name="Removed">{removed.map(({ name }) => name).join(', ')}</Difference>}
      {retyped.length > 0 && (
        <Difference name="Other type">
          {retyped
            .map(({ name, before, after }) => `${name} (${fieldTypeLabel(before)}, ${verb} ${fieldTypeLabel(after)})`)
            .join(', ')}
        </Difference>
      )}
      {added.length > 0 && <Difference name="Added">{added.map(({ name }) => name).join(', ')}</Difference>}
      {touched.length > 0 && (
        <Difference name="Charts">
          {charts.length === 0
            ? 'No chart uses a column that was removed or has another type now.'
            : charts.slice(0, shownCharts).map(({ id: chartId, name, columns }) => (
                <span key={chartId} className="block">
                  <AppLink href={`/charts/${chartId}`} className="rounded-row text-accent hover:underline">
                    {name}
                  </AppLink>
                  <span className="text-muted"> · {columns}</span>
                </span>
              ))}
          {charts.length > shownCharts && (
            <span className="block text-muted">and {charts.length - shownCharts} more</span>
          )}
        </Difference>
      )}
    </dl>
  )
}

function Difference({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="max-h-28 min-w-0 overflow-y-auto break-words">{children}</dd>
    </>
  )
}
