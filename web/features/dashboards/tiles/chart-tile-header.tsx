import { memo } from 'react'
import { InlineEdit } from '@/ui/fields/inline-edit'
import { lazyComponent } from '@/ui/lazy-part'
import type { ChartTileMenuProps } from './chart-tile-menu'
import { TileHeader } from './tile-header'

const ChartTileMenu = lazyComponent(() => import('./chart-tile-menu'))

interface ChartTileHeaderProps extends ChartTileMenuProps {
  readonly isCompact: boolean
  readonly isNarrow: boolean
  readonly onRename: (name: string) => void
}

/** The header of a chart's tile. Memoized: it stays as it is while the chart follows a range that is being drawn. */
export const ChartTileHeader = memo(function ChartTileHeader({
  isCompact,
  isNarrow,
  onRename,
  ...ofMenu
}: ChartTileHeaderProps) {
  const { chart, openHref, tools } = ofMenu
  return (
    <TileHeader
      name={chart.name}
      title={
        <InlineEdit
          value={chart.name}
          label="Chart name"
          onCommit={onRename}
          isReadOnly={!tools.mayEditContent}
          editing={tools.isEditing}
          onEditingChange={tools.setEditing}
          // A finger on the name scrolls the page or chooses the tile, whose menu then renames it.
          className="touch:[&>button]:pointer-events-none"
        />
      }
      description={chart.description}
      isCompact={isCompact}
      isNarrow={isNarrow}
      openHref={openHref}
      onGrab={tools.onGrab}
      menu={<ChartTileMenu {...ofMenu} />}
    />
  )
})
