import type { TablePlot } from '@tidemark/shared/charts/plot/plot'
import { headerWords } from '@tidemark/shared/charts/types/pivot/header-words'
import type { RowGroup, TableLine } from '@tidemark/shared/charts/types/table/group-rows'
import { isTemporalType, type CellValue } from '@tidemark/shared/query/field'
import { shownLabel, type ResultData } from '@tidemark/shared/query/run-query'
import { valueText } from '@tidemark/shared/query/value-words'
import type { ColumnFormat } from './cell-format'

/** How a grouped table is written. places: the columns of the answer after the first, which holds the groups' names. */
export interface GroupedWords {
  readonly places: readonly number[]
  readonly wordsOf: (column: number, value: CellValue) => string
  readonly labelOf: (group: RowGroup) => string
}

type Grouped = Pick<TablePlot, 'data' | 'styles'>

export function groupedWords(
  { data, styles }: Grouped,
  by: readonly number[],
  formats: readonly ColumnFormat[],
  locale: string,
): GroupedWords {
  const header = headerWords(data, locale)
  const wordsOf = (column: number, value: CellValue): string => {
    const field = data.fields[column]
    // Buckets of time have names, unless somebody chose how they are written.
    const isBucket = field !== undefined && isTemporalType(field.type) && styles[column]?.kind === undefined
    return isBucket && value !== null ? header(column, value) : valueText(value, formats[column]?.toText, field?.type)
  }
  return {
    places: data.fields.flatMap((_, index) => (by.includes(index) ? [] : [index])),
    wordsOf,
    labelOf: ({ column, path }) => wordsOf(column, path.at(-1) ?? null),
  }
}

/** Returns the rows of a grouped table in its lines; the groups' columns are one column, the first. */
export function groupedData(
  data: ResultData,
  by: readonly number[],
  lines: readonly TableLine[],
  { places, labelOf }: GroupedWords,
): ResultData {
  const name = by.map((column) => shownLabel(data, data.fields[column]?.name ?? '')).join(' / ')
  const taken = new Set(places.map((place) => data.fields[place]?.name))
  return {
    ...data,
    fields: [
      // A name that no other column has.
      { name: taken.has(name) ? `${name} ` : name, type: 'text', databaseType: '', nullable: true },
      ...places.flatMap((place) => data.fields[place] ?? []),
    ],
    columns: [
      lines.map((line) => (line.kind === 'group' ? labelOf(line.group) : null)),
      ...places.map((place) =>
        lines.map((line) =>
          line.kind === 'group' ? (line.group.cells[place] ?? null) : (data.columns[place]?.[line.row] ?? null),
        ),
      ),
    ],
    rowCount: lines.length,
  }
}
