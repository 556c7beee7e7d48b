import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { FileStore } from '../datasets/files/file-store'
import { sampleDatasetId, sampleDatasets, sampleVersionId } from './sample-datasets'

/** Copies the files of the sample datasets into the file store unless they exist. All workspaces share them. */
export async function installSampleFiles(files: FileStore, sampleFolder: string): Promise<void> {
  for (const { tableName } of sampleDatasets) await installFile(files, sampleFolder, tableName)
}

async function installFile(files: FileStore, sampleFolder: string, tableName: string): Promise<void> {
  const draft = await files.createDraft()
  try {
    await copyFile(join(sampleFolder, `${tableName}.parquet`), draft.path('data.parquet'))
    await draft.publish(sampleDatasetId(tableName), sampleVersionId)
  } catch (thrown) {
    // An earlier start has already copied the file.
    if (!(thrown instanceof TidemarkError && thrown.code === 'already-exists')) throw thrown
  } finally {
    await draft.discard()
  }
}
