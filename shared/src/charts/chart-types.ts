import type { ChartTypeDefinition } from './chart-type-definition'
import type { ChartType } from './chart-visual'
import { area, bar, combo, line, row } from './types/cartesian/cartesian-types'
import { funnel } from './types/funnel/funnel'
import { box } from './types/box/box'
import { bullet } from './types/bullet/bullet'
import { dot } from './types/dot/dot'
import { gauge, progress } from './types/gauge/gauge'
import { heatmap } from './types/heatmap/heatmap'
import { histogram } from './types/histogram/histogram'
import { map } from './types/map/map'
import { number } from './types/number/number'
import { pie } from './types/pie/pie'
import { pointMap } from './types/point-map/point-map'
import { pivot } from './types/pivot/pivot'
import { radar } from './types/radar/radar'
import { scatter } from './types/scatter/scatter'
import { sankey } from './types/sankey/sankey'
import { slope } from './types/slope/slope'
import { treemap } from './types/treemap/treemap'
import { waterfall } from './types/waterfall/waterfall'
import { table } from './types/table/table'

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
  box,
  dot,
  slope,
  radar,
  heatmap,
  funnel,
  waterfall,
  treemap,
  sankey,
  map,
  'point-map': pointMap,
  gauge,
  progress,
  bullet,
  number,
  pivot,
  table,
}
