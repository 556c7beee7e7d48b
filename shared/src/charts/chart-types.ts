import type { ChartTypeDefinition } from './chart-type-definition'
import type { ChartType } from './chart-visual'
import { area, bar, combo, line, row } from './types/cartesian-types'
import { histogram } from './types/histogram'
import { number } from './types/number'
import { pie } from './types/pie'
import { scatter } from './types/scatter'
import { table } from './types/table'

/** All types of chart. */
export const chartTypes: Readonly<Record<ChartType, ChartTypeDefinition>> = {
  line,
  area,
  bar,
  row,
  combo,
  pie,
  scatter,
  histogram,
  number,
  table,
}
