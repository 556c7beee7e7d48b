import { Sigma } from 'lucide-react'
import { functionsFor } from '@tidemark/shared/builder/check-question'
import { measureLabel } from '@tidemark/shared/builder/part-labels'
import type { MeasureFunction, QuestionColumn, QuestionMeasure } from '@tidemark/shared/builder/question'
import { columnOf, type BuilderColumn, type ReadTable } from '@tidemark/shared/builder/suggest-join'
import { isIdentifierName } from '@tidemark/shared/charts/identifier-name'
import { isNumericType } from '@tidemark/shared/query/field'
import { columnPick, mergedGroups } from './column-groups'
import type { PickGroup, PickItem } from '@/features/commands/rank-picks'

/** A measure that is not in a question yet. */
export type NewMeasure = Omit<QuestionMeasure, 'id'>

/** Other names of the functions, for searching. */
const otherNames: Readonly<Record<MeasureFunction, string>> = {
  count: 'number how many',
  distinct: 'unique different count',
  sum: 'total',
  average: 'avg mean',
  min: 'minimum smallest least first earliest',
  max: 'maximum largest most last latest',
  median: 'middle',
  percentile: 'quantile p90 p95 p99',
  expression: 'custom formula calculated ratio',
}

/**
 * The measures to pick from: rows, then the columns that somebody says are measures, those that are added up, and the
 * others, each in the way that suits it first. The other ways are found by their words, as in "average amount".
 */
export function measurePicks(read: readonly ReadTable[], onPick: (measure: NewMeasure) => void): PickGroup[] {
  const itemOf = (measure: NewMeasure): Pick<PickItem, 'keywords' | 'onPick'> => ({
    keywords: otherNames[measure.fn],
    onPick: () => onPick(measure),
  })
  return mergedGroups([
    {
      title: 'Rows',
      items: [{ key: 'rows', label: 'Count of rows', icon: Sigma, ...itemOf(measureOf('count', null)) }],
    },
    ...read.map(({ join, table }) => ({
      title: table.title,
      items: table.columns
        .toSorted((a, b) => rankOf(a) - rankOf(b))
        .flatMap((column) => {
          const ways = waysToMeasure(column)
          const of = columnOf(join, column)
          const named = columnPick(join, column, () => onPick(measureOf(ways[0] ?? 'count', of)))
          const called = { ...of, name: column.label ?? of.name }
          return [
            named,
            ...ways.map((fn) => {
              const measure = measureOf(fn, of)
              return {
                key: `${named.key} ${fn}`,
                label: measureLabel({ ...measure, column: called }),
                icon: Sigma,
                isSearchedOnly: true,
                ...itemOf(measure),
              }
            }),
          ]
        }),
    })),
  ])
}

function measureOf(fn: MeasureFunction, column: QuestionColumn | null): NewMeasure {
  return { fn, column, percentile: 90, show: 'value', label: '' }
}

/** The usual one first. */
function waysToMeasure(column: BuilderColumn): readonly MeasureFunction[] {
  return functionsFor(isNumericType(column.type) && !isAdded(column) ? 'text' : column.type)
}

/** Ids and codes are not added up, whatever they are made of, unless somebody says that they are measures. */
function isAdded({ name, type, role }: BuilderColumn): boolean {
  return isNumericType(type) && (role === 'measure' || (role === undefined && !isIdentifierName(name)))
}

function rankOf(column: BuilderColumn): number {
  if (column.role === 'measure') return 0
  return isAdded(column) ? 1 : 2
}
