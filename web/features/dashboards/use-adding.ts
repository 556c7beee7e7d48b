import { useMemo, useState } from 'react'
import type { Chart } from '@tidemark/shared/charts/chart'
import type { Dashboard, Tab, Tile } from '@tidemark/shared/dashboards/dashboard'
import { newTileSize } from '@tidemark/shared/dashboards/tile-size'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useUiState } from '@/client/workspace/ui-state'
import { useStartQuestion } from '@/features/content/use-start-question'
import { reportProblem } from '@/features/messages/report-problem'
import type { AddActions } from './add-items'
import type { DashboardActions } from './use-dashboard-actions'

/** The ways to put something on the shown tab. writtenId: the text or picture just made, which opens for writing. */
export function useAdding(
  dashboard: Dashboard,
  tab: Tab,
  tiles: readonly Tile[],
  actions: DashboardActions,
  editFilter: (filter: null) => void,
) {
  const startQuestion = useStartQuestion()
  const ui = useUiState()
  const { databaseName } = usePageEnvironment()
  const [isPicking, setPicking] = useState(false)
  const [writtenId, setWrittenId] = useState<string | null>(null)
  // Gone with an undo or another tab, it comes back as any other.
  if (writtenId !== null && !tiles.some(({ id }) => id === writtenId)) setWrittenId(null)

  return useMemo(() => {
    const reveal = (id: string) => {
      ui.selectedTileId.set(id)
      requestAnimationFrame(() => document.getElementById(`tile-${id}`)?.scrollIntoView({ block: 'nearest' }))
    }
    const put = async (files: readonly File[]) => {
      const { addImages } = await import('./add-images')
      await addImages(databaseName, files, async (imageId) => {
        const content = { kind: 'image', imageId, description: '', fit: 'whole', link: null } as const
        const id = await actions.addTile(tab.id, content, newTileSize('image'))
        reveal(id)
        // One alone asks what it says; of several each is asked for when somebody opens it.
        if (files.length === 1) setWrittenId(id)
      })
    }
    const addPictures = (files: readonly File[]) => void put(files).catch(reportProblem)
    const choosePictures = async () => {
      const { chooseImages } = await import('./add-images')
      await put(await chooseImages({ isMultiple: true }))
    }
    const add: AddActions = {
      newChart: () => {
        startQuestion({ folderId: dashboard.folderId, target: { dashboardId: dashboard.id, tabId: tab.id } })
      },
      existingChart: () => setPicking(true),
      text: () => {
        void actions.addTile(tab.id, { kind: 'text', text: '' }, newTileSize('text')).then((id) => {
          // The menu that asked for it closes first and hands its focus back.
          setTimeout(() => setWrittenId(id), 100)
          reveal(id)
        })
      },
      image: () => void choosePictures().catch(reportProblem),
      section: () => {
        const content = { kind: 'text', text: 'New section', isHeading: true } as const
        void actions.addTile(tab.id, content, newTileSize('heading')).then((id) => {
          setTimeout(() => setWrittenId(id), 100)
          reveal(id)
        })
      },
      filter: () => editFilter(null),
    }
    const addChart = (chart: Chart) => {
      void actions.addTile(tab.id, { kind: 'chart', chartId: chart.id }, newTileSize(chart.visual.type)).then(reveal)
    }
    return { add, addChart, addPictures, isPicking, setPicking, writtenId }
  }, [
    dashboard.id,
    dashboard.folderId,
    tab.id,
    databaseName,
    actions,
    startQuestion,
    ui,
    isPicking,
    writtenId,
    editFilter,
  ])
}
