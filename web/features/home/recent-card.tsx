'use client'

import { LayoutDashboard, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { gridColumns, type Dashboard } from '@tidemark/shared/dashboards/dashboard'
import { listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { getFolder } from '@tidemark/shared/folders/folder-queries'
import type { FolderId } from '@tidemark/shared/folders/folder'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { TimeAgo } from '@/ui/text/time-ago'
import { chartTypeIcon } from '../content/chart-type-icon'

export function DashboardCard({ dashboard }: { readonly dashboard: Dashboard }) {
  return (
    <Card
      href={`/dashboards/${dashboard.id}`}
      icon={LayoutDashboard}
      name={dashboard.name}
      folderId={dashboard.folderId}
      updatedAt={dashboard.updatedAt}
    >
      <DashboardMap dashboard={dashboard} />
    </Card>
  )
}

export function ChartCard({ chart }: { readonly chart: Chart }) {
  return (
    <Card
      href={`/charts/${chart.id}`}
      icon={chartTypeIcon(chart.visual.type)}
      name={chart.name}
      folderId={chart.folderId}
      updatedAt={chart.updatedAt}
    />
  )
}

interface CardProps {
  readonly href: string
  readonly icon: LucideIcon
  readonly name: string
  readonly folderId: FolderId | null
  readonly updatedAt: number
  readonly children?: ReactNode
}

function Card({ href, icon: Icon, name, folderId, updatedAt, children }: CardProps) {
  const folderName = useView((view) => (folderId === null ? undefined : getFolder(view, folderId)?.name), [folderId])
  const { now, locale } = usePageEnvironment()
  return (
    <li className="min-w-0">
      <AppLink
        href={href}
        className="flex h-full flex-col rounded-tile border border-line bg-surface shadow-tile transition-colors hover:border-line-strong"
      >
        {children}
        <span className="flex items-center gap-2.5 px-3 py-2.5">
          <Icon aria-hidden className="text-muted" />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-tile">{name}</span>
            <span className="flex gap-1 text-small whitespace-nowrap text-muted">
              {folderName && (
                <>
                  <span className="min-w-0 truncate">{folderName}</span> ·{' '}
                </>
              )}
              <TimeAgo at={updatedAt} now={now} locale={locale} />
            </span>
          </span>
        </span>
      </AppLink>
    </li>
  )
}

const mapRows = 14

/** The first tab's tiles as small blocks in their places; blank until the tiles are here, in the same room. */
function DashboardMap({ dashboard }: { readonly dashboard: Dashboard }) {
  const tiles = useView(
    (view) => {
      const firstTab = listTabs(view, dashboard.id)[0]
      return listTiles(view, dashboard.id)
        .filter((tile) => tile.tabId === firstTab?.id && tile.place.y < mapRows)
        .map(({ id, place, content }) => ({
          id,
          ...place,
          type: content.kind === 'chart' ? (getChart(view, content.chartId)?.visual.type ?? 'table') : null,
        }))
    },
    [dashboard.id],
  )
  const bottom = Math.min(mapRows, Math.max(8, ...tiles.map(({ y, h }) => y + h)))
  return (
    <span
      aria-hidden
      className="grid h-[116px] gap-1 overflow-hidden rounded-t-tile border-b border-line bg-sunken p-2.5"
      style={{
        gridTemplateColumns: `repeat(${gridColumns}, 1fr)`,
        gridTemplateRows: `repeat(${bottom}, minmax(0, 1fr))`,
      }}
    >
      {tiles.map(({ id, x, y, w, h, type }) => {
        const TypeIcon = type === null ? null : chartTypeIcon(type)
        return (
          <span
            key={id}
            className="flex items-center justify-center overflow-hidden rounded-[3px] border border-line bg-surface text-line-strong"
            style={{ gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${Math.min(h, bottom - y)}` }}
          >
            {TypeIcon && <TypeIcon className="size-3.5!" />}
          </span>
        )
      })}
    </span>
  )
}
