import { groupNames } from '../builder/part-labels'
import { isTimeGrain, type Question, type TimeGrain } from '../builder/question'
import { formatBucket } from '../charts/plot/time/format-time'
import { parseTime } from '../charts/plot/time/parse-time'
import type { CellValue } from '../query/field'
import type { ResultFilter } from '../query/result-filter'
import { valueText } from '../query/value-words'

const mostNamed = 3

/** Returns the words for the conditions of a mark, such as `August 2025 · South`. */
export function markWords(
  question: Pick<Question, 'groups' | 'measures'>,
  mark: readonly ResultFilter[],
  { locale }: { readonly locale: string },
): string {
  const names = groupNames(question)
  const grainOf = (name: string) => question.groups[names.indexOf(name)]?.grain ?? null
  const columns = [...new Set(mark.map(({ column }) => column))]
  const parts = columns.map((column) => {
    const grain = grainOf(column)
    const write = (value: CellValue) =>
      !isTimeGrain(grain) || value === null ? valueText(value) : bucketWords(String(value), grain, locale)
    const own = mark.filter((condition) => condition.column === column)
    if (own.some(({ op }) => op === '!=')) return `Other ${column}`
    return own.map((condition) => conditionWords(condition, write)).join(' and ')
  })
  return parts.join(' · ')
}

function conditionWords({ column, op, value }: ResultFilter, write: (value: CellValue) => string): string {
  const values = (Array.isArray(value) ? value : [value]).map(write)
  switch (op) {
    case '=':
    case 'in': {
      const more = values.length - mostNamed
      return [values.slice(0, mostNamed).join(', '), ...(more > 0 ? [`${more} more`] : [])].join(' and ')
    }
    case 'contains':
      return `${column} contains ${values.join('')}`
    case 'made-of':
      return `${column} made of ${values.join('')}`
    case '>=':
      return `${column} ≥ ${values.join('')}`
    case '<=':
      return `${column} ≤ ${values.join('')}`
    default:
      return `${column} ${op === '!=' ? '≠' : op} ${values.join('')}`
  }
}

/** Returns the words for the time bucket that begins at a day, such as `August 2025`. */
export function bucketWords(text: string, grain: TimeGrain, locale: string): string {
  const ms = parseTime(text)?.ms
  return ms === undefined ? text : formatBucket(ms, grain, locale)
}
