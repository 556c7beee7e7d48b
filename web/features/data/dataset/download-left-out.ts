import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { leftOutRowsEndpoint } from '@tidemark/shared/datasets/upload'
import { fetchFile } from '@/client/page/api-request'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { toast } from '@/ui/popups/toaster'
import { downloadBlob } from '@/ui/download-blob'

/** Saves the rows that were left out of a dataset's file. Fails with what the server says. */
export async function downloadLeftOut({ id, name }: Pick<Dataset, 'id' | 'name'>): Promise<void> {
  const file = await fetchFile(leftOutRowsEndpoint, { params: { id } })
  if (file.ok) downloadBlob(file.value, `${name} left out.csv`)
  else if (file.error.kind === 'refused') throw TidemarkError.of(file.error.error)
  else
    toast('The server cannot be reached.', { tone: 'warn', description: 'The rows are kept there: try again later.' })
}
