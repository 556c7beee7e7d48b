import { Ellipsis, GripVertical, Maximize2 } from 'lucide-react'
import type { PointerEvent, ReactNode } from 'react'
import { AppLink } from '@/client/page/navigation'
import { classNames } from '@/ui/class-names'
import { IconButton } from '@/ui/buttons/icon-button'
import { Menu } from '@/ui/popups/menu'
import { tooltipProps } from '@/ui/popups/tooltip'
import { untouchableUnseen } from './tile-frame'

/** The actions of every tile; made by the grid. */
export interface TileTools {
  /** Without it a tile is only looked at. */
  readonly mayEdit: boolean
  /** True if the person changes what the tile shows: its text, or the chart with its name. */
  readonly mayEditContent: boolean
  /** null: it cannot be moved. */
  readonly onGrab: ((event: PointerEvent) => void) | null
  readonly duplicate: () => void
  /** Makes a copy of the chart too and opens it; null where the person may not. */
  readonly duplicateAndChange: (() => void) | null
  readonly remove: () => void
  readonly copyLink: () => void
  /** Downloads its chart as the server draws it; null for a tile that no workspace has yet. */
  readonly download: (() => void) | null
  /** Opens the comments to write one about the tile; null for a tile that no workspace has yet. */
  readonly comment: (() => void) | null
  /** True if the title, or the text of a text tile, is being edited. */
  readonly isEditing: boolean
  readonly setEditing: (isEditing: boolean) => void
}

interface TileHeaderProps {
  /** The title as text, for the names of the buttons. */
  readonly name: string
  /** null: the tile has none, only the room to grab it by. */
  readonly title: ReactNode
  readonly description: string
  readonly isCompact: boolean
  /** Too narrow for the name beside all the buttons: what the header and the menu do as well has none. */
  readonly isNarrow: boolean
  readonly openHref: string | null
  readonly onGrab: ((event: PointerEvent) => void) | null
  /** Items of the tile menu; null where there are none. */
  readonly menu: ReactNode
}

/** The room that the name leaves to the buttons while they are shown. */
const room =
  'group-focus-within/tile:pr-17 group-hover/tile:pr-17 group-data-[selected]/tile:pr-17 touch:group-data-[selected]/tile:pr-32'
const narrowRoom =
  'not-touch:group-focus-within/tile:pr-5 not-touch:group-hover/tile:pr-5 not-touch:group-data-[selected]/tile:pr-5'
/** A finger's buttons would cover most of a narrow tile: they stand above it. */
const aboveNarrow = 'touch:-top-12 touch:right-0 touch:border touch:border-line touch:bg-raised touch:shadow-pop'

/** The handle and the menu of a tile without a title. */
export function UntitledHeader({
  tools,
  ...named
}: Pick<TileHeaderProps, 'name' | 'menu'> & { readonly tools: TileTools }) {
  return (
    <TileHeader
      {...named}
      title={null}
      description=""
      isCompact
      isNarrow={false}
      openHref={null}
      onGrab={tools.onGrab}
    />
  )
}

/** A tile's title and one line of what is measured; on hover and focus also its handle, link and menu. */
export function TileHeader({ name, title, description, isCompact, isNarrow, openHref, onGrab, menu }: TileHeaderProps) {
  const grabByHeader = (event: PointerEvent) => {
    // A finger on the header scrolls the page; it drags by the handle.
    if (event.pointerType === 'mouse' && !(event.target instanceof HTMLInputElement)) onGrab?.(event)
  }
  return (
    <header
      className={classNames('shrink-0 px-3.5 pt-[11px]', onGrab !== null && 'cursor-grab active:cursor-grabbing')}
      onPointerDown={grabByHeader}
    >
      {title === null ? (
        <div className="h-4" />
      ) : (
        <h2
          className={classNames(
            'flex min-w-0 items-center',
            isNarrow ? narrowRoom : room,
            isCompact ? 'h-4 text-small text-muted' : 'h-[18px] text-tile',
          )}
        >
          {title}
        </h2>
      )}
      {!isCompact && description !== '' && (
        <p className="truncate text-small text-muted" title={description}>
          {description}
        </p>
      )}
      <div
        className={classNames(
          'absolute top-1.5 right-1.5 z-1 flex rounded-control bg-surface opacity-0 transition-opacity group-focus-within/tile:opacity-100 group-hover/tile:opacity-100 group-data-[selected]/tile:opacity-100 has-[[aria-expanded=true]]:opacity-100 print:invisible',
          untouchableUnseen,
          isNarrow && aboveNarrow,
        )}
        onPointerDown={(event) => event.stopPropagation()}
      >
        {onGrab !== null && (
          <span
            aria-hidden
            className={classNames(
              'size-6 cursor-grab touch-none items-center justify-center rounded-control text-muted hover:bg-hover max-[640px]:hidden touch:size-11',
              isNarrow ? 'hidden touch:inline-flex' : 'inline-flex',
            )}
            onPointerDown={onGrab}
            {...tooltipProps('Drag to move', 'alt+arrows')}
          >
            <GripVertical />
          </span>
        )}
        {openHref !== null && !isNarrow && (
          <AppLink
            href={openHref}
            aria-label={`Open ${name}`}
            className="inline-flex size-6 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text touch:size-11"
            {...tooltipProps('Open chart')}
          >
            <Maximize2 aria-hidden className="!size-3.5" />
          </AppLink>
        )}
        {menu !== null && (
          <Menu
            label={`Menu of ${name}`}
            align="end"
            trigger={<IconButton icon={Ellipsis} size="sm" label={`Menu of ${name}`} />}
          >
            {menu}
          </Menu>
        )}
      </div>
    </header>
  )
}
