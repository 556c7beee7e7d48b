import type { Dataset } from '@tidemark/shared/datasets/dataset'

/** Those of a file's tables that nobody has added. datasets: what was made of the file. */
export function tablesLeft(
  tables: readonly string[],
  datasets: readonly Pick<Dataset, 'inPlace'>[],
): readonly string[] {
  const added = new Set(datasets.map(({ inPlace }) => inPlace?.table))
  return tables.filter((table) => !added.has(table))
}

/** True if a file can have a table beyond those datasets: which table it was is kept of files of several alone. */
export function mayHaveMore(datasets: readonly Pick<Dataset, 'inPlace'>[]): boolean {
  return datasets.every(({ inPlace }) => typeof inPlace?.table === 'string')
}

/** All tables of the file, where somebody was asked about them since it changed; null where nobody was. */
export function knownTables(datasets: readonly Pick<Dataset, 'inPlace'>[]): readonly string[] | null {
  return datasets.map(({ inPlace }) => inPlace?.tables).find((tables) => tables !== undefined) ?? null
}
