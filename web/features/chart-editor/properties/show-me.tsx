'use client'

import { useState } from 'react'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { bestVisuals } from '@tidemark/shared/charts/show-me'
import type { ResultData, RunResult } from '@tidemark/shared/query/run-query'
import { ChartView } from '@/features/charts/chart-view'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'

export interface ShowMeProps {
  readonly visual: ChartVisual
  readonly data: ResultData & Partial<Pick<RunResult, 'truncated'>>
  readonly groupedBy: readonly string[]
  readonly onChoose: (visual: ChartVisual) => void
}

/** A button that shows the result drawn in the three ways that suit it best, to choose one. */
export function ShowMe({ visual, data, groupedBy, onChoose }: ShowMeProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" disabled={data.rowCount === 0} onClick={() => setOpen(true)}>
        Show me
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        isAllowed
        title="Show me"
        description="The ways that suit this result best, drawn from its rows."
        width={960}
      >
        <BestDrawings
          visual={visual}
          data={data}
          groupedBy={groupedBy}
          onChoose={(best) => {
            setOpen(false)
            onChoose(best)
          }}
        />
      </Dialog>
    </>
  )
}

/** The drawings to choose from, without what was drawn over another one; a component of its own, so that they are sought only once the dialog is open. */
function BestDrawings({ visual, data, groupedBy, onChoose }: ShowMeProps) {
  return (
    <ul className="grid grid-cols-3 gap-3 max-md:grid-cols-1">
      {bestVisuals(visual, data, groupedBy).map((best) => (
        <li
          key={best.type}
          className="relative min-w-0 rounded-tile border border-line bg-surface p-3 shadow-tile hover:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <button
            type="button"
            className="absolute inset-0 z-10 cursor-pointer rounded-tile outline-none"
            aria-label={`Draw as ${chartTypes[best.type].name.toLowerCase()}`}
            onClick={() => onChoose(best)}
          />
          <p aria-hidden className="pb-2 text-small font-medium">
            {chartTypes[best.type].name}
          </p>
          <div inert className="h-44 min-w-0">
            <ChartView
              visual={{ ...best, goals: [], trend: 'none', annotations: [] }}
              data={data}
              truncated={data.truncated ?? null}
              title={chartTypes[best.type].name}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
