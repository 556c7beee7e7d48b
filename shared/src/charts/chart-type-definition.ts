import type { ChartVisual } from './chart-visual'
import type { Plot } from './plot/plot'
import type { Column, PlotInput } from './plot/read-columns'

/** A choice in the properties panel. measure: one; measures: several. */
export type VisualControl =
  | 'x'
  | 'measures'
  | 'measure'
  | 'color'
  | 'size'
  | 'stack'
  | 'missing'
  | 'sort'
  | 'bins'
  | 'goodDirection'
  | 'timeZone'
  | 'format'
  | 'titles'

/** The columns of a result by what they can do in a chart. slots: time, years or else the first categories. */
export interface ColumnRoles {
  readonly columns: readonly Column[]
  readonly time: Column | undefined
  readonly slots: Column | undefined
  readonly measures: readonly Column[]
  readonly categories: readonly Column[]
}

/** A type of chart. To add one, see CONTRIBUTING.md. */
export interface ChartTypeDefinition {
  /** The type's name in the editor. */
  readonly name: string
  /** The label of the x column in the editor. */
  readonly xLabel: string
  /** The choices of the properties panel, in its order. */
  readonly controls: readonly VisualControl[]
  /** The columns it is drawn from until somebody chooses; empty if none fit. */
  readonly suggestColumns: (roles: ColumnRoles) => Partial<Pick<ChartVisual, 'x' | 'y'>>
  /** Works out the drawing. visual: only with choices that `controls` offers. */
  readonly plot: (input: PlotInput) => Plot
}
