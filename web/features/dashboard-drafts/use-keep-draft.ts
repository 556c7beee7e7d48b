import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { changesToKeep } from '@tidemark/shared/dashboard-drafts/draft-entries'
import type { Dashboard } from '@tidemark/shared/dashboards/dashboard'
import { listDashboards } from '@tidemark/shared/dashboards/dashboard-queries'
import { choicesPart } from '@/client/page/choices-cookie'
import { navigate } from '@/client/page/navigation'
import { useViews } from '@/client/workspace/use-view'
import { useSyncClient } from '@/client/workspace/workspace-client'

/**
 * Returns a function that adds a draft to the workspace: its dashboard and the charts on it, as one undo step. Opens the
 * dashboard.
 */
export function useKeepDraft({ id, name }: Pick<Dashboard, 'id' | 'name'>) {
  const draft = useViews()
  // The workspace's own client, because here all other changes go to the draft.
  const { mutate, views } = useSyncClient()
  const [isKeeping, setKeeping] = useState(false)
  const keepAll = async () => {
    const { view } = views.getState()
    const changes = changesToKeep(draft.getState().view, id, {
      lastDashboardOrder: listDashboards(view).at(-1)?.order ?? null,
      lastChartOrder: listCharts(view).at(-1)?.order ?? null,
    })
    if (changes === null) return
    const { dashboard, charts, tiles, filters } = changes
    const step = { label: `Keep “${name}”`, actionId: newId() }
    await mutate('createDashboard', dashboard, step)
    await Promise.all(charts.map((chart) => mutate('createChart', chart, step)))
    await Promise.all([
      ...tiles.map((tile) => mutate('createTile', tile, step)),
      ...filters.map((filter) => mutate('createFilter', filter, step)),
    ])
    const choices = choicesPart(new URLSearchParams(window.location.search))
    navigate(`/dashboards/${id}${choices === '' ? '' : `?${choices}`}`, { replace: true })
  }
  const keep = async () => {
    setKeeping(true)
    try {
      await keepAll()
    } catch (error) {
      // Stays set after success: until the dashboard is shown, another press would add it twice.
      setKeeping(false)
      throw error
    }
  }
  return { keep, isKeeping }
}
