import type { SyncClient } from '@/client/sync/sync-client'
import { reportProblem } from '@/features/messages/report-problem'

/** Imports the files of dashboards among dropped ones, told by their content. Returns the other files. */
export async function importDropped(
  client: SyncClient,
  databaseName: string,
  files: readonly File[],
): Promise<readonly File[]> {
  const { isTidemarkFile } = await import('@tidemark/shared/dashboards/dashboard-file')
  const areOurs = await Promise.all(files.map(async (file) => isTidemarkFile(await file.slice(0, 64).text())))
  const ours = files.filter((_, index) => areOurs[index])
  for (const file of ours) {
    const { importDashboard } = await import('./dashboard-file')
    await importDashboard(client, databaseName, file).catch(reportProblem)
  }
  return files.filter((_, index) => !areOurs[index])
}
