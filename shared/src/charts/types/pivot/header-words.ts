import { isTemporalType, type CellValue } from '../../../query/field'
import { autoFormat } from '../../../query/number-format'
import type { ResultData } from '../../../query/run-query'
import { valueText } from '../../../query/value-words'
import { fullFormatter } from '../../plot/numbers/format-number'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { canMeasure, cellNumber, chosenFormat, isGrouped } from '../../plot/read-columns'
import { formatBucket } from '../../plot/time/format-time'
import { grainFromTimes, type Grain } from '../../plot/time/time-grain'

/** Returns what writes the values of headers: buckets of time by their names, numbers for reading. */
export function headerWords(data: ResultData, locale: string): (index: number, value: CellValue) => string {
  const writers = data.fields.map((field, index): ((value: CellValue) => string) => {
    const column = { field, values: data.columns[index] ?? [] }
    if (isTemporalType(field.type)) {
      const known = data.grains !== undefined && Object.hasOwn(data.grains, field.name) ? data.grains[field.name] : null
      const grain = known ?? grainOf(column.values)
      return (value) => {
        const text = String(value)
        const wall = wallOf(text)
        return grain === null || Number.isNaN(wall) ? text.replace('T', ' ') : formatBucket(wall, grain, locale)
      }
    }
    if (!canMeasure(field)) return String
    const format = columnNumberFormat(chosenFormat({ format: autoFormat, y: [] }, column), data, field.name)
    const write = fullFormatter({ locale, format, grouping: isGrouped(column) })
    return (value) => {
      const number = cellNumber(value)
      return number === null ? String(value) : write(number)
    }
  })
  return (index, value) => valueText(value, writers[index], data.fields[index]?.type)
}

function wallOf(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`)
}

/** Returns the buckets that begin at all the values, as the axes of charts find them, if months or longer; null for none. */
function grainOf(values: readonly CellValue[]): Grain | null {
  const walls = [...new Set(values)].filter((value) => value !== null).map((value) => wallOf(String(value)))
  if (walls.some(Number.isNaN)) return null
  const grain = grainFromTimes(walls.toSorted((a, b) => a - b))?.grain
  return grain === 'year' || grain === 'quarter' || grain === 'month' ? grain : null
}
