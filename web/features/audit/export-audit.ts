import type { AuditFileFormat } from '@tidemark/shared/audit/audit-event'
import { errorOf } from '@/client/page/http'
import { toast } from '@/ui/popups/toaster'
import { downloadBlob } from '@/ui/download-blob'
import { fetchAuditFile, type AuditChoice } from './audit-api'

const id = 'audit-export'

/** Saves what is chosen of the log as a file, and says how it went. */
export async function exportAudit(choice: AuditChoice, format: AuditFileFormat): Promise<void> {
  const fileName = `audit-log.${format}`
  toast(`Exporting ${fileName}`, { id })
  try {
    const response = await fetchAuditFile(choice, format)
    if (!response.ok) {
      const { message, detail } = await errorOf(response)
      toast('The log was not exported', { id, tone: 'bad', description: detail ?? message })
      return
    }
    downloadBlob(await response.blob(), fileName)
    toast(`Exported ${fileName}`, { id, tone: 'good' })
  } catch (thrown) {
    // What fetch says when there is no answer, and when one breaks off.
    if (!(thrown instanceof TypeError)) throw thrown
    toast('The log was not exported', {
      id,
      tone: 'bad',
      description: 'The connection to the server broke off. No file was saved.',
      action: { label: 'Try again', onClick: () => void exportAudit(choice, format) },
    })
  }
}
