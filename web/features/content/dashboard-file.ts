import { requirePermission } from '@tidemark/shared/access/rules'
import { copyName } from '@tidemark/shared/base/copy-name'
import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { chartIdSchema, type ChartId } from '@tidemark/shared/charts/chart'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { chartOverOtherModels } from '@tidemark/shared/charts/chart-models'
import { contentOfChart } from '@tidemark/shared/charts/copy-chart'
import { copyOfDashboard } from '@tidemark/shared/dashboards/copy-dashboard'
import { maxDashboardName, type Dashboard, type TileContent } from '@tidemark/shared/dashboards/dashboard'
import {
  countWithheldCharts,
  dashboardToFile,
  fileToDashboard,
  imagesOfDashboard,
  maxDashboardFileBytes,
  type ImageInFile,
} from '@tidemark/shared/dashboards/dashboard-file'
import { listDashboards } from '@tidemark/shared/dashboards/dashboard-queries'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { imagesOf } from '@/client/images/images'
import { navigate } from '@/client/page/navigation'
import type { SyncClient } from '@/client/sync/sync-client'
import { downloadBlob } from '@/ui/download-blob'
import { toast } from '@/ui/popups/toaster'
import { completeView } from './complete-view'
import { makeDashboard } from './duplicate'

/** The parts of a client that a dashboard is read and made with. */
type FileClient = Pick<SyncClient, 'views' | 'getActor' | 'mutate'>

/** Saves a dashboard with its charts and pictures as a file that another Tidemark imports. */
export async function exportDashboard(client: FileClient, databaseName: string, dashboard: Dashboard): Promise<void> {
  const { text, missingCount, withheldCount } = await writeDashboard(client, databaseName, dashboard)
  downloadBlob(new Blob([text], { type: 'application/x-ndjson' }), `${dashboard.name}.tidemark.ndjson`)
  if (withheldCount > 0)
    toast(withheldCount === 1 ? 'One chart is not in the file' : `${withheldCount} charts are not in the file`, {
      tone: 'warn',
      description: 'You may see what they show, and not the SQL that they are made of.',
    })
  if (missingCount > 0)
    toast(missingCount === 1 ? 'One picture is not in the file' : `${missingCount} pictures are not in the file`, {
      tone: 'warn',
      description: 'This browser could not get them. Export again when the server can be reached.',
    })
}

/** Returns the text of a dashboard's file, and how many of its pictures cannot be had and charts may not be read. */
export async function writeDashboard(
  client: FileClient,
  databaseName: string,
  dashboard: Dashboard,
): Promise<{ readonly text: string; readonly missingCount: number; readonly withheldCount: number }> {
  const view = await completeView(client)
  const shown = imagesOfDashboard(view, dashboard)
  const images: ImageInFile[] = []
  for (const id of shown) {
    const bytes = await imagesOf(databaseName).bytesOf(dashboard.id, id)
    if (bytes !== null) images.push({ id, sizeBytes: bytes.length, content: toBase64(bytes) })
  }
  const text = dashboardToFile(view, dashboard, client.getActor().orgId, images)
  const withheldCount = countWithheldCharts(view, dashboard)
  return { text, missingCount: shown.length - images.length, withheldCount }
}

/** Makes a new dashboard of a file and opens it. Fails with `upload-too-large` or as `readDashboard` does. */
export async function importDashboard(client: FileClient, databaseName: string, file: Blob): Promise<void> {
  if (file.size > maxDashboardFileBytes)
    throw new TidemarkError('upload-too-large', { detail: 'The limit for a dashboard’s file is 64 MB.' })
  const { id, name } = await readDashboard(client, databaseName, await file.text())
  navigate(`/dashboards/${id}`)
  toast(`“${name}” imported`, {
    description: 'Its charts read tables by name: add those that are not in this workspace.',
  })
}

/**
 * Makes a new dashboard of a file's text, with charts and pictures, as one step to undo. Fails with `import-invalid`, `forbidden` or
 * as `Images.add` does.
 */
export async function readDashboard(
  client: FileClient,
  databaseName: string,
  text: string,
): Promise<Pick<Dashboard, 'id' | 'name'>> {
  requirePermission(client.getActor(), { do: 'edit-content' })
  const found = fileToDashboard(text)
  const copy = copyOfDashboard(found.view, found.dashboard)
  if (copy === undefined) throw new TidemarkError('import-invalid', { detail: 'Its dashboard has no tab.' })
  const view = await completeView(client)
  for (const { content } of found.images) await imagesOf(databaseName).add(new Blob([fromBase64(content)]))

  const options = { label: 'Import dashboard', actionId: newId() }
  const chartIds = new Map(found.charts.map(({ id }) => [id, chartIdSchema.parse(newId())]))
  let order = listCharts(view).at(-1)?.order ?? null
  for (const chart of found.charts) {
    const id = chartIds.get(chart.id) ?? chart.id
    order = orderBetween(order, null)
    const content = contentOfChart(chartOverOtherModels(chart, chartIds))
    const fields = { id, folderId: null, name: chart.name, order, ...content }
    await client.mutate('createChart', fields, options)
  }
  const beside = listDashboards(view)
  const names = beside.map((other) => other.name)
  const given = found.dashboard.name
  const dashboard = {
    ...copy.dashboard,
    folderId: null,
    name: names.includes(given) ? copyName(given, names, maxDashboardName) : given,
    order: orderBetween(beside.at(-1)?.order ?? null, null),
  }
  const tiles = copy.tiles.map((tile) => ({ ...tile, content: withChart(tile.content, chartIds) }))
  await makeDashboard(client, { ...copy, dashboard, tiles }, options)
  return dashboard
}

function withChart(content: TileContent, chartIds: ReadonlyMap<ChartId, ChartId>): TileContent {
  if (content.kind !== 'chart') return content
  const newIdOf = (id: ChartId) => chartIds.get(id) ?? id
  const { click } = content
  return {
    ...content,
    chartId: newIdOf(content.chartId),
    ...(click?.kind === 'chart' && { click: { ...click, chartId: newIdOf(click.chartId) } }),
  }
}

/** So many bytes at a time are passed as arguments. */
const chunkBytes = 32_768

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + chunkBytes))
  return btoa(text)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch (cause) {
    throw new TidemarkError('import-invalid', { detail: 'One of its pictures cannot be read.', cause })
  }
}
