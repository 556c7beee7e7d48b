import type { FieldType } from '@tidemark/shared/query/field'
import type { FilterChoices } from '@/features/filters/use-filter-choices'

interface EmptyCount {
  readonly hasEmpty: boolean
  /** How many rows “is empty” keeps; null where what is offered does not say it. */
  readonly emptyRows: number | null
  /** How many “is not empty” keeps. */
  readonly otherRows: number | null
}

/**
 * The rows without a value among those of a column, as “is empty” counts them: a text of no character is one to choose, too.
 * isSearched: what is offered are the found ones alone.
 */
export function countEmpty(offered: FilterChoices, type: FieldType, isSearched: boolean): EmptyCount {
  if (offered.kind !== 'ready') return { hasEmpty: false, emptyRows: null, otherRows: null }
  const isEmpty = (value: string | null) => value === null || (value === '' && type === 'text')
  const rowsOf = (wanted: boolean) =>
    offered.choices.reduce((sum, { value, rows }) => sum + (isEmpty(value) === wanted ? rows : 0), 0)
  const emptyRows = rowsOf(true)
  const isWhole = offered.isWhole && !isSearched
  // Of what is no text null is all of it, once it is among the most frequent values.
  const isKnown = isWhole || (type !== 'text' && !isSearched)
  return {
    hasEmpty: emptyRows > 0,
    emptyRows: isKnown ? emptyRows : null,
    otherRows: isWhole ? rowsOf(false) : null,
  }
}
