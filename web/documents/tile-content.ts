import type { ImageContent } from '@tidemark/shared/images/image'
import type { Plot } from '@tidemark/shared/charts/plot/plot'
import type { TextPart } from './markdown-blocks'
import type { PaperTable } from './tables/paper-table'

/** The name of a chart and what stands below it. isAlone: it is the whole document, whose head tells both. */
interface Named {
  readonly title: string
  readonly description: string
  readonly isAlone: boolean
}

/**
 * The content in the place of a tile. plotAt: draws the chart in a room in px. notes: sentences below it; those of a
 * drawn plot, which may tell of its axes, are its own.
 */
export type TileContent =
  | (Named & {
      readonly kind: 'chart'
      readonly notes: readonly string[]
      readonly plotAt: (widthPx: number, heightPx: number) => Plot
    })
  | (Named & { readonly kind: 'table'; readonly notes: readonly string[]; readonly table: PaperTable })
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'picture'; readonly href: string; readonly fit: ImageContent['fit']; readonly description: string }
  | { readonly kind: 'message'; readonly title: string; readonly text: string }
