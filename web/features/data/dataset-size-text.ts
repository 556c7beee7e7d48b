import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { Dataset } from '@tidemark/shared/datasets/dataset'

/** "10,000 rows · 13 columns", in the reader's numbers; without rows where the reader sees only some. */
export function datasetSizeText(
  { rowCount, ownRows, columns }: Pick<Dataset, 'rowCount' | 'columns'> & Partial<Pick<Dataset, 'ownRows'>>,
  locale: string,
): string {
  const width = plural(locale, columns.length, 'column')
  return ownRows === undefined ? `${plural(locale, rowCount, 'row')} · ${width}` : width
}
