'use client'

import type { Chart } from '@tidemark/shared/charts/chart'
import { useUi, useUiState } from '@/client/workspace/ui-state'
import { ShownGrid } from '@/features/result-grid/shown-grid'
import { Splitter } from './splitter'
import type { ChartRun } from './use-chart-run'

/** The rows of an answer below its drawing, with an adjustable height; nothing while there is no answer. */
export function RowsBelow({ chart, run }: { readonly chart: Chart; readonly run: ChartRun }) {
  const ui = useUiState()
  const heightPx = useUi((state) => state.preferences.gridHeightPx.get())
  const data = run.shown?.result ?? null
  // During a run its place is kept, so that the answer moves nothing.
  if (data === null && !run.isRunning) return null
  return (
    <>
      <Splitter
        label="Height of the rows"
        sizePx={heightPx}
        minPx={80}
        maxPx={640}
        part="below"
        onChange={(px) => ui.preferences.gridHeightPx.set(px)}
      />
      <section
        aria-label="Rows"
        className="relative min-h-20 shrink bg-surface max-md:h-auto! max-md:flex-[1_0_320px] max-md:border-t max-md:border-line print:h-auto! print:flex-none"
        style={{ height: heightPx }}
      >
        {data !== null && (
          <div className="absolute inset-0 print:static">
            <ShownGrid query={chart.query} data={data} label={`Rows of ${chart.name}`} paperHeightPx={heightPx} />
          </div>
        )}
      </section>
    </>
  )
}
