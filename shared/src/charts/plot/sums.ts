import { isNumericType, type CellValue, type Field } from '../../query/field'
import { autoFormat } from '../../query/number-format'
import type { ResultData } from '../../query/run-query'
import { columnNumberFormat } from './numbers/signed-format'
import type { Column } from './read-columns'

/** Returns true if values of the column can be added up: numbers that are no percentages. */
export function canAddUp({ type, name }: Field, data: Pick<ResultData, 'signs' | 'shown'>): boolean {
  return isNumericType(type) && columnNumberFormat(autoFormat, data, name).style !== 'percent'
}

/** Adds the values of a column, decimals with all their digits; null if it has none. */
export function sumOf({ field, values }: Column): CellValue {
  const present = values.filter((value) => value !== null)
  if (present.length === 0) return null
  const isExact = field.type === 'bigint' || field.type === 'decimal'
  const exact = isExact ? exactSum(present.map(String)) : null
  const sum = present.reduce<number>((all, cell) => all + Number(cell), 0)
  return exact ?? (Number.isFinite(sum) ? sum : String(sum))
}

/** Adds numbers with all their digits; null if one is no number. */
function exactSum(texts: readonly string[]): string | null {
  if (texts.some((text) => !/^-?\d+(\.\d+)?$/.test(text))) return null
  const places = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0))
  const scaled = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(places, '0'))
  }
  const sum = texts.reduce((total, text) => total + scaled(text), 0n)
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0')
  const end = digits.length - places
  return `${sum < 0n ? '-' : ''}${digits.slice(0, end)}${places === 0 ? '' : `.${digits.slice(end)}`}`
}
