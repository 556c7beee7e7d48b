'use client'

import {
  Database,
  Folder,
  LayoutDashboard,
  ListFilter,
  RotateCcw,
  ServerCog,
  Sigma,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { newId } from '@tidemark/shared/base/ids'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { broughtBack } from '@/client/workspace/change-outcome'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor, useSyncClient } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { TimeAgo } from '@/ui/text/time-ago'
import { chartTypeIcon } from '../content/chart-type-icon'
import { reportProblem } from '../messages/report-problem'
import { sayOutcome } from '../messages/say-outcome'
import { TopBar } from '../page/top-bar'
import { listTrash, type TrashItem } from './list-trash'
import { mayRestore, restoreItem } from './restore-item'

/** The page of deleted things, the last deleted first; all can be restored. */
export function TrashPage() {
  const items = useView(listTrash, [])
  const mutate = useMutate()
  const actor = useActor()
  const client = useSyncClient()
  const mayDelete = useMayEdit()
  const restorable = useView((view) => items.map((item) => mayRestore(actor, item, view)), [actor, items])
  const { now, locale } = usePageEnvironment()
  const restore = async (item: TrashItem) => {
    const actionId = newId()
    await restoreItem(mutate, item, actionId)
    await sayOutcome(client, broughtBack(`“${item.name}”`), [actionId], { tone: 'good' })
  }
  return (
    <>
      <TopBar icon={Trash2} title="Trash" />
      <div className="mx-auto w-full max-w-[820px] p-5 max-md:p-3">
        {items.length === 0 ? (
          <EmptyState
            icon={Trash2}
            title="The trash is empty"
            text={
              mayDelete
                ? 'Dashboards, charts, folders and data you delete wait here, so that deleting is never final.'
                : 'Dashboards, charts, folders and data that editors delete wait here.'
            }
          />
        ) : (
          <ul className="divide-y divide-line rounded-tile border border-line bg-surface shadow-tile">
            {items.map((item, index) => {
              const Icon = iconOf(item)
              return (
                <li key={`${item.kind}/${item.id}`} className="flex items-center gap-3 px-3.5 py-2.5">
                  <Icon aria-hidden className="text-muted" />
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-medium">{item.name}</p>
                    <p className="text-small text-muted">
                      {labels[item.kind]}
                      {item.contents > 0 && `, with ${plural(locale, item.contents, 'thing')} in it`} · deleted{' '}
                      <TimeAgo at={item.deletedAt} now={now} locale={locale} />
                    </p>
                  </div>
                  {restorable[index] && (
                    <Button
                      size="sm"
                      icon={RotateCcw}
                      aria-label={`Restore ${item.name}`}
                      onClick={() => void restore(item).catch(reportProblem)}
                    >
                      Restore
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </>
  )
}

const labels = {
  dashboard: 'Dashboard',
  chart: 'Chart',
  metric: 'Metric',
  segment: 'Segment',
  dataset: 'Data',
  connection: 'Database',
  folder: 'Folder',
} as const

function iconOf(item: TrashItem): LucideIcon {
  switch (item.kind) {
    case 'dashboard':
      return LayoutDashboard
    case 'chart':
      return chartTypeIcon(item.chartType)
    case 'metric':
      return Sigma
    case 'segment':
      return ListFilter
    case 'dataset':
      return Database
    case 'connection':
      return ServerCog
    case 'folder':
      return Folder
  }
}
