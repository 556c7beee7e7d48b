'use client'

import { LayoutDashboard, MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { Chart } from '@tidemark/shared/charts/chart'
import { mayCopyChart } from '@tidemark/shared/charts/copy-chart'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { getFolder } from '@tidemark/shared/folders/folder-queries'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { useStartQuestion } from '@/features/content/use-start-question'
import { AlertItem } from '@/features/alerts/alert-item'
import { FavouriteStar } from '@/features/favourites/favourite-star'
import { HistoryButton } from '@/features/history/history-button'
import { chartTypeIcon } from '@/features/content/chart-type-icon'
import { reportProblem } from '@/features/messages/report-problem'
import { MoveItem } from '@/features/page/move-item'
import { ModelItem } from '@/features/models/model-item'
import { useModelCommand } from '@/features/models/use-model-command'
import { PageMenu } from '@/features/page/page-menu'
import { TopBar } from '@/features/page/top-bar'
import { UndoButtons } from '@/features/page/undo-buttons'
import { useMoveCommand } from '@/features/commands/use-move-command'
import { useDuplicateCommand } from '@/features/commands/use-duplicate-command'
import { useNaming } from '@/features/content/use-naming'
import { usePassOnCommands } from '@/features/commands/use-pass-on-commands'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { InlineEdit } from '@/ui/fields/inline-edit'
import { AddToDashboardDialog } from './add-to-dashboard-dialog'
import { useOpenedFrom } from '@/client/page/navigation'
import { getOpenedTile } from './opened-from-tile'

/** The most folders shown: two people who move folders at once can create a cycle. */
const maxDepth = 16

/** The top bar of a chart: folder and name, undo and redo, and the way to a dashboard. */
export function ChartEditorTopBar({ chart }: { readonly chart: Chart }) {
  const mutate = useMutate()
  const mayEdit = useMayEdit(chart.folderId)
  const mayEditSome = useMayEdit()
  const [isAdding, setAdding] = useState(false)
  const [isNaming, setNaming] = useNaming(chart.id)
  const startQuestion = useStartQuestion()
  const actor = useActor()
  const mayDuplicate = useView((view) => mayCopyChart(actor, chart, view), [actor, chart])
  useDuplicateCommand({ kind: 'chart', id: chart.id }, mayDuplicate)
  useMoveCommand('chart', chart.id, mayEdit)
  usePassOnCommands('chart', chart.id)
  useModelCommand(chart, mayEdit)
  const { name, query, visual } = chart
  const askFurther = () => startQuestion({ chart: { name, query, visual } })
  const target = useView((view) => getRunTarget(view, query.connectionId), [query.connectionId])
  const mayAsk = isAllowed(actor, { do: 'run', target, level: query.kind })
  const folders = useView(
    (view) => {
      const names: string[] = []
      for (
        let folder = chart.folderId && getFolder(view, chart.folderId);
        folder && names.length < maxDepth;
        folder = folder.parentId && getFolder(view, folder.parentId)
      ) {
        names.unshift(folder.name)
      }
      return names
    },
    [chart.folderId],
  )
  const from = useOpenedFrom()
  const { userId } = useActor()
  const wayBack = useView(
    (view) => {
      const opened = getOpenedTile(view, chart.id, { from, userId })
      return opened === null ? null : { label: opened.dashboard.name, href: opened.href }
    },
    [chart.id, from, userId],
  )
  return (
    <>
      <TopBar
        icon={chartTypeIcon(chart.visual.type)}
        breadcrumb={wayBack === null ? folders.map((label) => ({ label })) : [wayBack]}
        title={
          <InlineEdit
            value={chart.name}
            label="Chart name"
            isReadOnly={!mayEdit}
            maxLength={120}
            editing={isNaming}
            onEditingChange={setNaming}
            onCommit={(name) =>
              void mutate('updateChart', { id: chart.id, name }, { label: 'Rename chart' }).catch(reportProblem)
            }
          />
        }
        titleActions={
          wayBack !== null &&
          folders.length > 0 && (
            <span className="truncate text-small text-muted max-lg:hidden">in {folders.join(' / ')}</span>
          )
        }
        actions={
          <>
            <FavouriteStar target={{ kind: 'chart', id: chart.id }} />
            {mayEdit && <UndoButtons className="max-sm:hidden" />}
            <HistoryButton kind="chart" id={chart.id} />
            <PageMenu kind="chart" id={chart.id} mayEdit={mayEdit} className="">
              <AlertItem kind="chart" id={chart.id} />
              {mayEdit && <MoveItem id={chart.id} />}
              {mayEdit && <ModelItem chart={chart} />}
            </PageMenu>
            {mayAsk && !mayEdit && (
              <>
                <Button icon={MessageCircleQuestion} className="max-sm:hidden" onClick={askFurther}>
                  Ask further
                </Button>
                <IconButton
                  icon={MessageCircleQuestion}
                  label="Ask further"
                  className="sm:hidden"
                  onClick={askFurther}
                />
              </>
            )}
            {mayEditSome && (
              <>
                <Button icon={LayoutDashboard} className="max-sm:hidden" onClick={() => setAdding(true)}>
                  Add to dashboard
                </Button>
                <IconButton
                  icon={LayoutDashboard}
                  label="Add to dashboard"
                  className="sm:hidden"
                  onClick={() => setAdding(true)}
                />
              </>
            )}
          </>
        }
      />
      <AddToDashboardDialog chart={chart} open={isAdding} onOpenChange={setAdding} />
    </>
  )
}
