'use client'

import type { Chart } from '@tidemark/shared/charts/chart'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { useUi, useUiState } from '@/client/workspace/ui-state'
import { useShownResult } from '@/client/workspace/use-shown-result'
import { Sheet } from '@/ui/popups/dialog'
import { PropertiesPanel } from './properties-panel'

interface ChartPropertiesProps {
  readonly chart: Chart
  readonly data: ResultData | null
  /**
   * Called if a type is chosen while the question is newer than its answer, whose columns may be gone; absent if that
   * cannot happen.
   */
  readonly onTypeAhead?: (() => void) | undefined
}

/** The properties of a chart: a column beside the answer, or a sheet on a narrow screen. */
export function ChartProperties({ chart, data: answer, onTypeAhead }: ChartPropertiesProps) {
  const data = useShownResult(chart.query, answer)
  const ui = useUiState()
  const isSheetOpen = useUi((state) => state.isPropertiesOpen.get())
  return (
    <>
      <aside
        aria-label="Chart properties"
        className="relative w-[272px] shrink-0 overflow-y-auto border-l border-line max-[1099px]:hidden print:hidden"
      >
        <PropertiesPanel chart={chart} data={data} onTypeAhead={onTypeAhead} />
      </aside>
      <Sheet
        side="right"
        title="Chart properties"
        open={isSheetOpen}
        onOpenChange={(open) => ui.isPropertiesOpen.set(open)}
      >
        <div className="-mx-4">
          <PropertiesPanel chart={chart} data={data} onTypeAhead={onTypeAhead} />
        </div>
      </Sheet>
    </>
  )
}
