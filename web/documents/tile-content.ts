import type { ImageContent } from '@tidemark/shared/images/image'
import type { Plot } from '@tidemark/shared/charts/plot/plot'
import type { TextPart } from './markdown-blocks'
import type { PaperTable } from './tables/paper-table'

/** The content in the place of a tile. plotAt: draws the chart in a room in px. notes: sentences below it. */
export type TileContent =
  | {
      readonly kind: 'chart'
      readonly title: string
      readonly notes: readonly string[]
      readonly plotAt: (widthPx: number, heightPx: number) => Plot
    }
  | { readonly kind: 'table'; readonly title: string; readonly notes: readonly string[]; readonly table: PaperTable }
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'picture'; readonly href: string; readonly fit: ImageContent['fit']; readonly description: string }
  | { readonly kind: 'message'; readonly title: string; readonly text: string }
