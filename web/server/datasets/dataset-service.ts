import { extname } from 'node:path'
import { requirePermission } from '@tidemark/shared/access/rules'
import type { Actor } from '@tidemark/shared/access/actor'
import { newId } from '@tidemark/shared/base/ids'
import { datasetKey, datasetPrefix, datasetSchema, type Dataset } from '@tidemark/shared/datasets/dataset'
import { toTableName } from '@tidemark/shared/datasets/table-name'
import { maxUploadBytes as defaultMaxUploadBytes } from '@tidemark/shared/datasets/upload'
import { createdBy } from '@tidemark/shared/entries/define-mutator'
import { mustBeFree, type EntryTx } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { OpenProcess } from '../engine/process-port'
import type { DatasetService, DatasetUpload, SyncService } from '../services'
import { createTaskQueue } from '../store/task-queue'
import { detectFormat } from './detect-format'
import type { Draft, FileStore } from './file-store'
import { receiveUpload } from './receive-upload'
import { startImport } from './start-import'

interface DatasetServiceOptions {
  readonly sync: Pick<SyncService, 'transact' | 'readView'>
  readonly files: FileStore
  readonly openProcess: OpenProcess
  /** The built `import-process`. */
  readonly importEntryPath: string
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly maxUploadBytes?: number
  readonly memoryLimitMb?: number
  readonly threads?: number
}

const maxNameLength = 120
const maxFileNameLength = 255

/** The datasets of the workspaces; see `DatasetService`. Files are received side by side and read one at a time. */
export function createDatasetService(options: DatasetServiceOptions): DatasetService {
  const { sync, files, openProcess, importEntryPath, clock } = options
  const imports = createTaskQueue()
  let importCount = 0

  return {
    importFile: async (actor, upload, signal) => {
      // A sender that goes away before anybody reads would end the process; who reads later is told all the same.
      upload.content.on('error', () => undefined)
      requirePermission(actor, { do: 'upload-data' })
      // Told before a long upload rather than after it; the transaction below decides.
      await mustNotExist(sync, actor, upload)
      const fileName =
        upload.fileName
          .replace(/^.*[/\\]/, '')
          .slice(-maxFileNameLength)
          .trim() || 'data'
      const draft = await files.createDraft()
      const work = await files.createDraft()
      try {
        const sourcePath = draft.path(`source${sourceExtension(fileName)}`)
        const sizeBytes = await receiveUpload(
          upload.content,
          sourcePath,
          options.maxUploadBytes ?? defaultMaxUploadBytes,
          signal,
        )
        const format = await detectFormat(sourcePath, fileName)
        const job = {
          format,
          table: upload.table ?? null,
          sourcePath,
          dataPath: draft.path('data.parquet'),
          workFolder: work.path('.'),
          memoryLimitMb: options.memoryLimitMb ?? 1024,
          threads: options.threads ?? 2,
        }
        const onPhase = upload.onPhase ?? (() => undefined)
        if (importCount > 0) onPhase('waiting')
        importCount += 1
        const outcome = await imports
          .run(() => startImport({ openProcess, entryPath: importEntryPath, job, onPhase, signal }))
          .finally(() => {
            importCount -= 1
          })
        const made: MadeDataset = { ...outcome, fileName, format, sizeBytes, versionId: newId() }
        return await publish(actor, upload, draft, made, signal)
      } finally {
        await draft.discard()
        await work.discard()
      }
    },
  }

  /** Files first, then the entry: a dataset that anybody sees has its rows. */
  async function publish(
    actor: Actor,
    upload: DatasetUpload,
    draft: Draft,
    made: MadeDataset,
    signal: AbortSignal,
  ): Promise<Dataset> {
    if (signal.aborted) throw new TidemarkError('upload-cancelled')
    await draft.publish(upload.id, made.versionId)
    try {
      return await sync.transact(actor, (tx) => createDataset(tx, upload, made, clock()))
    } catch (thrown) {
      await files.removeVersion(upload.id, made.versionId)
      throw thrown
    }
  }
}

type MadeDataset = Pick<Dataset, 'fileName' | 'format' | 'sizeBytes' | 'versionId' | 'rowCount'> & {
  readonly columns: readonly Dataset['columns'][number][]
  readonly notes: readonly Dataset['notes'][number][]
}

async function mustNotExist(sync: Pick<SyncService, 'readView'>, actor: Actor, { id }: DatasetUpload): Promise<void> {
  const key = datasetKey(id)
  if ((await sync.readView(actor, [key])).view.get(key) !== undefined)
    throw new TidemarkError('already-exists', { detail: key })
}

async function createDataset(tx: EntryTx, upload: DatasetUpload, made: MadeDataset, at: number): Promise<Dataset> {
  const key = datasetKey(upload.id)
  // Asked again: an upload takes long, and their role may be another by now.
  requirePermission(tx.actor, { do: 'upload-data' })
  await mustBeFree(tx, key)
  const others = (await tx.scan(datasetPrefix)).map(([, value]) => datasetSchema.parse(value))
  // Names of deleted datasets count too: they may be restored.
  const tableName = toTableName(
    upload.table === undefined ? made.fileName : `${titleOf(made.fileName, upload.table)}.table`,
    new Set(others.map((other) => other.tableName)),
  )
  const wanted = (upload.name ?? titleOf(made.fileName, upload.table)).trim() || made.fileName
  const dataset = datasetSchema.parse({
    ...made,
    id: upload.id,
    name: firstFreeName(wanted, new Set(others.map((other) => other.name))),
    tableName,
    description: '',
    sourceUrl: null,
    licence: null,
    deletedAt: null,
    ...createdBy(tx, at),
  })
  await tx.set(key, dataset)
  return dataset
}

function titleOf(fileName: string, table: string | undefined): string {
  const title = fileName.replace(/\.[A-Za-z0-9]{1,10}$/, '')
  return table === undefined ? title : `${title} ${table}`
}

function firstFreeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` (${number})`
    const name = `${wanted.slice(0, maxNameLength - suffix.length)}${suffix}`
    if (!taken.has(name)) return name
  }
}

/** The file's own extension where it is harmless in a path. */
function sourceExtension(fileName: string): string {
  const extension = extname(fileName).toLowerCase()
  return /^\.[a-z0-9]{1,10}$/.test(extension) ? extension : ''
}
