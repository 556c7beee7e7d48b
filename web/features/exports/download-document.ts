import { newId } from '@tidemark/shared/base/ids'
import { queryValues } from '@tidemark/shared/base/query-values'
import { dashboardDocumentEndpoint, type DocumentFormat } from '@tidemark/shared/documents/document'
import { exportFileName } from '@tidemark/shared/query/export-request'
import { failureText, fetchFile } from '@/client/page/api-request'
import { downloadBlob } from '@/ui/download-blob'
import { dismissToast, toast } from '@/ui/popups/toaster'
import { countExport } from './running-exports'

interface DocumentSource {
  readonly id: string
  readonly name: string
  readonly locale: string
  /** The address of the page, with the values that are set now. */
  readonly search: URLSearchParams
}

/** Lets the server draw a dashboard as a file and downloads that; tells progress and failure. */
export async function downloadDocument(source: DocumentSource, format: DocumentFormat): Promise<void> {
  const { id, name, locale, search } = source
  const toastId = newId()
  const fileName = exportFileName(name, format)
  const controller = new AbortController()
  const ended = countExport()
  toast(`Making ${fileName}`, {
    id: toastId,
    description: 'The server runs the charts of all tabs and draws them.',
    action: { label: 'Cancel', onClick: () => controller.abort() },
  })
  try {
    const file = await fetchFile(dashboardDocumentEndpoint, {
      params: { id },
      query: { ...queryValues(search), format, locale },
      signal: controller.signal,
    })
    const close = { label: 'Close', onClick: () => dismissToast(toastId) }
    if (file.ok) {
      downloadBlob(file.value, fileName)
      toast(`Downloaded ${fileName}`, { id: toastId, tone: 'good', action: close })
    } else if (file.error.kind === 'cancelled')
      toast('Cancelled', { id: toastId, description: 'No file was saved.', action: close })
    else
      toast(`${fileName} was not made`, {
        id: toastId,
        tone: 'bad',
        description:
          file.error.kind === 'offline'
            ? 'The server cannot be reached. Printing works without it.'
            : failureText(file.error),
        action: { label: 'Try again', onClick: () => void downloadDocument(source, format) },
      })
  } finally {
    ended()
  }
}
