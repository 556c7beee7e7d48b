import type { PivotPlot } from '@tidemark/shared/charts/plot/plot'
import type { FlatPivot } from '@tidemark/shared/charts/types/pivot/flatten-pivot'
import type { GridCellLook } from './grid-look'

/** Returns the look of a pivot's cells by row and column, of which the first holds the names of rows: totals are bold. */
export function pivotLook(
  { heatOf }: PivotPlot,
  { lines, columns, data }: FlatPivot,
): (row: number, column: number) => GridCellLook {
  return (row, column) => {
    const line = lines[row]
    const across = columns[column - 1]
    const isTotal = line?.node.depth === 0 || line?.isOpen !== null || across?.isTotal === true
    const isCell = line?.isOpen === null && line.node.depth > 0 && across?.isLeaf === true
    const heat = isCell && heatOf !== null ? heatOf(across.measure, data.columns[column]?.[row] ?? null) : null
    return {
      isStrong: isTotal,
      isBlank: true,
      ...(heat === null
        ? {}
        : { background: `color-mix(in srgb, ${heat.color} ${Math.round(heat.opacity * 100)}%, transparent)` }),
    }
  }
}
