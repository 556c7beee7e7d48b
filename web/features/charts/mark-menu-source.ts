import type { ChartId } from '@tidemark/shared/charts/chart'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { FolderId } from '@tidemark/shared/folders/folder'
import type { Parameter } from '@tidemark/shared/query/parameter'
import type { Query, RunItem } from '@tidemark/shared/query/run-query'
import type { ChosenMark } from './mark-rows'
import type { MarkSelecting } from './selections/mark-selecting'

/** The command that filters by a value of a mark. isOn: it takes a filter back. */
export interface MarkFilter {
  readonly label: string
  readonly isOn: boolean
  readonly choose: () => void
  /** The column of the answer, where a filter of the dashboard is of it. */
  readonly column?: string
}

export interface MarkMenuSource {
  /** The chart's name. */
  readonly name: string
  readonly query: Query
  readonly visual: ChartVisual
  /** The query that the chart's result answers. */
  readonly itemOf: () => RunItem
  /** The names of the filters that narrow it. */
  readonly filterNames: readonly string[]
  /** The parameters that it mentions. */
  readonly parameters: readonly Parameter[]
  /** Where a question that is begun with it is proposed to be saved. */
  readonly folderId: FolderId | null
  /** The stored chart that this person may annotate; null for none. */
  readonly annotates: ChartId | null
  /** Opens the comments to write about a mark; null where there are none. */
  readonly onComment: ((mark: ChosenMark) => void) | null
  /** How its marks are chosen; absent where that filters nothing. */
  readonly selecting?: MarkSelecting | undefined
  /** Null where nothing filters. */
  readonly filtersOf: ((mark: ChosenMark) => readonly MarkFilter[]) | null
}
