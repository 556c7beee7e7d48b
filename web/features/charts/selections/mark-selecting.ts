import type { Query } from '@tidemark/shared/query/run-query'
import type { Selection } from './selection'
import type { MarkSource } from './selection-of-mark'

/** How marks of a chart are chosen, which filters the charts around it. */
export interface MarkSelecting {
  readonly query: Query
  readonly chosen: Selection | null
  /** True if a click chooses, rather than opening what can be done with a mark. */
  readonly isOnClick: boolean
  /** True if a click opens another page. */
  readonly opensOnClick: boolean
  /** The name of a column as a filter by it has. */
  readonly nameOf: (column: string) => string
  /** Shows what a range that is still being drawn leaves of other charts; true if some follow it at once. */
  readonly preview: (next: Selection) => boolean
  readonly endPreview: () => void
  /** null chooses nothing. isContinued: a step of a gesture, which belongs to the one before. */
  readonly choose: (next: Selection | null, isContinued?: boolean) => void
}

/** source: what the marks' values are read by. chosenMarks: the indices of those that are chosen; null for none. */
export interface LayerSelecting extends Pick<
  MarkSelecting,
  'chosen' | 'isOnClick' | 'opensOnClick' | 'choose' | 'preview' | 'endPreview'
> {
  readonly source: MarkSource
  readonly chosenMarks: ReadonlySet<number> | null
}
