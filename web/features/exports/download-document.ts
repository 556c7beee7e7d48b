import { newId } from '@tidemark/shared/base/ids'
import { queryValues } from '@tidemark/shared/base/query-values'
import { chartDocumentEndpoint, dashboardDocumentEndpoint } from '@tidemark/shared/documents/document'
import { exportFileName } from '@tidemark/shared/query/export-request'
import { failureText, fetchFile } from '@/client/page/api-request'
import { tellAway } from '@/client/page/away-notices'
import { splitAddress } from '@/client/page/page-address'
import { downloadBlob } from '@/ui/download-blob'
import { dismissToast, toast } from '@/ui/popups/toaster'
import type { DownloadTarget } from '../preferences/shell-state'
import type { PaperChoice } from './paper-choice'
import { countExport } from './running-exports'

interface DocumentSource {
  readonly target: DownloadTarget
  readonly name: string
  readonly locale: string
  readonly choice: PaperChoice
}

/** Lets the server draw a chart or dashboard as a file and downloads that; tells progress and failure. */
export async function downloadDocument(source: DocumentSource): Promise<void> {
  const { target, name, locale, choice } = source
  const toastId = newId()
  const fileName = exportFileName(name, choice.format)
  const controller = new AbortController()
  const ended = countExport()
  const { path } = splitAddress(window.location.pathname)
  toast(`Making ${fileName}`, {
    id: toastId,
    description: isWhole(target)
      ? 'The server runs the charts of all tabs and draws them.'
      : 'The server runs the chart and draws it.',
    action: { label: 'Cancel', onClick: () => controller.abort() },
  })
  try {
    const file = await fetchFile(target.kind === 'chart' ? chartDocumentEndpoint : dashboardDocumentEndpoint, {
      params: { id: target.id },
      query: {
        ...queryValues(new URLSearchParams(target.search)),
        ...choice,
        ...(target.tileId === null ? {} : { tile: target.tileId }),
        locale,
      },
      signal: controller.signal,
    })
    const close = { label: 'Close', onClick: () => dismissToast(toastId) }
    if (file.ok) {
      downloadBlob(file.value, fileName)
      toast(`Downloaded ${fileName}`, { id: toastId, tone: 'good', action: close })
      tellAway({ title: `Downloaded ${fileName}`, body: '', path })
    } else if (file.error.kind === 'cancelled')
      toast('Cancelled', { id: toastId, description: 'No file was saved.', action: close })
    else {
      const description =
        file.error.kind === 'offline'
          ? 'The server cannot be reached. Printing works without it.'
          : failureText(file.error)
      const title = `${fileName} was not made`
      const again = { label: 'Try again', onClick: () => void downloadDocument(source) }
      toast(title, { id: toastId, tone: 'bad', description, action: again })
      tellAway({ title, body: description, path })
    }
  } finally {
    ended()
  }
}

function isWhole({ kind, tileId }: DownloadTarget): boolean {
  return kind === 'dashboard' && tileId === null
}
