import { observable } from '@legendapp/state'
import { newId } from '@tidemark/shared/base/ids'
import type { BadRowPolicy } from '@tidemark/shared/datasets/bad-rows'
import { datasetIdSchema, type Dataset, type DatasetId } from '@tidemark/shared/datasets/dataset'
import { maxUploadBytes } from '@tidemark/shared/datasets/upload'
import type { FolderId } from '@tidemark/shared/folders/folder'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { tellAway } from '@/client/page/away-notices'
import { fetchDataset, sendUpload } from './send-upload'
import { isLostByLeaving, needsChoice, type Upload, type UploadState } from './upload-state'
import { uploadsNotice } from './uploads-notice'

interface UploadsState {
  readonly uploads: readonly Upload[]
  /** Made in this tab, by id: they can be shown before the next pull brings them. */
  readonly made: Readonly<Record<string, Dataset>>
}

/** The files being added in this tab. Only the browser writes it. */
export const uploads$ = observable<UploadsState>({ uploads: [], made: {} })

const filesById = new Map<DatasetId, File>()
const controllersById = new Map<DatasetId, AbortController>()
let listener: (dataset: Dataset, isReplaced: boolean) => void = () => {}
let isPumping = false

/** Calls `onMade` for each file that became a dataset, or the rows of one (`isReplaced`); returns how to stop. */
export function onDatasetMade(onMade: (dataset: Dataset, isReplaced: boolean) => void): () => void {
  listener = onMade
  return () => {
    if (listener === onMade) listener = () => {}
  }
}

/** Calls `listener` when any upload has changed; returns how to stop. */
export function onUploadsChanged(listener: () => void): () => void {
  return uploads$.uploads.onChange(listener)
}

/** How far the uploads are that run: the fraction of all their bytes, null when none runs; and how many there are. */
export function uploadProgress(): { readonly fraction: number | null; readonly count: number } {
  const running = uploads$.uploads.peek().filter(({ state }) => !waitsForPerson(state))
  const totalBytes = running.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const doneBytes = running.reduce((sum, { state, sizeBytes }) => sum + doneOf(state, sizeBytes), 0)
  return { fraction: totalBytes === 0 ? null : Math.min(1, doneBytes / totalBytes), count: running.length }
}

/** How many files would have to be chosen again after leaving this tab. */
export function lostByLeavingCount(): number {
  return uploads$.uploads.peek().filter(({ state }) => isLostByLeaving(state)).length
}

/** Nothing goes on by itself: it has failed, or there is a question. */
export function waitsForPerson(state: UploadState): boolean {
  return state.kind === 'failed' || needsChoice(state)
}

function doneOf(state: UploadState, sizeBytes: number): number {
  if (state.kind === 'sending') return state.sentBytes
  return state.kind === 'importing' ? sizeBytes : 0
}

/** Adds files to the workspace's data, one after the other. replaces: the dataset whose rows the one file is to replace. */
export function addFiles(
  files: Iterable<File>,
  {
    replaces = null,
    folderId = null,
  }: { readonly replaces?: DatasetId | null; readonly folderId?: FolderId | null } = {},
): void {
  const added: Upload[] = []
  for (const file of files) {
    const id = datasetIdSchema.parse(newId())
    filesById.set(id, file)
    const refused =
      file.size > maxUploadBytes
        ? new TidemarkError('upload-too-large', { detail: `${file.name} has more than 2 GB.` })
        : null
    const state: UploadState = refused === null ? { kind: 'waiting' } : { kind: 'failed', error: refused.toBody() }
    const replaced = replaces === null ? null : { id: replaces, accept: null }
    const { name: fileName, size: sizeBytes } = file
    added.push({ id, replaces: replaced, folderId, fileName, table: null, badRows: 'ask', sizeBytes, state })
  }
  uploads$.uploads.set((uploads) => [...uploads, ...added])
  void pump()
}

/** Goes on with a file that was asked about: each table becomes a dataset. */
export function chooseTables(id: DatasetId, tables: readonly string[]): void {
  const file = filesById.get(id)
  const asked = uploads$.uploads.peek().find((upload) => upload.id === id)
  if (file === undefined || asked === undefined) return removeUpload(id)
  const chosen = tables.map((table, index): Upload => {
    const datasetId = index === 0 ? id : datasetIdSchema.parse(newId())
    filesById.set(datasetId, file)
    return {
      id: datasetId,
      replaces: asked.replaces,
      folderId: asked.folderId,
      fileName: file.name,
      table,
      badRows: asked.badRows,
      sizeBytes: file.size,
      state: { kind: 'waiting' },
    }
  })
  uploads$.uploads.set((uploads) => uploads.flatMap((upload) => (upload.id === id ? chosen : [upload])))
  void pump()
}

/** Goes on with a file whose columns are others than those of the data it replaces. */
export function acceptDifferences(id: DatasetId): void {
  uploads$.uploads.set((uploads) =>
    uploads.map((upload) =>
      upload.id === id && upload.state.kind === 'differs' && upload.replaces !== null
        ? { ...upload, replaces: { ...upload.replaces, accept: upload.state.accept }, state: { kind: 'waiting' } }
        : upload,
    ),
  )
  void pump()
}

/** Goes on with a file some of whose rows do not fit. */
export function chooseBadRows(id: DatasetId, badRows: BadRowPolicy): void {
  uploads$.uploads.set((uploads) =>
    uploads.map((upload) => (upload.id === id ? { ...upload, badRows, state: { kind: 'waiting' } } : upload)),
  )
  void pump()
}

/** Tries a file again that could not be sent or read. */
export function retryUpload(id: DatasetId): void {
  setState(id, { kind: 'waiting' })
  void pump()
}

/** Tries all files again that wait for the server. */
export function retryUnreachable(): void {
  for (const { id, state } of uploads$.uploads.peek()) if (state.kind === 'unreachable') retryUpload(id)
}

/** Stops an upload, or takes a failed one off the list. Nothing of it is kept. */
export function removeUpload(id: DatasetId): void {
  controllersById.get(id)?.abort()
  filesById.delete(id)
  uploads$.uploads.set((uploads) => uploads.filter((upload) => upload.id !== id))
}

async function pump(): Promise<void> {
  if (isPumping) return
  isPumping = true
  try {
    for (;;) {
      const next = uploads$.uploads.peek().find((upload) => upload.state.kind === 'waiting')
      if (next === undefined) break
      await run(next)
    }
  } finally {
    isPumping = false
    tellEnded()
  }
}

/** Since the last time that nothing was left to do. */
let ended = noneEnded()

function noneEnded() {
  return { made: [] as Dataset[], failed: [] as string[], asking: [] as string[] }
}

function tellEnded(): void {
  const notice = uploadsNotice(ended)
  ended = noneEnded()
  if (notice !== null) tellAway(notice)
}

async function run({ id, folderId, fileName, table, replaces, badRows }: Upload): Promise<void> {
  const file = filesById.get(id)
  if (file === undefined) return removeUpload(id)
  const controller = new AbortController()
  controllersById.set(id, controller)
  setState(id, { kind: 'sending', sentBytes: 0 })
  const outcome = await sendUpload(
    file,
    { id, folderId, table, replaces, badRows },
    {
      onSent: (sentBytes) => setState(id, { kind: 'sending', sentBytes }),
      onPhase: (phase) => setState(id, { kind: 'importing', phase }),
    },
    controller.signal,
  )
  controllersById.delete(id)
  switch (outcome.kind) {
    case 'done':
      return finish(id, outcome.dataset, replaces !== null)
    case 'differs':
    case 'bad-rows':
      ended.asking.push(fileName)
      return setState(id, outcome)
    case 'failed': {
      const { code, choices } = outcome.error
      if (code === 'upload-table' && choices !== undefined) {
        ended.asking.push(fileName)
        return setState(id, { kind: 'asking', tables: choices })
      }
      // The answer to an earlier try was lost on the way.
      const made = code === 'already-exists' ? await fetchDataset(id) : null
      if (made !== null) return finish(id, made, false)
      ended.failed.push(fileName)
      return setState(id, outcome)
    }
    case 'unreachable':
      return setState(id, outcome)
    case 'cancelled':
  }
}

function finish(id: DatasetId, dataset: Dataset, isReplaced: boolean): void {
  uploads$.made[dataset.id]?.set(dataset)
  removeUpload(id)
  ended.made.push(dataset)
  listener(dataset, isReplaced)
}

function setState(id: DatasetId, state: UploadState): void {
  uploads$.uploads.set((uploads) => uploads.map((upload) => (upload.id === id ? { ...upload, state } : upload)))
}
