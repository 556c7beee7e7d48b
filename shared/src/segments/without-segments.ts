import type { QuestionCondition, QuestionFilter, QuestionFilterItem } from '../builder/question'

/** Conditions of which all must hold, one after the other, or any may. */
type Terms = readonly (readonly QuestionCondition[])[]

/**
 * Returns a filter with the conditions of its segments in their place. Groups hold no groups: where a segment would be one
 * in a group, what it says is said by more of them.
 */
export function withoutSegments(filter: QuestionFilter): QuestionFilter {
  if (filter.items.every((item) => !holdsSegment(item))) return filter
  const { match } = filter
  const inner = match === 'all' ? 'any' : 'all'
  const items = termsOf(filter, match).map((term, at): QuestionFilterItem => {
    const named = term.map((condition, place) => ({ ...condition, id: `s${at}-${place}` }))
    const [only] = named
    return only !== undefined && named.length === 1 ? only : { kind: 'group', id: `s${at}`, match: inner, items: named }
  })
  return { match, items }
}

function holdsSegment(item: QuestionFilterItem): boolean {
  return item.kind === 'group' ? item.items.some(holdsSegment) : item.kind === 'segment'
}

/**
 * The same filter as terms that are joined by `outer`, each of which joins its conditions by the other word: “a and (b or c)”
 * joined by any is “(a and b) or (a and c)”.
 */
function termsOf({ match, items }: Pick<QuestionFilter, 'match' | 'items'>, outer: QuestionFilter['match']): Terms {
  const parts = items
    .map((item): Terms => {
      if (item.kind === 'condition') return [[item]]
      if (item.kind === 'group') return termsOf(item, outer)
      return item.filter === undefined ? [] : termsOf(item.filter, outer)
    })
    // A group without conditions says nothing.
    .filter((terms) => terms.length > 0)
  if (match === outer || parts.length === 0) return parts.flat()
  return parts.reduce((made, part) => made.flatMap((one) => part.map((other) => [...one, ...other])))
}
