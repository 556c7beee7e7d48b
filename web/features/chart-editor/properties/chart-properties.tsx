'use client'

import type { Chart } from '@tidemark/shared/charts/chart'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { useUi, useUiState } from '@/client/workspace/ui-state'
import { Sheet } from '@/ui/popups/dialog'
import { PropertiesPanel } from './properties-panel'

/** How the chart is drawn: a column beside the answer, and on a narrower screen a sheet. */
export function ChartProperties({ chart, data }: { readonly chart: Chart; readonly data: ResultData | null }) {
  const ui = useUiState()
  const isSheetOpen = useUi((state) => state.isPropertiesOpen.get())
  return (
    <>
      <aside
        aria-label="Chart properties"
        className="w-[272px] shrink-0 overflow-y-auto border-l border-line max-[1099px]:hidden print:hidden"
      >
        <PropertiesPanel chart={chart} data={data} />
      </aside>
      <Sheet
        side="right"
        title="Chart properties"
        open={isSheetOpen}
        onOpenChange={(open) => ui.isPropertiesOpen.set(open)}
      >
        <div className="-mx-4">
          <PropertiesPanel chart={chart} data={data} />
        </div>
      </Sheet>
    </>
  )
}
