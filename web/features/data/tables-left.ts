import type { Dataset } from '@tidemark/shared/datasets/dataset'

/** Those of a file's tables that nobody has added. datasets: what was made of the file. */
export function tablesLeft(
  tables: readonly string[],
  datasets: readonly Pick<Dataset, 'inPlace'>[],
): readonly string[] {
  const added = new Set(datasets.map(({ inPlace }) => inPlace?.table))
  return tables.filter((table) => !added.has(table))
}

/** Whether a file can have a table beyond those datasets: which table it was is kept of files of several alone. */
export function mayHaveMore(datasets: readonly Pick<Dataset, 'inPlace'>[]): boolean {
  return datasets.every(({ inPlace }) => typeof inPlace?.table === 'string')
}
