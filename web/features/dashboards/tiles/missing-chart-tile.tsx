import { AppLink } from '@/client/page/navigation'
import { TileMessage } from './chart-tile-face'
import { TileHeader, type TileTools } from './tile-header'
import { RemoveItem } from './tile-items'

interface MissingChartTileProps {
  /** The chart's name when it lies in the trash; null when it is not known here. */
  readonly trashedName: string | null
  readonly isCompact: boolean
  readonly tools: TileTools
}

/** A tile whose chart was deleted, or never reached this person. */
export function MissingChartTile({ trashedName, isCompact, tools }: MissingChartTileProps) {
  const name = trashedName ?? 'Missing chart'
  return (
    <>
      <TileHeader
        name={name}
        title={<span className="truncate text-muted">{name}</span>}
        description=""
        isCompact={isCompact}
        isNarrow={false}
        openHref={null}
        onGrab={tools.onGrab}
        menu={tools.mayEdit ? <RemoveItem tools={tools} /> : null}
      />
      <div className="min-h-0 flex-1 px-3.5 pb-3">
        {trashedName === null ? (
          <TileMessage
            title="This chart is not here"
            text="It was deleted, or you have no access to it."
            isCompact={isCompact}
          />
        ) : (
          <TileMessage
            title={isCompact ? 'In the trash' : 'This chart is in the trash'}
            text={
              tools.mayEdit && tools.mayEditContent
                ? 'Restore it, or remove the tile.'
                : 'People who can edit it can restore it.'
            }
            isCompact={isCompact}
          >
            <AppLink href="/trash" className="rounded-row font-medium text-accent hover:underline">
              Open the trash
            </AppLink>
          </TileMessage>
        )}
      </div>
    </>
  )
}
