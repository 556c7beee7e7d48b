import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode, Ref } from 'react'
import type { Place } from '@tidemark/shared/dashboards/dashboard'
import { classNames } from '@/ui/class-names'

interface TileFrameProps {
  readonly ref: Ref<HTMLElement>
  readonly id: string
  readonly name: string
  readonly place: Place
  readonly isSelected: boolean
  /** The one tile that Tab leads to. */
  readonly isStop: boolean
  /** Being dragged or resized now. */
  readonly isActive: boolean
  readonly onSelect: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  /** null: the tile is only looked at. */
  readonly onResizeGrab: ((event: PointerEvent) => void) | null
  /** Without a box of its own: a heading. */
  readonly isBare?: boolean
  readonly children: ReactNode
}

/** Parts that appear once their tile is chosen take no taps before. */
export const untouchableUnseen =
  'touch:pointer-events-none touch:group-focus-within/tile:pointer-events-auto touch:group-data-[selected]/tile:pointer-events-auto'

/** A tile's box in the grid: its place, its selection, its keyboard and the corner it is resized by. */
export function TileFrame({
  ref,
  id,
  name,
  place,
  isSelected,
  isStop,
  isActive,
  onSelect,
  onKeyDown,
  onResizeGrab,
  isBare = false,
  children,
}: TileFrameProps) {
  return (
    <article
      ref={ref}
      id={`tile-${id}`}
      data-tile={id}
      data-selected={isSelected ? '' : undefined}
      data-active={isActive ? '' : undefined}
      tabIndex={isStop ? 0 : -1}
      aria-label={name}
      aria-describedby={onResizeGrab === null ? 'tile-keys' : 'tile-keys tile-edit-keys'}
      style={placeStyle(place)}
      // A finger selects when its tap ends: what that shows under it is not pressed by the same tap.
      onPointerDown={(event) => event.pointerType !== 'touch' && onSelect()}
      onClick={(event) => event.target instanceof Node && event.currentTarget.contains(event.target) && onSelect()}
      onFocus={onSelect}
      onKeyDown={(event) => event.target === event.currentTarget && onKeyDown(event)}
      className={classNames(
        'tile-cell',
        'group/tile flex scroll-my-4 flex-col rounded-tile border contain-layout focus-within:z-1 hover:z-1 focus-visible:-outline-offset-1 print:outline-none',
        isBare
          ? classNames(
              isActive ? 'bg-surface' : 'bg-bg',
              isSelected ? 'border-accent print:border-transparent' : 'border-transparent',
            )
          : isSelected
            ? 'border-accent bg-surface shadow-tile ring-1 ring-accent print:border-line print:ring-0'
            : 'border-line bg-surface shadow-tile',
        isActive && 'cursor-grabbing shadow-pop select-none',
      )}
    >
      {children}
      {onResizeGrab !== null && (
        <span
          aria-hidden
          onPointerDown={onResizeGrab}
          className={classNames(
            'absolute right-0 bottom-0 size-4 cursor-nwse-resize touch-none rounded-br-tile opacity-0 transition-opacity group-hover/tile:opacity-100 group-data-[selected]/tile:opacity-100 max-[640px]:hidden touch:size-8 print:invisible',
            untouchableUnseen,
          )}
        >
          <span className="absolute right-[3px] bottom-[3px] size-2 rounded-br-[6px] border-r-2 border-b-2 border-line-strong" />
        </span>
      )}
    </article>
  )
}

/** Marks the place the tile will take when it is dropped. */
export function TilePlaceholder({ place }: { readonly place: Place }) {
  return (
    <div
      aria-hidden
      style={placeStyle(place)}
      className={classNames('tile-cell', 'rounded-tile border border-dashed border-accent bg-accent-soft')}
    />
  )
}

function placeStyle({ x, y, w, h }: Place): CSSProperties {
  // React's type knows no custom properties.
  return { '--x': x, '--y': y, '--w': w, '--h': h } as CSSProperties
}
