import type { Tile } from './dashboard'
import { textTitle } from './text-title'
import { isHeading } from './tile-layout'

/** Returns what a tile is called. chart: of a tile with one; undefined if it is gone. */
export function tileName(tile: Tile, chart: { readonly name: string } | undefined): string {
  const { content } = tile
  switch (content.kind) {
    case 'chart':
      return chart?.name ?? 'Missing chart'
    case 'image':
      return content.description || 'Picture'
    case 'text':
      return isHeading(tile) ? content.text || 'Section' : (textTitle(content.text) ?? 'Text')
  }
}
