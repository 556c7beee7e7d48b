import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mediaTypes, type ImageId } from '@tidemark/shared/images/image'
import { reportProblem } from '@/features/messages/report-problem'

/**
 * Keeps files as pictures of the workspace and passes each on. A file that is none, or too large, is named in a message; the others
 * go on.
 */
export async function addImages(
  databaseName: string,
  files: readonly File[],
  put: (id: ImageId) => Promise<unknown>,
): Promise<void> {
  for (const file of files) {
    try {
      const { imagesOf } = await import('@/client/images/images')
      await put(await imagesOf(databaseName).add(file))
    } catch (thrown) {
      const isOther = thrown instanceof TidemarkError && thrown.code === 'image-type'
      reportProblem(isOther ? new TidemarkError('image-type', { detail: `“${file.name}” is something else.` }) : thrown)
    }
  }
}

/** Opens the system's file picker for pictures. Resolves once some are chosen, and never where none are. */
export function chooseImages({ isMultiple }: { readonly isMultiple: boolean }): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = Object.values(mediaTypes).join(',')
    input.multiple = isMultiple
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.click()
  })
}
