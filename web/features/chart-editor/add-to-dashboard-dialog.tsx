'use client'

import { toName } from '@tidemark/shared/base/name'
import { useId, useState, type SubmitEvent } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import type { Chart } from '@tidemark/shared/charts/chart'
import { dashboardIdSchema, tabIdSchema, tileIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { listDashboards, listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { firstFreePlace } from '@tidemark/shared/dashboards/tile-layout'
import { newTileSize } from '@tidemark/shared/dashboards/tile-size'
import type { FolderId } from '@tidemark/shared/folders/folder'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import { getOpenedFrom, navigate } from '@/client/page/navigation'
import type { MutateOptions } from '@/client/sync/undoable-changes'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor, useSyncClient } from '@/client/workspace/workspace-client'
import { dashboardInAddress } from '@/features/dashboards/dashboard-in-address'
import { tabHref } from '@/features/dashboards/tab-href'
import { reportProblem } from '@/features/messages/report-problem'
import { sayOutcome } from '@/features/messages/say-outcome'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { Select } from '@/ui/fields/select'
import { showInvalid } from '@/ui/fields/show-invalid'
import { TextField } from '@/ui/fields/text-field'

export interface AddToDashboardDialogProps {
  readonly chart: Chart
  /** Creates the chart in the same undo step, if it is not in the workspace yet. */
  readonly create?: (folderId: FolderId | null, step: MutateOptions) => Promise<Chart>
  /** Called in place of a message. href: the address of the tile. */
  readonly onAdded?: (href: string) => void
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

const newDashboard = 'new'

/** The dialog that puts the chart into the first free place of a dashboard. */
export function AddToDashboardDialog({ chart, create, onAdded, open, onOpenChange }: AddToDashboardDialogProps) {
  const mutate = useMutate()
  const client = useSyncClient()
  const formId = useId()
  const actor = useActor()
  const dashboards = useView(
    (view) => listDashboards(view).filter(({ folderId }) => mayEditIn(actor, folderId, view)),
    [actor],
  )
  const mayEditBesideChart = useMayEdit(chart.folderId)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [chosenTabId, setChosenTabId] = useState<string | null>(null)
  const [name, setName] = useState('Untitled dashboard')
  const [isTried, setTried] = useState(false)
  const newName = toName(name)
  const isUnnamed = newName === ''
  // A question is mostly meant for the dashboard from which it was opened; a chart opened from there is on it already.
  const cameFrom = open && create !== undefined ? dashboardInAddress(getOpenedFrom() ?? '') : null
  const wantedId = chosenId ?? cameFrom?.dashboardId
  const wantedTabId = chosenTabId ?? cameFrom?.query.get('tab')
  const dashboard =
    chosenId === newDashboard ? undefined : (dashboards.find(({ id }) => id === wantedId) ?? dashboards[0])
  const tabs = useView((view) => (dashboard === undefined ? [] : listTabs(view, dashboard.id)), [dashboard?.id])
  const tiles = useView((view) => (dashboard === undefined ? [] : listTiles(view, dashboard.id)), [dashboard?.id])
  const tab = tabs.find(({ id }) => id === wantedTabId) ?? tabs[0]

  const add = async () => {
    const actionId = newId()
    const label = 'Add to dashboard'
    const dashboardId = dashboard?.id ?? dashboardIdSchema.parse(newId())
    const tabId = tab?.id ?? tabIdSchema.parse(newId())
    const newFolderId = mayEditBesideChart ? chart.folderId : null
    if (dashboard === undefined) {
      await mutate(
        'createDashboard',
        {
          id: dashboardId,
          folderId: newFolderId,
          name: newName,
          description: '',
          order: orderBetween(dashboards.at(-1)?.order ?? null, null),
          firstTab: { id: tabId, name: 'Overview', order: orderBetween(null, null) },
        },
        { label, actionId },
      )
    }
    const place = firstFreePlace(
      tiles.filter((tile) => tile.tabId === tabId),
      newTileSize(chart.visual.type),
    )
    const shown =
      create === undefined ? chart : await create(dashboard ? dashboard.folderId : newFolderId, { label, actionId })
    const content = { kind: 'chart', chartId: shown.id } as const
    const id = tileIdSchema.parse(newId())
    await mutate('createTile', { id, dashboardId, tabId, content, place }, { label, actionId })
    if (onAdded !== undefined) return onAdded(`${tabHref(dashboardId, tabId, new URLSearchParams())}#tile-${id}`)
    const to = `to “${dashboard?.name ?? newName}”`
    const titles = { taken: `Added ${to}`, waits: `Added ${to} in this browser`, refused: `Not added ${to}` }
    await sayOutcome(client, titles, [actionId], {
      tone: 'good',
      action: { label: 'Open', onClick: () => navigate(`/dashboards/${dashboardId}?tab=${tabId}`) },
    })
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (dashboard === undefined && isUnnamed) return showInvalid(event.currentTarget, () => setTried(true))
    onOpenChange(false)
    void add().catch(reportProblem)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed={useMayEdit()}
      title="Add to dashboard"
      description={`“${chart.name}” goes to the first place that has room for it.`}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Add
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Select
          label="Dashboard"
          isFirst
          value={dashboard?.id ?? newDashboard}
          options={[
            ...dashboards.map(({ id, name: label }) => ({ value: id, label })),
            { value: newDashboard, label: 'New dashboard…' },
          ]}
          onChange={(id) => {
            setChosenId(id)
            setChosenTabId(null)
          }}
        />
        {dashboard === undefined && (
          <TextField
            label="Name"
            value={name}
            maxLength={120}
            error={isTried && isUnnamed ? 'Give it a name.' : undefined}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        {tabs.length > 1 && tab !== undefined && (
          <Select
            label="Tab"
            value={tab.id}
            options={tabs.map(({ id, name: label }) => ({ value: id, label }))}
            onChange={setChosenTabId}
          />
        )}
      </form>
    </Dialog>
  )
}
