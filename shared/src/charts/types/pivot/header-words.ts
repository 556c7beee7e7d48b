import { isTemporalType, type CellValue } from '../../../query/field'
import { autoFormat } from '../../../query/number-format'
import type { ResultData } from '../../../query/run-query'
import { valueText } from '../../../query/value-words'
import { fullFormatter } from '../../plot/numbers/format-number'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { canMeasure, cellNumber, chosenFormat, isGrouped } from '../../plot/read-columns'
import { formatBucket } from '../../plot/time/format-time'

/** Returns what writes the values of headers: buckets of time by their names, numbers for reading. */
export function headerWords(data: ResultData, locale: string): (index: number, value: CellValue) => string {
  const writers = data.fields.map((field, index): ((value: CellValue) => string) => {
    const column = { field, values: data.columns[index] ?? [] }
    if (isTemporalType(field.type)) {
      const grain = data.grains !== undefined && Object.hasOwn(data.grains, field.name) ? data.grains[field.name] : null
      return (value) => {
        const text = String(value)
        const wall = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`)
        return grain === null || grain === undefined || Number.isNaN(wall)
          ? text.replace('T', ' ')
          : formatBucket(wall, grain, locale)
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
