import { cellNumber } from '../../plot/read-columns'
import type { CellValue } from '../../../query/field'

/** More than a cell has pixels for. */
const mostPoints = 500

/** Returns the numbers of a list, as databases give one: JSON, or an array of PostgreSQL. Null if it is no list of numbers. */
export function listOf(value: CellValue): readonly (number | null)[] | null {
  if (typeof value !== 'string') return null
  const text = /^\{[^{}"]*\}$/.test(value) ? `[${value.slice(1, -1).replace(/\bNULL\b/gi, 'null')}]` : value
  if (!text.startsWith('[') || text.length > 20_000) return null
  const list = parsed(text)
  if (!Array.isArray(list) || list.length === 0) return null
  const isNumbers = list.every((item) => item === null || typeof item === 'number' || isNumberText(item))
  // What is parsed from JSON here are numbers, texts of numbers, and null.
  return isNumbers ? list.slice(0, mostPoints).map((item) => cellNumber(item as CellValue)) : null
}

function isNumberText(item: unknown): boolean {
  return typeof item === 'string' && /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(item)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // It only looks like a list, and is shown as the text that it is.
    return null
  }
}
