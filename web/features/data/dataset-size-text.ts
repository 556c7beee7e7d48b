import type { Dataset } from '@tidemark/shared/datasets/dataset'

/** "10,000 rows · 13 columns", in the reader's numbers. */
export function datasetSizeText({ rowCount, columns }: Pick<Dataset, 'rowCount' | 'columns'>, locale: string): string {
  const count = new Intl.NumberFormat(locale)
  const rows = `${count.format(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}`
  return `${rows} · ${count.format(columns.length)} ${columns.length === 1 ? 'column' : 'columns'}`
}
