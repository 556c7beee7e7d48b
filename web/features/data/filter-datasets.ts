import type { Dataset } from '@tidemark/shared/datasets/dataset'

/** The datasets of which name, table, file or a column holds every word searched for, letter case aside. */
export function filterDatasets(datasets: readonly Dataset[], search: string): readonly Dataset[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return datasets
  return datasets.filter(({ name, tableName, fileName, columns }) => {
    const text = [name, tableName, fileName, ...columns.map((column) => column.name)].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
