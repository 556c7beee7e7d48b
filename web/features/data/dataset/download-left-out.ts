import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { apiFetch, errorOf } from '@/client/page/http'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { toast } from '@/ui/popups/toaster'
import { downloadBlob } from '@/ui/download-blob'

/** Saves the rows that were left out of a dataset's file. Fails with what the server says. */
export async function downloadLeftOut({ id, name }: Pick<Dataset, 'id' | 'name'>): Promise<void> {
  const response = await apiFetch(`/api/datasets/${id}/left-out`).catch(() => null)
  if (response === null) {
    toast('The server cannot be reached.', { tone: 'warn', description: 'The rows are kept there: try again later.' })
    return
  }
  if (!response.ok) throw TidemarkError.of(await errorOf(response))
  downloadBlob(await response.blob(), `${name} left out.csv`)
}
