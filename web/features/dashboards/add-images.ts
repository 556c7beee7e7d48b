import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mediaTypes, type ImageId } from '@tidemark/shared/images/image'
import { reportProblem } from '@/features/messages/report-problem'
import { chooseFiles } from '@/ui/choose-files'

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

/** Lets the person choose pictures with the system's file picker. */
export function chooseImages({ isMultiple }: { readonly isMultiple: boolean }): Promise<readonly File[]> {
  return chooseFiles({ accept: Object.values(mediaTypes).join(','), isMultiple })
}
