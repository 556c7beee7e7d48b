'use client'

import { AlignLeft, Database, Folder, Image, LayoutDashboard, ListFilter, Sigma, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { gridColumns, type Dashboard } from '@tidemark/shared/dashboards/dashboard'
import type { FavouriteThing } from '@tidemark/shared/favourites/favourite-queries'
import { getFolder } from '@tidemark/shared/folders/folder-queries'
import type { Folder as FolderEntry, FolderId } from '@tidemark/shared/folders/folder'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { TimeAgo } from '@/ui/text/time-ago'
import { chartTypeIcon } from '../content/chart-type-icon'
import { useWorkspaceTime } from '../charts/use-workspace-time'
import { calendarAt, daysByFilter, filtersOfTile } from '../filters/tile-filters'
import { shellState$ } from '../preferences/shell-state'
import { ChartThumb } from './chart-thumb'
import { cardRows, chosenFirst, tilesOfCard } from './list-recent-content'

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
    >
      <span className="block h-[116px] overflow-hidden rounded-t-tile border-b border-line py-1">
        <ChartThumb chart={chart} widthPx={264} heightPx={108} />
      </span>
    </Card>
  )
}

/** A favourite of any kind. A folder is shown in the sidebar. */
export function FavouriteCard({ favourite }: { readonly favourite: FavouriteThing }) {
  switch (favourite.kind) {
    case 'chart':
      return <ChartCard chart={favourite.thing} />
    case 'dashboard':
      return <DashboardCard dashboard={favourite.thing} />
    case 'dataset':
      return <PlainCard href={`/data/${favourite.thing.id}`} icon={Database} name={favourite.thing.name} />
    case 'metric':
      return <PlainCard href={`/metrics/${favourite.thing.id}`} icon={Sigma} name={favourite.thing.name} />
    case 'segment':
      return <PlainCard href={`/segments/${favourite.thing.id}`} icon={ListFilter} name={favourite.thing.name} />
    case 'folder':
      return <PlainCard onOpen={() => revealFolder(favourite.thing)} icon={Folder} name={favourite.thing.name} />
  }
}

/** Shows a folder in the sidebar. */
function revealFolder({ id }: FolderEntry): void {
  shellState$.isSidebarOpen.set(true)
  shellState$.isSheetOpen.set(matchMedia('(width < 48rem)').matches)
  shellState$.revealedId.set(id)
}

interface PlainCardProps {
  readonly icon: LucideIcon
  readonly name: string
  readonly href?: string
  readonly onOpen?: () => void
}

/** One without a drawing. */
function PlainCard({ icon: Icon, name, href, onOpen }: PlainCardProps) {
  const look =
    'flex w-full items-center gap-2.5 rounded-tile border border-line bg-surface px-3 py-3 text-left shadow-tile transition-colors hover:border-line-strong'
  const inside = (
    <>
      <Icon aria-hidden className="text-muted" />
      <span className="truncate text-tile">{name}</span>
    </>
  )
  return (
    <li className="min-w-0 self-start">
      {href === undefined ? (
        <button type="button" onClick={onOpen} className={look}>
          {inside}
        </button>
      ) : (
        <AppLink href={href} className={look}>
          {inside}
        </AppLink>
      )}
    </li>
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

/** The least rows of a card, so that few tiles do not fill it. */
const leastRows = 8
/** The signs of tiles that are not drawn. */
const iconOfContent = { chart: null, text: AlignLeft, image: Image } as const
/** CSS px of a grid cell that a tile is drawn for; the card scales it. */
const cellPx = { width: 44, height: 17 } as const

/** The first tab's tiles in their places, the first of them drawn; blank until the tiles are here, in the same room. */
function DashboardMap({ dashboard }: { readonly dashboard: Dashboard }) {
  const { now } = usePageEnvironment()
  const { timeZone, weekStart } = useWorkspaceTime()
  const { today } = calendarAt(now, { timeZone, weekStart })
  const actor = useActor()
  const tiles = useView(
    (view) => {
      const shown = tilesOfCard(view, dashboard, actor)
      const chosen = chosenFirst(view, dashboard.id, actor)
      const filters = [...new Set(shown.flatMap((one) => one.filters))]
      const days = daysByFilter(
        view,
        filters,
        shown.map(({ tile }) => tile),
        timeZone,
      )
      return shown.map((one) => ({
        ...one,
        conditions: filtersOfTile(one.tile, one.filters, chosen, { today, weekStart }, days).conditions,
      }))
    },
    [dashboard, actor, today, timeZone, weekStart],
  )
  const bottom = Math.min(cardRows, Math.max(leastRows, ...tiles.map(({ tile: { place } }) => place.y + place.h)))
  return (
    <span
      aria-hidden
      className="grid h-[116px] gap-1 overflow-hidden rounded-t-tile border-b border-line bg-sunken p-2"
      style={{
        gridTemplateColumns: `repeat(${gridColumns}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${bottom}, minmax(0, 1fr))`,
      }}
    >
      {tiles.map(({ tile, chart, conditions, isDrawn }) => {
        const { x, y, w, h } = tile.place
        const rows = Math.min(h, bottom - y)
        const TypeIcon = chart === null ? iconOfContent[tile.content.kind] : chartTypeIcon(chart.visual.type)
        return (
          <span
            key={tile.id}
            className="flex min-h-0 min-w-0 items-center justify-center overflow-hidden rounded-[3px] border border-line bg-surface text-line-strong"
            style={{ gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${rows}` }}
          >
            {isDrawn && chart !== null ? (
              <ChartThumb
                chart={chart}
                filters={conditions}
                widthPx={w * cellPx.width}
                heightPx={rows * cellPx.height}
                isTiny
              />
            ) : (
              TypeIcon && <TypeIcon className="size-3.5!" />
            )}
          </span>
        )
      })}
    </span>
  )
}
