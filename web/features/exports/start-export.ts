import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError, type ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import {
  exportFileName,
  exportStateEndpoint,
  startExportEndpoint,
  type ExportFormat,
  type ExportState,
} from '@tidemark/shared/query/export-request'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { callApi, fetchFile } from '@/client/page/api-request'
import { tellAway } from '@/client/page/away-notices'
import { splitAddress } from '@/client/page/page-address'
import { toast } from '@/ui/popups/toaster'
import { downloadBlob } from '@/ui/download-blob'
import { progressText } from './progress-text'
import { countExport } from './running-exports'

/**
 * The source of an export. name: the file's, without its extension. keepsFormulas: in CSV, text that begins like a
 * formula is kept unchanged.
 */
export interface ExportSource {
  readonly item: RunItem
  readonly name: string
  readonly locale: string
  readonly keepsFormulas?: boolean
}

const askEveryMs = 700

/** Fetches a whole result as a file and shows its progress; it can be cancelled, and retried after a failure. */
export async function startExport(source: ExportSource, format: ExportFormat): Promise<void> {
  const { item, name, locale, keepsFormulas } = source
  const exportId = newId()
  const fileName = exportFileName(name, format)
  const controller = new AbortController()
  const stop = { label: 'Cancel', onClick: () => controller.abort() }
  const say = (description: string) => toast(`Exporting ${fileName}`, { id: exportId, description, action: stop })
  say('Running the query')
  const { path } = splitAddress(window.location.pathname)
  const ended = countExport()
  const stateOf = () => callApi(exportStateEndpoint, { params: { id: exportId } })
  let isOver = false
  const timer = setInterval(() => {
    void stateOf().then((state) => {
      if (state.ok && state.value.status === 'running' && !isOver && state.value.rowCount > 0)
        say(progressText(state.value, locale))
    })
  }, askEveryMs)
  try {
    const body = { exportId, format, item, ...(keepsFormulas === true && { formulas: 'keep' as const }) }
    const file = await fetchFile(startExportEndpoint, { body, signal: controller.signal }).finally(() => {
      // A late progress answer must not replace the message on the outcome.
      isOver = true
      clearInterval(timer)
    })
    if (!file.ok && file.error.kind === 'refused') return sayFailed(source, format, exportId, file.error.error)
    if (!file.ok && file.error.kind === 'cancelled') {
      toast('Export cancelled', { id: exportId, description: 'No file was saved.', action: close })
      return
    }
    const state = await stateOf()
    // The download broke off: the export's state says why, unless the server is gone.
    if (!file.ok) return sayFailed(source, format, exportId, whyBrokenOff(state.ok ? state.value : null))
    downloadBlob(file.value, fileName)
    const description = state.ok
      ? [progressText(state.value, locale), ...(state.value.notes ?? [])].join('. ')
      : undefined
    toast(`Exported ${fileName}`, { id: exportId, tone: 'good', description, action: close })
    tellAway({ title: `Exported ${fileName}`, body: description ?? '', path })
  } finally {
    ended()
  }
}

/** A toast keeps the button of the one it replaces, unless it brings its own. */
const close = { label: 'Close', onClick: () => undefined }

/**
 * Returns why a download broke off. state: null if the server does not answer. Nobody here cancelled it, so `cancelled`
 * only means that the server saw the connection close.
 */
export function whyBrokenOff(state: ExportState | null): ErrorBody {
  return (state?.status === 'failed' ? state.error : undefined) ?? brokenOff
}

const brokenOff: ErrorBody = new TidemarkError('internal', {
  detail: 'The connection to the server broke off.',
}).toBody()

function sayFailed(source: ExportSource, format: ExportFormat, id: string, error: ErrorBody): void {
  const description = [error.detail ?? error.message, error.hint].filter((part) => part !== undefined).join(' ')
  const { path } = splitAddress(window.location.pathname)
  tellAway({ title: 'The export failed', body: description, path })
  toast('The export failed. No file was saved.', {
    id,
    tone: 'bad',
    description,
    action: { label: 'Try again', onClick: () => void startExport(source, format) },
  })
}
