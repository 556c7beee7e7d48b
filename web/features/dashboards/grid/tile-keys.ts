import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { isHeading, nudgeTile, resizeTile, type Direction } from '@tidemark/shared/dashboards/tile-layout'

export type TileKeyAction =
  | { readonly kind: 'layout'; readonly layout: readonly Tile[]; readonly label: string }
  | { readonly kind: 'blocked'; readonly direction: Direction }
  /** enter: to what the tile shows; focus: to another tile. */
  | { readonly kind: 'edit' | 'enter' | 'open' | 'remove' | 'deselect' }
  | { readonly kind: 'focus'; readonly id: string }

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
  if (press.ctrlKey || press.metaKey)
    return press.key === 'Enter' && tile.content.kind === 'chart' ? { kind: 'open' } : null
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
  if (direction !== undefined && !press.shiftKey) {
    const next = neighbourTile(tile, direction, layout)
    return next === null ? null : { kind: 'focus', id: next.id }
  }
  switch (press.key) {
    case 'F2':
      return { kind: 'edit' }
    case 'Enter':
      return { kind: tile.content.kind === 'chart' ? 'enter' : 'edit' }
    case 'Delete':
    case 'Backspace':
      return { kind: 'remove' }
    case 'Escape':
      return { kind: 'deselect' }
    default:
      return null
  }
}

/** Returns the nearest tile in a direction; null if there is none. */
function neighbourTile({ id, place }: Tile, direction: Direction, layout: readonly Tile[]): Tile | null {
  const isAcross = direction === 'left' || direction === 'right'
  const sign = direction === 'right' || direction === 'down' ? 1 : -1
  const edgesOf = ({ x, y, w, h }: Tile['place']) =>
    isAcross ? { from: x, to: x + w, sideFrom: y, sideTo: y + h } : { from: y, to: y + h, sideFrom: x, sideTo: x + w }
  const here = edgesOf(place)
  const found = layout.flatMap((tile) => {
    const there = edgesOf(tile.place)
    const along = sign === 1 ? there.from - here.to : here.from - there.to
    const beside = Math.max(0, there.sideFrom - here.sideTo + 1, here.sideFrom - there.sideTo + 1)
    // To the left and right only what stands in the same rows, above and below whatever comes next.
    if (tile.id === id || along < 0 || (isAcross && beside > 0)) return []
    return [{ tile, rank: [along + beside, Math.abs(there.sideFrom - here.sideFrom)] as const }]
  })
  found.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])
  return found[0]?.tile ?? null
}

/** The screen reader's sentence after a tile was moved or resized. */
export function placeSentence(name: string, layout: readonly Tile[], id: string): string {
  const place = layout.find((tile) => tile.id === id)?.place
  if (place === undefined) return ''
  return `${name}: column ${place.x + 1}, row ${place.y + 1}, ${place.w} columns wide, ${place.h} rows high.`
}
