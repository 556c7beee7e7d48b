import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { Dataset } from '@tidemark/shared/datasets/dataset'

/** "10,000 rows · 13 columns", in the reader's numbers. */
export function datasetSizeText({ rowCount, columns }: Pick<Dataset, 'rowCount' | 'columns'>, locale: string): string {
  return `${plural(locale, rowCount, 'row')} · ${plural(locale, columns.length, 'column')}`
}
