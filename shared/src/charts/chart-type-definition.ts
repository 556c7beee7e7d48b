import type { ChartVisual } from './chart-visual'
import type { GalleryChart } from './plot/gallery/gallery-data'
import type { Plot } from './plot/plot'
import type { Column, PlotInput } from './plot/read-columns'

/** A control of the properties panel. measure: one; measures: several. */
export type VisualControl =
  | 'x'
  | 'measures'
  | 'measure'
  | 'color'
  | 'detail'
  | 'panel'
  | 'size'
  | 'pivotSides'
  | 'pivotHeat'
  | 'columns'
  | 'tableTotals'
  | 'tableGroups'
  | 'rowTotals'
  | 'stack'
  | 'missing'
  | 'sort'
  | 'bins'
  | 'regions'
  | 'goodDirection'
  | 'target'
  | 'ranges'
  | 'timeZone'
  | 'format'
  | 'titles'
  | 'xScale'
  | 'axisRange'
  | 'tickLabels'
  | 'valueLabels'
  | 'goals'
  | 'compare'
  | 'annotations'
  | 'series'
  | 'seriesColors'
  | 'trend'

/**
 * The columns of a result by their possible roles in a chart. slots: time, else years, else the first categories. places:
 * has countries or states, as people or its name say.
 */
export interface ColumnRoles {
  readonly columns: readonly Column[]
  readonly time: Column | undefined
  readonly slots: Column | undefined
  readonly measures: readonly Column[]
  readonly categories: readonly Column[]
  readonly places: Column | undefined
}

/** The columns that a type draws. */
export type SuggestedColumns = Pick<ChartVisual, 'x' | 'y' | 'color' | 'detail' | 'pivotRows' | 'pivotColumns'>

/** A type of chart. To add one, see CONTRIBUTING.md. */
export interface ChartTypeDefinition {
  /** The type's name in the editor. */
  readonly name: string
  /** The label of the x column in the editor. */
  readonly xLabel: string
  /** The labels of the columns in the editor, if they are not “Colour”, “Detail” and “Measure”. */
  readonly colorLabel?: string
  readonly detailLabel?: string
  readonly measureLabel?: string
  /** The columns that a result must have for the type, read after “Needs”; null if every result will do. */
  readonly needs: string | null
  /** The controls of the properties panel, in its order within each section. */
  readonly controls: readonly VisualControl[]
  /** Returns the columns to draw until somebody chooses; empty if none fit. */
  readonly suggestColumns: (roles: ColumnRoles) => Partial<SuggestedColumns>
  /**
   * Returns how well the type shows a result that has what it needs, from 0 to 1: the best are offered as “Show me”.
   * Without it the type is never offered.
   */
  readonly merit?: (roles: ColumnRoles) => number
  /** Fetches what computes its charts, which only pages with such a chart need. */
  readonly loadPlot: () => Promise<PlotFunction>
  /** Fetches its charts of the gallery, of which the first is drawn in every state. */
  readonly loadGallery: () => Promise<readonly GalleryChart[]>
}

/** Computes a drawing. visual: contains only choices that the type's `controls` offers. */
export type PlotFunction = (input: PlotInput) => Plot
