import type { ChartId } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { copyOfChart } from '@tidemark/shared/charts/copy-chart'
import { newId } from '@tidemark/shared/base/ids'
import { copyOfDashboard, type DashboardCopy } from '@tidemark/shared/dashboards/copy-dashboard'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { navigate } from '@/client/page/navigation'
import type { SyncClient } from '@/client/sync/sync-client'
import type { MutateOptions } from '@/client/sync/undoable-changes'
import { awaitingTyping } from '@/ui/fields/awaited-typing'
import { toast } from '@/ui/popups/toaster'
import { shellState$ } from '../preferences/shell-state'
import { completeView } from './complete-view'
import { sharedWithCopy } from './shared-with-copy'

/** A thing that can be duplicated. */
export type Duplicable =
  | { readonly kind: 'chart'; readonly id: ChartId }
  | { readonly kind: 'dashboard'; readonly id: DashboardId }

/**
 * Copies a chart or dashboard beside itself, as one undo step, and opens the copy for its name to be typed. Rejects if
 * refused.
 */
export async function duplicate(client: SyncClient, original: Duplicable): Promise<void> {
  const copyId = await awaitingTyping(copy(client, original))
  shellState$.unnamedId.set(copyId)
  navigate(`/${original.kind}s/${copyId}`)
}

async function copy(client: SyncClient, { kind, id }: Duplicable): Promise<ChartId | DashboardId> {
  const view = await completeView(client)
  return kind === 'chart' ? await duplicateChart(client, view, id) : await duplicateDashboard(client, view, id)
}

async function duplicateChart({ mutate }: SyncClient, view: EntryView, id: ChartId): Promise<ChartId> {
  const chart = getChart(view, id)
  if (chart === undefined) throw new TidemarkError('not-found')
  const copy = copyOfChart(view, chart)
  await mutate('createChart', copy, { label: 'Duplicate chart' })
  return copy.id
}

async function duplicateDashboard(client: SyncClient, view: EntryView, id: DashboardId): Promise<DashboardId> {
  const original = getDashboard(view, id)
  const copy = original && copyOfDashboard(view, original)
  if (copy === undefined) throw new TidemarkError('not-found')
  await makeDashboard(client, copy, { label: 'Duplicate dashboard', actionId: newId() })
  const notice = sharedWithCopy(copy)
  if (notice !== null) toast(notice.title, { description: notice.description })
  return copy.dashboard.id
}

/** Makes a dashboard with its tabs, tiles, filters and views. Rejects if refused. */
export async function makeDashboard(
  { mutate }: Pick<SyncClient, 'mutate'>,
  { dashboard, moreTabs, tiles, filters, savedViews }: DashboardCopy,
  options: Required<MutateOptions>,
): Promise<void> {
  await mutate('createDashboard', dashboard, options)
  await Promise.all(moreTabs.map((tab) => mutate('createTab', tab, options)))
  await Promise.all([
    ...tiles.map((tile) => mutate('createTile', tile, options)),
    ...filters.map((filter) => mutate('createFilter', filter, options)),
    ...savedViews.map((one) => mutate('createSavedView', one, options)),
  ])
}
