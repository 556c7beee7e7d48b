import { isNumericType, isTemporalType, type CellValue } from '../../../query/field'
import type { ResultData } from '../../../query/run-query'
import { chartTypeIds } from '../../chart-visual'
import type { GalleryChart } from './gallery-data'

/** A result's cell in a state: the cell of the usual chart, the field, and the place of the row. */
type CellOf = (cell: CellValue, kind: 'number' | 'time' | 'name' | 'boolean', row: number) => CellValue

const manyCategories = 2000
const oddNames = [
  'إيرادات الربع',
  '🇵🇱 Łódź 👩‍👩‍👧‍👦',
  'اسم</script>',
  'Ein sehr langer Name, der nirgends Platz hat',
  '‮abc',
  ' ',
  '',
]

/** The result of a chart in each state in which every type is shown, made from its usual result. */
const states: Readonly<Record<string, (data: ResultData) => ResultData>> = {
  usual: (data) => data,
  empty: (data) => withRows(data, 0),
  'one row': (data) => withRows(data, 1),
  nulls: (data) => withCells(data, (cell, _, row) => (row % 3 === 1 ? null : cell)),
  negatives: (data) => withNumbers(data, (value, row) => (row % 2 === 0 ? value : -value)),
  '2,000 categories': (data) =>
    withCells(withRows(data, manyCategories), (cell, kind, row) =>
      kind === 'name'
        ? `${String(cell)} ${row}`
        : kind === 'time'
          ? new Date(Date.UTC(2021, 0, 1 + row)).toISOString().slice(0, 10)
          : cell,
    ),
  'odd names': (data) => {
    const names = new Map<CellValue, string>()
    const nameOf = (cell: CellValue) => {
      const name = names.get(cell) ?? oddNames[names.size % oddNames.length] ?? ''
      names.set(cell, name)
      return name
    }
    return withCells(data, (cell, kind) => (kind === 'name' ? nameOf(cell) : cell))
  },
  '1e-12': (data) => withNumbers(data, (value) => value * 1e-12),
  '1e300': (data) => withNumbers(data, (value, row) => (row === 0 ? 1e300 : value)),
}

export interface GalleryType {
  readonly type: GalleryChart['visual']['type']
  readonly charts: readonly (GalleryChart & { readonly state: string })[]
}

/** Returns the first chart of each type in the gallery, in all states. */
export function typesInStates(gallery: readonly GalleryChart[]): readonly GalleryType[] {
  return chartTypeIds.flatMap((type) => {
    const usual = gallery.find(({ visual }) => visual.type === type)
    if (usual === undefined) return []
    const charts = Object.entries(states).map(([state, change]) => ({ ...usual, state, data: change(usual.data) }))
    return [{ type, charts }]
  })
}

/** Repeats or cuts the rows to so many. */
function withRows(data: ResultData, count: number): ResultData {
  const columns = data.columns.map((cells) =>
    Array.from({ length: count }, (_, row) => cells[row % data.rowCount] ?? null),
  )
  return { ...data, columns, rowCount: count }
}

function withCells(data: ResultData, change: CellOf): ResultData {
  const columns = data.columns.map((cells, index) => {
    const type = data.fields[index]?.type ?? 'text'
    const kind = isNumericType(type)
      ? 'number'
      : isTemporalType(type)
        ? 'time'
        : type === 'boolean'
          ? 'boolean'
          : 'name'
    return cells.map((cell, row) => (cell === null ? null : change(cell, kind, row)))
  })
  return { ...data, columns }
}

function withNumbers(data: ResultData, change: (value: number, row: number) => number): ResultData {
  const fields = data.fields.map((field) => (isNumericType(field.type) ? { ...field, type: 'number' as const } : field))
  return {
    ...withCells(data, (cell, kind, row) => (kind === 'number' ? change(Number(cell), row) : cell)),
    fields,
  }
}
