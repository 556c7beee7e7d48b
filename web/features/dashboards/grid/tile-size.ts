import type { ChartType } from '@tidemark/shared/charts/chart-visual'
import type { TileSize } from '@tidemark/shared/dashboards/tile-layout'

/** The size a new tile starts with, in grid units. */
export function newTileSize(content: ChartType | 'text'): TileSize {
  switch (content) {
    case 'number':
      return { w: 3, h: 2 }
    case 'text':
      return { w: 4, h: 3 }
    case 'pie':
      return { w: 4, h: 6 }
    default:
      return { w: 6, h: 6 }
  }
}

/** A tile narrower than this has no room for its name beside three buttons. */
export const narrowTilePx = 260

/** A tile this low has a small title and no footer of its own. */
export function isCompactTile({ h }: { readonly h: number }): boolean {
  return h < 4
}
