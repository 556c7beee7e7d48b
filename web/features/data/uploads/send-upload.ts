import type { BadRowPolicy, BadRows } from '@tidemark/shared/datasets/bad-rows'
import type { FolderId } from '@tidemark/shared/folders/folder'
import type { Dataset, DatasetId } from '@tidemark/shared/datasets/dataset'
import type { DatasetDifferences } from '@tidemark/shared/datasets/dataset-differences'
import {
  datasetEndpoint,
  replaceFileEndpoint,
  uploadEndpoint,
  uploadLineSchema,
  type ImportPhase,
  type UploadLine,
} from '@tidemark/shared/datasets/upload'
import { errorBodySchema, type ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { callApi, endpointAddress } from '@/client/page/api-request'
import { apiHeaders, unexplained } from '@/client/page/http'

/** The outcome of sending a file. differs, bad-rows: nothing was changed, see `uploadLineSchema`. unreachable: no answer came, so it may or may not have been read. */
export type UploadOutcome =
  | { readonly kind: 'done'; readonly dataset: Dataset }
  | { readonly kind: 'differs'; readonly differences: DatasetDifferences; readonly accept: string }
  | { readonly kind: 'bad-rows'; readonly badRows: BadRows }
  | { readonly kind: 'failed'; readonly error: ErrorBody }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'cancelled' }

interface UploadWatcher {
  readonly onSent: (sentBytes: number) => void
  readonly onPhase: (phase: ImportPhase) => void
}

/**
 * table: of a workbook the sheet, of an SQLite file the table; null lets the server ask when there are several. badRows: what
 * is done about rows that do not fit.
 */
export interface UploadTarget {
  /** The dataset whose rows it replaces, and the columns that are wanted then; null for a new one. */
  readonly replaces: Replaced | null
  /** The folder of a new one; null for the top of the workspace. */
  readonly folderId: FolderId | null
  readonly id: DatasetId
  readonly table: string | null
  readonly badRows: BadRowPolicy
}

/** accept: from an outcome that differs; null before. */
export interface Replaced {
  readonly id: DatasetId
  readonly accept: string | null
}

/** Sends a file to the workspace's data. `fetch` does not report how much of a body was sent, so this is an XMLHttpRequest. */
export function sendUpload(
  file: File,
  { id, folderId, table, replaces, badRows }: UploadTarget,
  { onSent, onPhase }: UploadWatcher,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let outcome: UploadOutcome | null = null
    let readLength = 0
    const readLines = () => {
      if (request.status !== 200) return
      const { lines, length } = completeLines(request.responseText, readLength)
      readLength = length
      for (const line of lines) {
        if (line.kind === 'phase') onPhase(line.phase)
        else outcome = line
      }
    }
    const query = { fileName: file.name, badRows, table: table ?? undefined }
    const address =
      replaces === null
        ? endpointAddress(uploadEndpoint, { query: { ...query, id, folderId: folderId ?? undefined } })
        : endpointAddress(replaceFileEndpoint, {
            params: { id: replaces.id },
            query: { ...query, accept: replaces.accept ?? undefined },
          })
    request.open('POST', address)
    for (const [name, value] of Object.entries(apiHeaders())) request.setRequestHeader(name, value)
    request.setRequestHeader('accept', 'application/x-ndjson')
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = (event) => onSent(event.loaded)
    request.onprogress = readLines
    request.onload = () => {
      readLines()
      if (outcome !== null) resolve(outcome)
      // An answer that stops half-way comes from a server that stopped.
      else resolve(request.status === 200 ? { kind: 'unreachable' } : { kind: 'failed', error: refusal(request) })
    }
    request.onerror = () => resolve({ kind: 'unreachable' })
    request.onabort = () => resolve({ kind: 'cancelled' })
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) resolve({ kind: 'cancelled' })
    else request.send(file)
  })
}

/** The dataset on the server, or null when there is none yet or no server. */
export async function fetchDataset(id: DatasetId): Promise<Dataset | null> {
  const answer = await callApi(datasetEndpoint, { params: { id } })
  return answer.ok ? answer.value : null
}

/** The lines of an NDJSON text that are complete, from where reading stopped; length: where to go on. */
export function completeLines(
  text: string,
  from: number,
): { readonly lines: readonly UploadLine[]; readonly length: number } {
  const end = text.lastIndexOf('\n') + 1
  if (end <= from) return { lines: [], length: from }
  const lines = text
    .slice(from, end)
    .split('\n')
    .filter((line) => line !== '')
  return { lines: lines.map((line) => uploadLineSchema.parse(JSON.parse(line))), length: end }
}

function refusal(request: XMLHttpRequest): ErrorBody {
  try {
    const body: unknown = JSON.parse(request.responseText)
    const parsed = errorBodySchema.safeParse(
      typeof body === 'object' && body !== null && 'error' in body ? body.error : null,
    )
    if (parsed.success) return parsed.data
  } catch (thrown) {
    // Something between here and the server answered instead of it.
    if (!(thrown instanceof SyntaxError)) throw thrown
  }
  return unexplained(request.status)
}
