import type { CellValue } from '../../../query/field'
import type { Area, Spot } from './area'
import type { MapView, ViewBox } from './map-view'

/** The areas of one kind. id: tells sets apart. one, many: the words for its areas. */
export interface AreaSet {
  readonly id: string
  readonly one: string
  readonly many: string
  readonly areas: readonly Area[]
  /** Places too small to have a shape, by id. */
  readonly spots: ReadonlyMap<string, Spot>
  /** Returns the id of the area that a cell names; null for none. */
  readonly idOf: (cell: CellValue) => string | null
  readonly nameOf: (id: string) => string
  /** Returns where on the drawing the areas with these ids are seen best. */
  readonly viewOf: (ids: ReadonlySet<string>, box: ViewBox) => MapView
}
