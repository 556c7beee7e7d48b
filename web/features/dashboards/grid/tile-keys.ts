import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { isHeading, nudgeTile, resizeTile, type Direction } from '@tidemark/shared/dashboards/tile-layout'

export type TileKeyAction =
  | { readonly kind: 'layout'; readonly layout: readonly Tile[]; readonly label: string }
  | { readonly kind: 'blocked'; readonly direction: Direction }
  | { readonly kind: 'edit' | 'open' | 'remove' | 'deselect' }

type TileKeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
const growth = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const

/** The action of a key on a focused tile; null for other keys. layout: the tiles as shown. */
export function tileKeyAction(press: TileKeyPress, tile: Tile, layout: readonly Tile[]): TileKeyAction | null {
  if (press.ctrlKey || press.metaKey) return null
  const direction = directions[press.key]
  if (press.altKey) {
    if (direction === undefined) return null
    if (!press.shiftKey) {
      const moved = nudgeTile(layout, tile.id, direction)
      return moved === null ? { kind: 'blocked', direction } : { kind: 'layout', layout: moved, label: 'Move tile' }
    }
    if (isHeading(tile)) return { kind: 'blocked', direction }
    const [dw, dh] = growth[direction]
    const { w, h } = tile.place
    const resized = resizeTile(layout, tile.id, { w: w + dw, h: h + dh })
    const place = resized.find(({ id }) => id === tile.id)?.place
    if (place?.w === w && place.h === h) return { kind: 'blocked', direction }
    return { kind: 'layout', layout: resized, label: 'Resize tile' }
  }
  switch (press.key) {
    case 'F2':
      return { kind: 'edit' }
    case 'Enter':
      return { kind: tile.content.kind === 'chart' ? 'open' : 'edit' }
    case 'Delete':
    case 'Backspace':
      return { kind: 'remove' }
    case 'Escape':
      return { kind: 'deselect' }
    default:
      return null
  }
}

/** The screen reader's sentence after a tile was moved or resized. */
export function placeSentence(name: string, layout: readonly Tile[], id: string): string {
  const place = layout.find((tile) => tile.id === id)?.place
  if (place === undefined) return ''
  return `${name}: column ${place.x + 1}, row ${place.y + 1}, ${place.w} columns wide, ${place.h} rows high.`
}
