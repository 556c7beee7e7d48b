import type { CellValue } from '../../query/field'
import type { ResultData } from '../../query/run-query'
import { addGrain } from './time/time-grain'

type Answer = Pick<ResultData, 'rowCount'> & Partial<ResultData>

/**
 * Counts the rows that were asked for, and those of earlier that they are compared with; totals are neither, nor are rows
 * beyond a limit that a database left to the table.
 */
export function countOwnRows(answer: Answer): { readonly own: number; readonly earlier: number } {
  const earlier = earlierRows(answer)?.filter(Boolean).length ?? 0
  const totals = valuesOf(answer, answer.totals?.column)?.filter((level) => Number(level) !== 0).length ?? 0
  const limit = answer.totals?.of.groups === undefined ? undefined : answer.totals.limit
  return { own: Math.min(answer.rowCount - totals - earlier, limit ?? Infinity), earlier }
}

/** Adds a column that says which rows are of earlier, where an answer has such rows. */
export function withPeriods<Data extends ResultData>(data: Data): Data {
  const rows = earlierRows(data)
  if (rows === null || !rows.includes(true)) return data
  const names = new Set(data.fields.map((field) => field.name))
  let name = 'Period'
  for (let count = 2; names.has(name); count++) name = `Period ${count}`
  return {
    ...data,
    fields: [...data.fields, { name, type: 'text', databaseType: 'VARCHAR', nullable: false }],
    columns: [...data.columns, rows.map((isEarlier) => (isEarlier ? 'Earlier' : 'Shown'))],
  }
}

/** Returns true for each row whose bucket ends before the shown days; null if an answer is not compared. */
function earlierRows(answer: Answer): readonly boolean[] | null {
  const { compared, grains = {} } = answer
  if (compared === undefined || 'refusal' in compared || compared.from === null) return null
  const values = valuesOf(answer, compared.column)
  const grain = Object.hasOwn(grains, compared.column) ? grains[compared.column] : undefined
  const from = Date.parse(compared.from)
  return (
    values?.map((value) => {
      // A bucket begins at a time of the zone in which it was counted, whatever the offset is.
      const text = String(value)
      const wall = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`)
      return wall < from && (grain === undefined || addGrain(wall, grain, 1) <= from)
    }) ?? null
  )
}

function valuesOf({ fields = [], columns = [] }: Answer, name: string | undefined): readonly CellValue[] | undefined {
  return name === undefined ? undefined : columns[fields.findIndex((field) => field.name === name)]
}
