import { shownName, toName } from '@tidemark/shared/base/name'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { requirePermission } from '@tidemark/shared/access/rules'
import type { Actor } from '@tidemark/shared/access/actor'
import { newId } from '@tidemark/shared/base/ids'
import { cutText } from '@tidemark/shared/base/plain-text'
import type { BadRowPolicy } from '@tidemark/shared/datasets/bad-rows'
import {
  datasetFormats,
  datasetKey,
  datasetPrefix,
  datasetSchema,
  earlierFileSchema,
  type Dataset,
  type DatasetColumn,
  type DatasetFormat,
  type DatasetId,
  type EarlierFile,
} from '@tidemark/shared/datasets/dataset'
import { differencesBetween, type DatasetDifferences } from '@tidemark/shared/datasets/dataset-differences'
import { getDataset } from '@tidemark/shared/datasets/dataset-queries'
import { readAsKindsOf, withReadAs, type ReadAs } from '@tidemark/shared/datasets/read-as'
import type { PreviewReadAs, ReadAsPreview } from '@tidemark/shared/datasets/read-as-preview'
import type { ChooseEncoding, ChooseHeader, ChooseReadAs, FindTypes } from '@tidemark/shared/datasets/read-again'
import { toTableName } from '@tidemark/shared/datasets/table-name'
import { maxUploadBytes as defaultMaxUploadBytes } from '@tidemark/shared/datasets/upload'
import { mayManageDataset, mustManageDataset } from '@tidemark/shared/datasets/dataset-rights'
import { folderKey, folderPrefix } from '@tidemark/shared/folders/folder'
import { getFolder } from '@tidemark/shared/folders/folder-queries'
import { mayEditIn, mustEditFolder } from '@tidemark/shared/folders/folder-rights'
import { createdBy, updatedBy } from '@tidemark/shared/entries/define-mutator'
import { mustBeFree, type EntryTx } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { EncodingPreviews } from '@tidemark/shared/datasets/encoding-previews'
import { nearestName } from '../base/nearest-name'
import type { OpenProcess } from '../engine/process/process-port'
import type { StoreReadTx } from '../store/store'
import type { SyncService } from '../sync/sync-service'
import { createTaskQueue } from '../store/task-queue'
import type { VersionCleaner } from './files/clean-versions'
import { detectFormat } from './upload/detect-format'
import { leftOutName, type FileDraft, type FileStore } from './files/file-store'
import type { ImportJob, ImportResult } from './import/import-job'
import type { EncodingChoice } from './import/text/detect-encoding'
import { previewEncodings } from './upload/preview-encodings'
import { receiveUpload } from '../base/receive-upload'
import { isSameFileTable } from './files/same-table'
import { startImport, startPreview } from './upload/start-import'
import { unpackedName, unpackGzip, type UploadedFile } from './upload/unpack-gzip'
import { unpackZip, type UnpackedFile } from './upload/unpack-zip'
import type { DatasetUpload, ImportFileOutcome, NewerFile, ReplaceOutcome } from './upload/dataset-upload'

export interface DatasetService {
  /**
   * Imports an uploaded file into the workspace: converts and profiles it, then publishes the files and the entry
   * together. If some rows do not fit and `badRows` is `ask`, nothing is changed. Fails with an `upload-*` error that
   * says what is wrong, and then stores nothing.
   */
  importFile(actor: Actor, upload: DatasetUpload, signal: AbortSignal): Promise<ImportFileOutcome>
  /**
   * Replaces the rows of a dataset by those of a newer file. Its name and its table's name stay, so charts keep
   * working. If the columns differ, nothing is changed unless `accept` names exactly those columns. The previous file
   * is kept, see `goBack`. Fails like `importFile`, with `not-found`, or with `changed-since` if somebody else replaced
   * the rows meanwhile.
   */
  replaceFile(actor: Actor, id: DatasetId, upload: NewerFile, signal: AbortSignal): Promise<ReplaceOutcome>
  /**
   * Swaps the current file of a dataset with its earlier one. versionId: of the earlier file. Fails with `forbidden`,
   * `not-found` if it is no longer kept, or `changed-since` if another file is the earlier one by now.
   */
  goBack(actor: Actor, id: DatasetId, versionId: string): Promise<Dataset>
  /**
   * Decodes the beginning of the stored file in each encoding. Fails with `forbidden`, or with `not-found` if it is not
   * a CSV or TSV file or no longer kept.
   */
  encodings(actor: Actor, id: DatasetId, signal: AbortSignal): Promise<EncodingPreviews>
  /**
   * Reads the stored file again in another encoding, in the manner of `replaceFile`, including `differs`. Also fails
   * with `changed-since`.
   */
  chooseEncoding(actor: Actor, id: DatasetId, choice: ChooseEncoding, signal: AbortSignal): Promise<ReplaceOutcome>
  /**
   * Reads a CSV, TSV or XLSX file again with a choice whether its first row names the columns; like `chooseEncoding`.
   */
  chooseHeader(actor: Actor, id: DatasetId, choice: ChooseHeader, signal: AbortSignal): Promise<ReplaceOutcome>
  /**
   * Reads a file of any format again without keeping the previous types of the named columns; like `chooseEncoding`.
   */
  findTypes(actor: Actor, id: DatasetId, choice: FindTypes, signal: AbortSignal): Promise<ReplaceOutcome>
  /**
   * Reads a file of any format again with one column read as a person says, which also applies to newer files; like
   * `chooseEncoding`. Fails with `invalid-request` for a reading that the column's type does not allow.
   */
  chooseReadAs(actor: Actor, id: DatasetId, choice: ChooseReadAs, signal: AbortSignal): Promise<ReplaceOutcome>
  /**
   * Returns what `chooseReadAs` would change, over all rows of the file, without changing anything. Fails like that.
   */
  previewReadAs(actor: Actor, id: DatasetId, choice: PreviewReadAs, signal: AbortSignal): Promise<ReadAsPreview>
  /** Removes the earlier file permanently; it is deleted after a while. Fails like `goBack`. */
  deleteEarlier(actor: Actor, id: DatasetId, versionId: string): Promise<Dataset>
  /**
   * Returns the rows left out of a dataset's file, as CSV: row, line, reason and text. Fails with `forbidden`, or with
   * `not-found` if there are none.
   */
  leftOut(actor: Actor, id: DatasetId): Promise<LeftOutRows>
}

export interface LeftOutRows {
  readonly fileName: string
  readonly content: ReadableStream<Uint8Array>
}

interface DatasetServiceOptions {
  readonly sync: Pick<SyncService, 'transact' | 'readView'>
  readonly files: FileStore
  readonly openProcess: OpenProcess
  /** The path of the built `import-process`. */
  readonly importEntryPath: string
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly maxUploadBytes?: number
  /** Deletes the files of replaced rows after a while. */
  readonly retire: VersionCleaner['retire']
  readonly memoryLimitMb?: number
  readonly threads?: number
}

const maxNameLength = 120
const maxFileNameLength = 255

/** Creates the service for datasets; see `DatasetService`. Files are received in parallel and read one at a time. */
export function createDatasetService(options: DatasetServiceOptions): DatasetService {
  const { sync, files, openProcess, importEntryPath, clock, retire } = options
  const imports = createTaskQueue()
  let importCount = 0

  const replaceFile: DatasetService['replaceFile'] = async (actor, id, upload, signal) => {
    holdErrors(upload.content)
    requirePermission(actor, { do: 'upload-data' })
    const before = await mustGetDataset(sync, actor, id)
    return read(upload, before, signal, async (draft, made) => {
      const differences = differencesBetween(before.columns, made.columns)
      const accept = columnsStamp(made.columns)
      if (differences !== null && upload.accept !== accept) return { kind: 'differs', differences, accept } as const
      const at = clock()
      const write = (tx: EntryTx) => replaceRows(tx, before, withColumnsChanged(made, differences, at), at)
      const dataset = await publish(actor, id, draft, made, signal, write)
      const named = new Set(versionsOf(dataset))
      const dropped = versionsOf(before).filter((versionId) => !named.has(versionId))
      retire(dropped.map((versionId) => ({ datasetId: id, versionId })))
      return { kind: 'done', dataset } as const
    })
  }

  return {
    importFile: async (actor, upload, signal) => {
      holdErrors(upload.content)
      requirePermission(actor, { do: 'upload-data' })
      // Check before the long upload; the transaction below checks again.
      await mustNotExist(sync, actor, upload)
      if (upload.folderId) {
        const { view } = await sync.readView(actor, [folderPrefix])
        if (getFolder(view, upload.folderId) === undefined)
          throw new TidemarkError('not-found', { detail: folderKey(upload.folderId) })
        if (!mayEditIn(actor, upload.folderId, view)) throw new TidemarkError('folder-forbidden')
      }
      return read(upload, undefined, signal, async (draft, made, content) => {
        const write: WriteDataset = (tx, stored) => createDataset(tx, stored, upload, made, content, clock())
        return { kind: 'done', dataset: await publish(actor, upload.id, draft, made, signal, write) } as const
      })
    },

    replaceFile,

    encodings: async (actor, id, signal) => {
      requirePermission(actor, { do: 'upload-data' })
      const { versionId, fileName, table = null, path } = await mustGetText(actor, id)
      const work = await files.createDraft()
      try {
        const unpacked = await unpack({ path, fileName }, table, work, signal)
        return { versionId, previews: [...(await previewEncodings(unpacked.path))] }
      } finally {
        await work.discard()
      }
    },

    chooseEncoding: async (actor, id, { encoding, ...choice }, signal) => {
      requirePermission(actor, { do: 'upload-data' })
      return readAgain(actor, await mustGetText(actor, id), choice, { encoding }, signal)
    },

    chooseHeader: async (actor, id, { hasHeader, ...choice }, signal) => {
      requirePermission(actor, { do: 'upload-data' })
      const formats = ['csv', 'tsv', 'xlsx'] as const
      return readAgain(actor, await mustGetWithFile(actor, id, formats), choice, { hasHeader }, signal)
    },

    findTypes: async (actor, id, { columns, ...choice }, signal) => {
      requirePermission(actor, { do: 'upload-data' })
      const kept = await mustGetWithFile(actor, id, datasetFormats)
      mustBeMeant(kept, choice)
      mustHaveColumns(kept, columns)
      return readAgain(actor, kept, choice, { findTypesOf: columns }, signal)
    },

    chooseReadAs: async (actor, id, { column, as, ...choice }, signal) => {
      requirePermission(actor, { do: 'upload-data' })
      const kept = await mustGetForReadAs(actor, id, { column, as, ...choice })
      const readAs = withReadAs(kept.readAs ?? [], column, as)
      return readAgain(actor, kept, choice, { readAs, findTypesOf: [column] }, signal)
    },

    previewReadAs: async (actor, id, { column, as, ...choice }, signal) => {
      requirePermission(actor, { do: 'upload-data' })
      const kept = await mustGetForReadAs(actor, id, { column, as, ...choice })
      const work = await files.createDraft()
      try {
        const { path, fileName, table } = kept
        const { job } = await jobOver({ path, fileName }, { table, badRows: policyOf(kept) }, kept, work, work, signal)
        const presentPath = kept.leftOutCount === undefined ? files.dataPath(id, kept.versionId) : null
        const asked = { ...job, preview: { column, as, presentPath } }
        const start = { openProcess, entryPath: importEntryPath, job: asked, onPhase: () => undefined, signal }
        const { kind: _, ...preview } = await inTurn(() => startPreview(start))
        const columns = kept.columns.map(({ name, type }) => ({ name, type: name === column ? preview.type : type }))
        return { ...preview, differences: differencesBetween(kept.columns, columns), accept: columnsStamp(columns) }
      } finally {
        await work.discard()
      }
    },

    goBack: async (actor, id, versionId) => {
      requirePermission(actor, { do: 'upload-data' })
      await mustGetDataset(sync, actor, id)
      if (!(await files.hasVersion(id, versionId))) throw noEarlierFile()
      return sync.transact(actor, (tx) => takeBack(tx, id, versionId, clock()))
    },

    deleteEarlier: async (actor, id, versionId) => {
      requirePermission(actor, { do: 'upload-data' })
      await mustGetDataset(sync, actor, id)
      const dataset = await sync.transact(actor, (tx) => dropEarlier(tx, id, versionId, clock()))
      retire([{ datasetId: id, versionId }])
      return dataset
    },

    leftOut: async (actor, id) => {
      requirePermission(actor, { do: 'upload-data' })
      const dataset = await mustGetDataset(sync, actor, id)
      if (dataset.leftOutCount === undefined) throw new TidemarkError('not-found', { detail: 'No row was left out.' })
      const content = await openLeftOut(files.leftOutPath(id, dataset.versionId))
      return { fileName: `${titleOf(dataset.fileName, null)} left out.csv`, content }
    },
  }

  /** Unpacks a compressed file or an archive; returns other files unchanged. */
  async function unpack(
    given: UploadedFile,
    table: string | null,
    work: FileDraft,
    signal: AbortSignal,
  ): Promise<UnpackedFile> {
    const maxBytes = options.maxUploadBytes ?? defaultMaxUploadBytes
    const file = await unpackGzip(given, work.path('unpacked'), maxBytes, signal)
    return unpackZip(file, table, work.path('from-archive'), maxBytes, signal)
  }

  /** Returns a dataset of a CSV or TSV file, with the path of the file. */
  function mustGetText(actor: Actor, id: DatasetId): Promise<DatasetWithFile> {
    return mustGetWithFile(actor, id, ['csv', 'tsv'])
  }

  async function mustGetWithFile(
    actor: Actor,
    id: DatasetId,
    formats: readonly DatasetFormat[],
  ): Promise<DatasetWithFile> {
    const dataset = await mustGetDataset(sync, actor, id)
    const path = formats.includes(dataset.format) ? await files.sourcePath(id, dataset.versionId) : null
    if (path === null)
      throw new TidemarkError('not-found', { detail: 'No file of it is kept that can be read in another way.' })
    return { ...dataset, path }
  }

  /** Returns a dataset whose column can be read in the given way. */
  async function mustGetForReadAs(
    actor: Actor,
    id: DatasetId,
    { column, as, ...meant }: PreviewReadAs,
  ): Promise<DatasetWithFile> {
    const kept = await mustGetWithFile(actor, id, datasetFormats)
    mustBeMeant(kept, meant)
    mustHaveColumns(kept, [column])
    mustBePossible(kept, mustFind(kept.columns, column), as)
    return kept
  }

  /** Reads a stored file again in the chosen way, as `replaceFile` reads a newer one. */
  function readAgain(
    actor: Actor,
    kept: DatasetWithFile,
    choice: MeantFile,
    reading: ChosenReading,
    signal: AbortSignal,
  ): Promise<ReplaceOutcome> {
    mustBeMeant(kept, choice)
    const { id, path, fileName, table, inPlace } = kept
    const { accept } = choice
    const badRows = policyOf(kept)
    const upload = { ...reading, fileName, table, accept, badRows, inPlace, content: createReadStream(path) }
    return replaceFile(actor, id, upload, signal)
  }

  /** Receives and converts the file and passes the result to `take`, unless a person must be asked first. */
  async function read<T>(
    upload: NewerFile,
    before: Dataset | undefined,
    signal: AbortSignal,
    take: (draft: FileDraft, made: MadeDataset, content: NamedContent) => Promise<T>,
  ): Promise<T | Extract<ImportResult, { kind: 'bad-rows' }>> {
    const fileName =
      upload.fileName
        .replace(/^.*[/\\]/, '')
        .slice(-maxFileNameLength)
        .trim() || 'data'
    const draft = await files.createDraft()
    const work = await files.createDraft()
    try {
      const givenPath = draft.path(`source${sourceExtension(fileName)}`)
      const maxBytes = options.maxUploadBytes ?? defaultMaxUploadBytes
      const sizeBytes = await receiveUpload(upload.content, givenPath, maxBytes, signal)
      const { job, unpacked } = await jobOver({ path: givenPath, fileName }, upload, before, draft, work, signal)
      const onPhase = upload.onPhase ?? (() => undefined)
      if (importCount > 0) onPhase('waiting')
      const start = { openProcess, entryPath: importEntryPath, job, onPhase, signal }
      const result = await inTurn(() => startImport(start)).catch((thrown: unknown) => {
        throw withTablesNamed(thrown, unpacked)
      })
      if (result.kind === 'bad-rows') return result
      if (upload.isReadAsStrict === true) mustHaveRead(job, result)
      const { kind: _, leftOutCount, encoding, header, ...outcome } = result
      const { inPlace } = upload
      const made: MadeDataset = {
        ...outcome,
        fileName,
        format: job.format,
        sizeBytes,
        versionId: newId(),
        ...(upload.table === undefined ? {} : { table: upload.table }),
        ...(leftOutCount === 0 ? {} : { leftOutCount }),
        ...(encoding === undefined ? {} : { encoding }),
        ...(header === undefined ? {} : { header }),
        ...(job.readAs.length === 0 ? {} : { readAs: [...job.readAs] }),
        ...(inPlace === undefined ? {} : { inPlace }),
      }
      return await take(draft, made, unpacked)
    } finally {
      await draft.discard()
      await work.discard()
    }
  }

  /** Unpacks a file and determines how to read it: as requested with it, else as chosen for the previous file. */
  async function jobOver(
    given: UploadedFile,
    upload: Omit<NewerFile, 'content' | 'fileName'>,
    before: Dataset | undefined,
    draft: FileDraft,
    work: FileDraft,
    signal: AbortSignal,
  ): Promise<{ readonly job: ImportJob; readonly unpacked: UnpackedFile }> {
    const unpacked = await unpack(given, upload.table ?? null, work, signal)
    const job = {
      format: await detectFormat(unpacked.path, unpacked.fileName),
      table: unpacked.table,
      encoding: encodingOf(upload, before),
      hasHeader: upload.hasHeader ?? (before?.header?.isChosen === true ? before.header.isPresent : null),
      knownColumns: (before?.columns ?? []).filter(({ name }) => upload.findTypesOf?.includes(name) !== true),
      readAs: upload.readAs ?? before?.readAs ?? [],
      sourcePath: unpacked.path,
      dataPath: draft.path('data.parquet'),
      leftOutPath: draft.path(leftOutName),
      badRows: upload.badRows ?? 'ask',
      workFolder: work.path('.'),
      memoryLimitMb: options.memoryLimitMb ?? 1024,
      threads: options.threads ?? 2,
    }
    return { job, unpacked }
  }

  /** Reads one file at a time, because each may use all memory available for imports. */
  async function inTurn<T>(read: () => Promise<T>): Promise<T> {
    importCount += 1
    try {
      return await imports.run(read)
    } finally {
      importCount -= 1
    }
  }

  /** Publishes the files, then the entry, so that a visible dataset always has its rows. */
  async function publish(
    actor: Actor,
    id: DatasetId,
    draft: FileDraft,
    { versionId }: MadeDataset,
    signal: AbortSignal,
    write: WriteDataset,
  ): Promise<Dataset> {
    if (signal.aborted) throw new TidemarkError('upload-cancelled')
    await draft.publish(id, versionId)
    try {
      return await sync.transact(actor, write)
    } catch (thrown) {
      await files.removeVersion(id, versionId)
      throw thrown
    }
  }
}

type MadeDataset = Pick<
  Dataset,
  | 'fileName'
  | 'format'
  | 'sizeBytes'
  | 'versionId'
  | 'rowCount'
  | 'inPlace'
  | 'leftOutCount'
  | 'encoding'
  | 'header'
  | 'readAs'
  | 'table'
> & {
  readonly columns: readonly Dataset['columns'][number][]
  readonly notes: readonly Dataset['notes'][number][]
}

type WriteDataset = (tx: EntryTx, stored: Pick<StoreReadTx, 'listEntries'>) => Promise<Dataset>

interface DatasetWithFile extends Dataset {
  /** The path of the stored file. */
  readonly path: string
}

/** Identifies the file that a person saw and the columns that they accept. */
type MeantFile = Omit<FindTypes, 'columns'>

/** How a person wants a file to be read. */
type ChosenReading = Pick<NewerFile, 'encoding' | 'hasHeader' | 'findTypesOf' | 'readAs'>

/** Returns the encoding requested with the file, else the one chosen for the previous file. */
function encodingOf({ encoding }: Pick<NewerFile, 'encoding'>, before: Dataset | undefined): EncodingChoice | null {
  if (encoding !== undefined) return { name: encoding, isOfEarlierFile: false }
  return before?.encoding?.isChosen === true ? { name: before.encoding.name, isOfEarlierFile: true } : null
}

/** The file after which a dataset is named, which is not the archive around it. */
type NamedContent = Pick<UnpackedFile, 'fileName' | 'table'>

/** Adds the file's name to the choices of tables in an archived file. */
function withTablesNamed(thrown: unknown, { nameTable }: UnpackedFile): unknown {
  if (!(thrown instanceof TidemarkError) || thrown.code !== 'upload-table' || thrown.choices === undefined)
    return thrown
  return new TidemarkError('upload-table', {
    detail: thrown.detail,
    choices: thrown.choices.map(nameTable),
    cause: thrown,
  })
}

/**
 * Ignores an error of the sender before anybody reads the stream, which would end the process; a later reader still
 * receives it.
 */
function holdErrors(content: Readable): void {
  content.on('error', () => undefined)
}

/** Returns a dataset that the actor manages. Fails with `not-found` or `forbidden`. */
async function mustGetDataset(sync: Pick<SyncService, 'readView'>, actor: Actor, id: DatasetId): Promise<Dataset> {
  const { view } = await sync.readView(actor, [datasetKey(id), folderPrefix])
  const dataset = getDataset(view, id)
  if (dataset === undefined || dataset.deletedAt !== null) throw new TidemarkError('not-found')
  if (!mayManageDataset(actor, dataset, view))
    throw new TidemarkError('forbidden', {
      detail: 'Only editors of its folder who may write SQL for it can change it.',
    })
  return dataset
}

/** Hashes a set of columns, so that a person accepts exactly the columns they were shown. */
function columnsStamp(columns: readonly Pick<DatasetColumn, 'name' | 'type'>[]): string {
  const text = JSON.stringify(columns.map(({ name, type }) => [name.toLowerCase(), type]))
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

async function mustNotExist(sync: Pick<SyncService, 'readView'>, actor: Actor, { id }: DatasetUpload): Promise<void> {
  const key = datasetKey(id)
  if ((await sync.readView(actor, [key])).view.get(key) !== undefined)
    throw new TidemarkError('already-exists', { detail: key })
}

async function createDataset(
  tx: EntryTx,
  stored: Pick<StoreReadTx, 'listEntries'>,
  upload: DatasetUpload,
  made: MadeDataset,
  { fileName, table }: NamedContent,
  at: number,
): Promise<Dataset> {
  const key = datasetKey(upload.id)
  // Check again, because an upload takes long and the role may have changed.
  requirePermission(tx.actor, { do: 'upload-data' })
  await mustBeFree(tx, key)
  await mustEditFolder(tx, upload.folderId ?? null)
  // Two tables cannot have one name in SQL, not even where no one person sees both.
  const others = (await stored.listEntries(datasetPrefix)).map(({ value }) => datasetSchema.parse(value))
  mustBeFirstOfFile(made, others)
  // Names of deleted datasets count too, because those can be restored.
  const tableName = toTableName(
    table === null ? fileName : `${titleOf(fileName, table)}.table`,
    new Set(others.map((other) => other.tableName)),
  )
  const wanted = toName(upload.name ?? titleOf(fileName, table)) || shownName(made.fileName)
  const dataset = datasetSchema.parse({
    ...made,
    id: upload.id,
    name: firstFreeName(
      wanted,
      new Set((await tx.scan(datasetPrefix)).map(([, value]) => datasetSchema.parse(value).name)),
    ),
    tableName,
    description: '',
    sourceUrl: null,
    licence: null,
    folderId: upload.folderId ?? null,
    deletedAt: null,
    ...createdBy(tx, at),
  })
  await tx.set(key, dataset)
  return dataset
}

/** Fails if another request has added the same table of a file in place. */
function mustBeFirstOfFile({ inPlace }: MadeDataset, others: readonly Dataset[]): void {
  const same = others.find(
    (other) =>
      inPlace !== undefined &&
      other.deletedAt === null &&
      other.inPlace !== undefined &&
      isSameFileTable(other.inPlace, inPlace),
  )
  if (same !== undefined) throw new TidemarkError('already-exists', { detail: datasetKey(same.id) })
}

async function replaceRows(tx: EntryTx, before: Dataset, made: MadeDataset, at: number): Promise<Dataset> {
  requirePermission(tx.actor, { do: 'upload-data' })
  const current = await mustManageDataset(tx, before.id)
  if (current.versionId !== before.versionId) throw replacedSince()
  if (made.inPlace === undefined) return setRows(tx, current, made, earlierOf(current, at), at)
  if (current.inPlace?.path !== made.inPlace.path) throw replacedSince()
  // The same file was read again, so the earlier file stays the one that a person replaced.
  return setRows(tx, current, made, current.earlier, at)
}

/** Records the column changes of a file in place for display, because nobody is asked about them. */
function withColumnsChanged(made: MadeDataset, differences: DatasetDifferences | null, at: number): MadeDataset {
  const { inPlace } = made
  if (inPlace === undefined || differences === null) return made
  if (differences.removed.length + differences.retyped.length === 0) return made
  return { ...made, inPlace: { ...inPlace, columnsChanged: { at, differences } } }
}

/** Swaps the two files, so that this can be undone as well. */
async function takeBack(tx: EntryTx, id: DatasetId, versionId: string, at: number): Promise<Dataset> {
  const current = await mustHaveEarlier(tx, id, versionId)
  const { usedUntil: _, ...made } = current.earlier
  return setRows(tx, current, made, earlierOf(current, at), at)
}

async function dropEarlier(tx: EntryTx, id: DatasetId, versionId: string, at: number): Promise<Dataset> {
  const { earlier: _, ...rest } = await mustHaveEarlier(tx, id, versionId)
  const dataset = { ...rest, ...updatedBy(tx, at) }
  await tx.set(datasetKey(id), dataset)
  return dataset
}

async function mustHaveEarlier(
  tx: EntryTx,
  id: DatasetId,
  versionId: string,
): Promise<Dataset & { readonly earlier: EarlierFile }> {
  requirePermission(tx.actor, { do: 'upload-data' })
  const current = await mustManageDataset(tx, id)
  const { earlier } = current
  if (earlier === undefined) throw noEarlierFile()
  if (earlier.versionId !== versionId) throw replacedSince()
  return { ...current, earlier }
}

async function setRows(
  tx: EntryTx,
  current: Dataset,
  made: MadeDataset,
  earlier: EarlierFile | undefined,
  at: number,
): Promise<Dataset> {
  // Drops what belongs to the previous file: a location in place, the rows left out, and how it was read.
  const {
    inPlace: _,
    leftOutCount: __,
    earlier: ___,
    encoding: ____,
    header: _____,
    table: ______,
    readAs: _______,
    ...rest
  } = current
  const kept = earlier === undefined ? {} : { earlier }
  const dataset = datasetSchema.parse({ ...rest, ...made, ...kept, replacedAt: at, ...updatedBy(tx, at) })
  await tx.set(datasetKey(current.id), dataset)
  return dataset
}

/** Returns the earlier file. The schema keeps the relevant fields of the dataset and drops the rest. */
function earlierOf(dataset: Dataset, at: number): EarlierFile {
  return earlierFileSchema.parse({ ...dataset, usedUntil: at })
}

function versionsOf({ versionId, earlier }: Dataset): readonly string[] {
  return earlier === undefined ? [versionId] : [versionId, earlier.versionId]
}

function replacedSince(): TidemarkError {
  return new TidemarkError('changed-since', { detail: 'Somebody else has replaced the data in the meantime.' })
}

function mustBeMeant({ versionId }: Dataset, meant: MeantFile): void {
  if (versionId !== meant.versionId) throw replacedSince()
}

/** Requires that the names are columns. An unknown name would match nothing, and the file would be read in vain. */
function mustHaveColumns({ columns }: Dataset, names: readonly string[]): void {
  const known = columns.map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  const near = nearestName(unknown, known)
  throw new TidemarkError('not-found', {
    detail: `It has no column “${cutText(unknown, 80)}”.`,
    hint: near === undefined ? undefined : `Did you mean “${cutText(near, 80)}”?`,
  })
}

/** Requires that the file has the columns that are to be read in a way, and that its format lets them be. */
function mustHaveRead({ format, readAs }: ImportJob, { columns }: Pick<MadeDataset, 'columns'>): void {
  for (const { column, as } of readAs) {
    const { name } = mustFind(columns, column)
    if (format === 'parquet') mustBePossible({ format }, { name, type: 'text' }, as)
  }
}

function mustFind<Column extends Pick<DatasetColumn, 'name'>>(columns: readonly Column[], name: string): Column {
  const column = columns.find((other) => other.name.toLowerCase() === name.toLowerCase())
  if (column === undefined) throw new TidemarkError('not-found', { detail: `It has no column “${cutText(name, 80)}”.` })
  return column
}

/**
 * Requires that the column can be read in this way: binary data is not text, a list is not a number, and a Parquet file
 * declares its types.
 */
function mustBePossible(
  dataset: Pick<Dataset, 'format'>,
  { name, type }: Pick<DatasetColumn, 'name' | 'type'>,
  as: ReadAs | null,
): void {
  if (as === null || readAsKindsOf(dataset, type).includes(as.kind)) return
  throw new TidemarkError('invalid-request', { detail: `“${cutText(name, 80)}” cannot be read as ${as.kind}.` })
}

/** Returns how rows that do not fit were treated for the dataset's file. */
function policyOf({ leftOutCount }: Dataset): BadRowPolicy {
  return leftOutCount === undefined ? 'as-text' : 'leave-out'
}

function noEarlierFile(): TidemarkError {
  return new TidemarkError('not-found', { detail: 'The earlier file is not kept any more.' })
}

async function openLeftOut(path: string): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path).catch((cause: unknown) => {
    throw new TidemarkError('not-found', { detail: 'The rows that were left out are not there any more.', cause })
  })
  // The types of the web's stream and of node:stream/web differ, but the class is the same.
  return Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>
}

function titleOf(fileName: string, table: string | null): string {
  const title = unpackedName(fileName).replace(/\.[A-Za-z0-9]{1,10}$/, '')
  return table === null ? title : `${title} ${table}`
}

function firstFreeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` (${number})`
    const name = `${cutText(wanted, maxNameLength - suffix.length)}${suffix}`
    if (!taken.has(name)) return name
  }
}

/** Returns the file's extension if it is safe in a path, otherwise an empty text. */
function sourceExtension(fileName: string): string {
  const extension = extname(fileName).toLowerCase()
  return /^\.[a-z0-9]{1,10}$/.test(extension) ? extension : ''
}
