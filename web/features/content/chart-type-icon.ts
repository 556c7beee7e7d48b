import { createLucideIcon, LayoutDashboard, type LucideIcon } from 'lucide-react'
import { chartTypeList } from '@tidemark/shared/charts/chart-type-list'
import { chartTypeIds, type ChartType } from '@tidemark/shared/charts/chart-visual'
import type { ContentItem } from './content-tree'

const icons = new Map<ChartType, LucideIcon>(
  chartTypeIds.map((type) => [
    type,
    createLucideIcon(`chart-type-${type}`, [['path', { d: chartTypeList[type].icon }]]),
  ]),
)

export function chartTypeIcon(type: ChartType): LucideIcon {
  const icon = icons.get(type)
  if (icon === undefined) throw new Error(`no icon of ${type}`)
  return icon
}

export function contentIcon(item: ContentItem): LucideIcon {
  return item.kind === 'dashboard' ? LayoutDashboard : chartTypeIcon(item.chartType)
}
