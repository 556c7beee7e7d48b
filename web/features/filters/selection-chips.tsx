'use client'

import { MousePointerClick } from 'lucide-react'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { selectionText } from '@/features/charts/selections/selection-text'
import { Button } from '@/ui/buttons/button'
import { Chip } from '@/ui/buttons/chip'
import { nameForColumn } from './filter-sources'
import { leftOutText } from './left-out-text'
import type { MarkSelections } from './use-selected-marks'

export interface SelectionChipsProps {
  readonly selections: MarkSelections
  /** All tiles of the dashboard. */
  readonly tiles: readonly Tile[]
}

/** The marks chosen in the tiles of a dashboard: a chip for each column of each tile. */
export default function SelectionChips({ selections, tiles }: SelectionChipsProps) {
  const { locale } = usePageEnvironment()
  const { selected, outsideFilters, leftOut, choose } = selections
  const names = useView(
    (view) =>
      tiles.map(({ content }) => (content.kind === 'chart' ? (getChart(view, content.chartId)?.name ?? '') : '')),
    [tiles],
  )
  const chips = tiles.flatMap((tile, at) =>
    (outsideFilters.get(tile.id) ?? []).map((part) => ({ tile, part, from: names[at] ?? '' })),
  )
  return (
    <section aria-label="Selections" className="flex flex-wrap items-center gap-1.5">
      {chips.map(({ tile, part, from }) => {
        const name = nameForColumn(part.column)
        const others = (selected.get(tile.id) ?? []).filter((one) => one !== part)
        return (
          <Chip
            key={`${tile.id} ${part.column}`}
            icon={MousePointerClick}
            title={`Chosen in “${from}”`}
            onClick={() => document.getElementById(`tile-${tile.id}`)?.focus()}
            onRemove={() => choose(tile.id, others.length === 0 ? null : others)}
            removeLabel={`Clear the selection ${name}`}
            className="max-sm:max-w-full"
          >
            <span className="text-muted">{`${name}: `}</span>
            <span className="font-medium">{selectionText(part, locale)}</span>
          </Chip>
        )
      })}
      {(chips.length > 1 || leftOut.length > 0) && (
        <Button variant="ghost" size="sm" onClick={() => choose(null, null)} className="px-2 print:hidden">
          Clear selections
        </Button>
      )}
      {leftOut.length > 0 && (
        <ul role="status" className="w-full text-small text-warn">
          {leftOut.map((part) => (
            <li key={`${part.tileId} ${part.column}`} className="wrap-anywhere">
              {leftOutText(part)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
