import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import { newId } from '@tidemark/shared/base/ids'
import {
  datasetIdSchema,
  datasetPrefix,
  type Dataset,
  type DatasetId,
  type InPlace,
} from '@tidemark/shared/datasets/dataset'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Logger } from '@/server/observability/log'
import { logFailure } from '@/server/observability/log-failure'
import type { SyncService } from '@/server/sync/sync-service'
import type { DatasetUpload } from '@/server/datasets/upload/dataset-upload'
import type { DatasetService } from '@/server/datasets/dataset-service'
import type { FoldersInPlace } from './folders-in-place'
import { mustBeDone } from '../upload/dataset-upload'
import { isSameFileTable } from './same-table'

/** Manages datasets whose rows come from a file in one of the server's folders, which is read again when it changes. */
export interface DatasetsInPlace {
  /**
   * Creates a dataset of a file or one of its tables, or returns the existing one. Fails with `not-found` for a file
   * outside the folders, or like an upload.
   */
  add(
    actor: Actor,
    file: { readonly id?: DatasetId | undefined; readonly path: string; readonly table?: string | undefined },
    signal: AbortSignal,
  ): Promise<{ readonly dataset: Dataset; readonly isNew: boolean }>
  /**
   * Checks all files once. A changed file is read when the next check finds it unchanged, since it may still be being
   * written.
   */
  refresh(): Promise<void>
  close(): void
}

interface DatasetsInPlaceOptions {
  readonly sync: Pick<SyncService, 'readView'>
  readonly datasets: DatasetService
  readonly folders: FoldersInPlace
  readonly log: Logger
  /** How often files are checked, in milliseconds; null: only when `refresh` is called. */
  readonly everyMs: number | null
}

export function createDatasetsInPlace({
  sync,
  datasets,
  folders,
  log,
  everyMs,
}: DatasetsInPlaceOptions): DatasetsInPlace {
  const seenById = new Map<DatasetId, string>()
  const failedById = new Map<DatasetId, string>()
  const choicesByPath = new Map<string, { readonly stamp: string; readonly tables: readonly string[] }>()
  const closed = new AbortController()

  const findAdded = async (actor: Actor, isAdded: (inPlace: InPlace) => boolean): Promise<Dataset | undefined> => {
    const { view } = await sync.readView(actor, [datasetPrefix])
    return listDatasets(view).find(({ inPlace }) => inPlace !== undefined && isAdded(inPlace))
  }
  const readAgain = async ({ id, inPlace }: Dataset): Promise<void> => {
    if (inPlace === undefined) return
    const path = await folders.resolve(inPlace.path)
    // If the file is missing or its folder is no longer configured, the rows stay as they are.
    if (path === null) return
    const stamp = await stampOf(path)
    const isSettled = seenById.get(id) === stamp
    seenById.set(id, stamp)
    if (stamp === inPlace.stamp || !isSettled || failedById.get(id) === stamp) return
    const { tables: _, ...kept } = inPlace
    const replace = (accept?: string) =>
      datasets.replaceFile(
        localOwner,
        id,
        {
          fileName: basename(path),
          table: inPlace.table ?? undefined,
          accept,
          badRows: 'as-text',
          content: createReadStream(path),
          inPlace: { ...kept, stamp },
        },
        closed.signal,
      )
    try {
      const outcome = await replace()
      if (outcome.kind === 'differs') await replace(outcome.accept)
    } catch (err) {
      // A person has changed the dataset meanwhile; the next check sees its new state.
      if (err instanceof TidemarkError && err.code === 'changed-since') return
      failedById.set(id, stamp)
      log.info({ err, path }, 'A file in place has changed and cannot be read; its earlier rows stay.')
    }
  }

  const refresh = async (): Promise<void> => {
    const { view } = await sync.readView(localOwner, [datasetPrefix])
    for (const dataset of listDatasets(view)) if (!closed.signal.aborted) await readAgain(dataset)
  }
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    try {
      await refresh()
    } catch (thrown) {
      logFailure(log, thrown, {}, 'The files in place could not be looked at.')
    } finally {
      isLooking = false
    }
  }
  const timer = everyMs === null ? undefined : setInterval(() => void look(), everyMs)
  timer?.unref()

  return {
    add: async (actor, { id, path, table }, signal) => {
      const real = await folders.resolve(path)
      if (real === null)
        throw new TidemarkError('not-found', { detail: 'The file lies in none of the folders read in place.' })
      // A name can mean a table that was added without one, which only reading the file shows.
      const added = await findAdded(actor, (known) => known.path === real && known.table === (table ?? null))
      if (added !== undefined) return { dataset: added, isNew: false }
      const stamp = await stampOf(real)
      const choices = choicesByPath.get(real)
      const inPlace: InPlace = {
        path: real,
        table: table ?? null,
        stamp,
        ...(choices?.stamp === stamp ? { tables: [...choices.tables] } : {}),
      }
      const upload: DatasetUpload = {
        id: id ?? datasetIdSchema.parse(newId()),
        fileName: basename(real),
        table,
        inPlace,
        // Nobody can be asked, because the file is read again whenever it changes.
        badRows: 'as-text',
        content: createReadStream(real),
      }
      try {
        return { dataset: mustBeDone(await datasets.importFile(actor, upload, signal)), isNew: true }
      } catch (thrown) {
        if (!(thrown instanceof TidemarkError)) throw thrown
        if (thrown.code === 'upload-table' && thrown.choices !== undefined && table === undefined)
          choicesByPath.set(real, { stamp, tables: thrown.choices })
        const same =
          thrown.code === 'already-exists'
            ? await findAdded(actor, (known) => isSameFileTable(known, inPlace))
            : undefined
        if (same === undefined) throw thrown
        return { dataset: same, isNew: false }
      }
    },
    refresh,
    close: () => {
      clearInterval(timer)
      closed.abort()
    },
  }
}

async function stampOf(path: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path)
  return `${ino} ${size} ${mtimeMs}`
}
