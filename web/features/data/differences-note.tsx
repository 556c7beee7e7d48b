'use client'

import type { ReactNode } from 'react'
import type { DatasetDifferences } from '@tidemark/shared/datasets/dataset-differences'
import { getDataset } from '@tidemark/shared/datasets/dataset-queries'
import { AppLink } from '@/client/navigation'
import { useView } from '@/client/use-view'
import { Button } from '@/ui/button'
import { chartsInQuestion } from './charts-in-question'
import { fieldTypeLabel } from './field-type-label'
import { acceptDifferences, removeUpload, type Upload } from './uploads'

const shownCharts = 5

/** What a newer file would change: its columns against those there are, and the charts that name them. */
export function DifferencesNote({
  upload: { id, replaces },
  differences: { added, removed, retyped },
}: {
  readonly upload: Upload
  readonly differences: DatasetDifferences
}) {
  const touched = [...removed, ...retyped].map(({ name }) => name)
  const charts = useView(
    (view) => {
      const dataset = replaces === null ? undefined : getDataset(view, replaces.id)
      if (dataset === undefined) return []
      return chartsInQuestion(view, dataset, touched).map(({ chart, columns }) => ({
        id: chart.id,
        name: chart.name,
        columns: columns.join(', '),
      }))
    },
    [replaces?.id, touched.join('\n')],
  )
  return (
    <div role="group" aria-label="Other columns" className="text-small">
      <p className="text-muted">Its columns are not those of the data it replaces.</p>
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        {removed.length > 0 && <Difference name="Removed">{removed.map(({ name }) => name).join(', ')}</Difference>}
        {retyped.length > 0 && (
          <Difference name="Other type">
            {retyped
              .map(({ name, before, after }) => `${name} (${fieldTypeLabel(before)}, now ${fieldTypeLabel(after)})`)
              .join(', ')}
          </Difference>
        )}
        {added.length > 0 && <Difference name="Added">{added.map(({ name }) => name).join(', ')}</Difference>}
        {touched.length > 0 && (
          <Difference name="Charts">
            {charts.length === 0
              ? 'None names a column that is removed or of another type.'
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
      <div className="mt-2 flex gap-1.5">
        <Button size="sm" variant="primary" onClick={() => acceptDifferences(id)}>
          Replace the data
        </Button>
        <Button size="sm" onClick={() => removeUpload(id)}>
          Keep what there is
        </Button>
      </div>
    </div>
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
