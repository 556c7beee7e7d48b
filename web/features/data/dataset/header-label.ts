import type { Dataset } from '@tidemark/shared/datasets/dataset'

export function headerLabel(isPresent: boolean): string {
  return isPresent ? 'Names of the columns' : 'Data'
}

/**
 * True if the first row of a dataset's file was read as the names of its columns; null for a file of a format that says so
 * itself. Of files of before that was kept the names tell it.
 */
export function wasReadWithHeader({ format, header, columns }: Dataset): boolean | null {
  if (format !== 'csv' && format !== 'tsv' && format !== 'xlsx') return null
  return header?.isPresent ?? !columns.every(({ name }, index) => name === `column${index + 1}`)
}
