import {
  ChartSpline,
  CopyPlus,
  FileText,
  Filter,
  FilterX,
  Maximize2,
  MousePointerClick,
  Pencil,
  RotateCw,
  SlidersHorizontal,
  Table2,
} from 'lucide-react'
import type { RefObject } from 'react'
import { isBlankQuery } from '@tidemark/shared/query/run-query'
import { navigate } from '@/client/page/navigation'
import { AlertItem } from '@/features/alerts/alert-item'
import ImageItems from '@/features/chart-image/image-items'
import type { ShownChart } from '@/features/charts/chart-drawing'
import { ExportItems } from '@/features/exports/export-items'
import { MenuGroup, MenuItem, MenuSeparator } from '@/ui/popups/menu'
import type { TileFilters } from '@/features/filters/tile-filters'
import type { Chart } from '@tidemark/shared/charts/chart'
import type { ParameterValues } from '@tidemark/shared/query/parameter'
import type { TileTools } from './tile-header'
import { TileItems } from './tile-items'

/** The choice to leave a tile out of filters by marks. */
export interface LeftOut {
  readonly isLeftOut: boolean
  readonly set: (leaveOut: boolean) => void
}

export interface ChartTileMenuProps {
  readonly chart: Chart
  readonly refresh: () => void
  readonly parameters: ParameterValues
  readonly filters: TileFilters
  readonly onParameters: (() => void) | null
  readonly onClickChoice: (() => void) | null
  readonly leftOut: LeftOut | null
  readonly tools: TileTools
  /** null: no workspace has the chart yet. */
  readonly openHref: string | null
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
  /** The text of the tile's footer. */
  readonly noteText: string
  readonly shown: RefObject<ShownChart | null>
}

/** The items of a chart tile's menu. */
export default function ChartTileMenu(props: ChartTileMenuProps) {
  const {
    chart,
    openHref,
    isTable,
    onTable,
    refresh,
    parameters,
    filters,
    onParameters,
    onClickChoice,
    leftOut,
    tools,
    noteText,
    shown,
  } = props
  return (
    <>
      {openHref !== null && (
        <MenuItem icon={Maximize2} shortcut="enter" onSelect={() => navigate(openHref)}>
          Open chart
        </MenuItem>
      )}
      {chart.visual.type !== 'table' && (
        <MenuItem icon={isTable ? ChartSpline : Table2} onSelect={() => onTable(!isTable)}>
          {isTable ? 'View as chart' : 'View as table'}
        </MenuItem>
      )}
      <MenuItem icon={RotateCw} onSelect={refresh}>
        Refresh
      </MenuItem>
      {onParameters !== null && (
        <MenuItem icon={SlidersHorizontal} onSelect={onParameters}>
          Parameters
        </MenuItem>
      )}
      {onClickChoice !== null && (
        <MenuItem icon={MousePointerClick} onSelect={onClickChoice}>
          What a click does…
        </MenuItem>
      )}
      {leftOut !== null && (
        <MenuItem icon={leftOut.isLeftOut ? Filter : FilterX} onSelect={() => leftOut.set(!leftOut.isLeftOut)}>
          {leftOut.isLeftOut ? 'Filter by clicks in other charts' : 'Do not filter by clicks in other charts'}
        </MenuItem>
      )}
      <MenuSeparator />
      {!isBlankQuery(chart.query) && filters.waitsFor.length === 0 && (
        <>
          <ExportItems
            source={() => ({
              item: {
                ...(openHref === null ? { query: chart.query } : { chartId: chart.id }),
                parameters,
                filters: [...filters.conditions],
              },
              name: chart.name,
            })}
          />
          <ImageItems title={chart.name} description={chart.description} shown={shown} />
          {tools.download !== null && (
            <MenuItem icon={FileText} onSelect={tools.download}>
              Download as PDF or picture…
            </MenuItem>
          )}
          <MenuSeparator />
        </>
      )}
      {openHref !== null && <AlertItem kind="chart" id={chart.id} />}
      {tools.mayEditContent && (
        <MenuItem icon={Pencil} onSelect={() => tools.setEditing(true)}>
          Rename
        </MenuItem>
      )}
      <TileItems tools={tools} hasLink={openHref !== null}>
        {tools.duplicateAndChange !== null && (
          <MenuItem icon={CopyPlus} onSelect={tools.duplicateAndChange}>
            Duplicate and change
          </MenuItem>
        )}
      </TileItems>
      {noteText !== '' && <MenuGroup label={noteText}>{null}</MenuGroup>}
    </>
  )
}
