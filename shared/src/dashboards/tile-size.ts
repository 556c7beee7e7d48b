import type { ChartType } from '../charts/chart-visual'
import type { TileSize } from './tile-layout'

/** The size that suits a new tile by what it shows, in grid units: rows of a table need width, a pie or a cloud of dots a square. */
export function newTileSize(content: ChartType | 'text' | 'heading' | 'image'): TileSize {
  switch (content) {
    case 'number':
      return { w: 3, h: 2 }
    case 'text':
      return { w: 4, h: 3 }
    case 'image':
      return { w: 4, h: 5 }
    case 'heading':
      return { w: 12, h: 1 }
    case 'progress':
      return { w: 4, h: 3 }
    case 'gauge':
      return { w: 4, h: 5 }
    case 'pie':
      return { w: 4, h: 6 }
    case 'scatter':
      return { w: 6, h: 7 }
    case 'table':
    case 'pivot':
      return { w: 12, h: 8 }
    default:
      return { w: 6, h: 6 }
  }
}
