'use client'

import { useEffect, useRef } from 'react'
import { chartSchema } from '@tidemark/shared/charts/chart'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { tileSchema } from '@tidemark/shared/dashboards/dashboard'
import { getFromView, type EntryView } from '@tidemark/shared/entries/entry-tx'
import { useActor, useSyncClient } from '@/client/workspace-client'
import { toast } from '@/ui/toaster'
import { nameOfMember, useMemberNames } from '../members/use-member-names'
import { reportProblem } from './report-problem'

/** Tells a person whose text another one has just replaced, and hands it back to them. Draws nothing itself. */
export default function OverwrittenNotice(): null {
  const { overwritten, views } = useSyncClient()
  const { userId } = useActor()
  const namesById = useMemberNames()
  const latest = useRef({ userId, namesById })
  useEffect(() => {
    latest.current = { userId, namesById }
  })
  useEffect(
    () =>
      overwritten.subscribe(({ key, by, mine }) => {
        const who = nameOfMember(by, latest.current.userId, latest.current.namesById)
        toast(`${who} replaced your text ${placeOf(views.getState().view, key)}`, {
          id: `overwritten ${key}`,
          tone: 'warn',
          description: 'You wrote it at the same time. Yours is kept in the history.',
          action: {
            label: 'Copy mine',
            onClick: () => void navigator.clipboard.writeText(mine).catch(reportProblem),
          },
        })
      }),
    [overwritten, views],
  )
  return null
}

function placeOf(view: EntryView, key: string): string {
  const tile = getFromView(view, tileSchema, key)
  if (tile !== undefined) return `on “${getDashboard(view, tile.dashboardId)?.name ?? 'a dashboard'}”`
  return `of “${getFromView(view, chartSchema, key)?.name ?? 'a chart'}”`
}
