import {
  BatteryMedium,
  ChartArea,
  ChartBar,
  ChartCandlestick,
  ChartColumn,
  ChartColumnBig,
  ChartLine,
  ChartNoAxesCombined,
  ChartPie,
  ChartScatter,
  ChartNoAxesGantt,
  Funnel,
  Gauge,
  GitCommitHorizontal,
  Grid3x3,
  Hash,
  LayoutDashboard,
  LayoutPanelLeft,
  MapIcon,
  MapPin,
  Radar,
  Slash,
  Table2,
  TableProperties,
  Target,
  Waypoints,
  type LucideIcon,
} from 'lucide-react'
import type { ChartType } from '@tidemark/shared/charts/chart-visual'
import type { ContentItem } from './content-tree'

const icons: Readonly<Record<ChartType, LucideIcon>> = {
  line: ChartLine,
  area: ChartArea,
  bar: ChartColumn,
  row: ChartBar,
  combo: ChartNoAxesCombined,
  pie: ChartPie,
  scatter: ChartScatter,
  histogram: ChartColumnBig,
  box: ChartCandlestick,
  dot: GitCommitHorizontal,
  slope: Slash,
  radar: Radar,
  heatmap: Grid3x3,
  funnel: Funnel,
  waterfall: ChartNoAxesGantt,
  treemap: LayoutPanelLeft,
  sankey: Waypoints,
  map: MapIcon,
  'point-map': MapPin,
  gauge: Gauge,
  progress: BatteryMedium,
  bullet: Target,
  number: Hash,
  pivot: TableProperties,
  table: Table2,
}

export function chartTypeIcon(type: ChartType): LucideIcon {
  return icons[type]
}

export function contentIcon(item: ContentItem): LucideIcon {
  return item.kind === 'dashboard' ? LayoutDashboard : icons[item.chartType]
}
