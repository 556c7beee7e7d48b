import type { AuditFileFormat } from '@tidemark/shared/audit/audit-event'
import { toast } from '@/ui/popups/toaster'
import { downloadBlob } from '@/ui/download-blob'
import { fetchAuditFile, type AuditChoice } from './audit-api'

const id = 'audit-export'

/** Saves what is chosen of the log as a file, and says how it went. */
export async function exportAudit(choice: AuditChoice, format: AuditFileFormat): Promise<void> {
  const fileName = `audit-log.${format}`
  toast(`Exporting ${fileName}`, { id })
  const file = await fetchAuditFile(choice, format)
  if (file.ok) {
    downloadBlob(file.value, fileName)
    toast(`Exported ${fileName}`, { id, tone: 'good' })
  } else if (file.error.kind === 'refused') {
    const { message, detail } = file.error.error
    toast('The log was not exported', { id, tone: 'bad', description: detail ?? message })
  } else {
    toast('The log was not exported', {
      id,
      tone: 'bad',
      description: 'The connection to the server broke off. No file was saved.',
      action: { label: 'Try again', onClick: () => void exportAudit(choice, format) },
    })
  }
}
