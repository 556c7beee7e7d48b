import type { CategoryHues, ColorBy } from '../../../query/category-hues'
import type { ResultData } from '../../../query/run-query'
import { emptyColor, hueColor, hueCount, hueLike, hueOfColor } from './palette'

/** The most categories with hues of their own: no chart draws more by name. */
const mostCategories = 200

/**
 * Lists the categories of a column in the order of the result; if there are more than hues, by size, the largest first.
 */
export function categoriesOf(
  { fields, columns }: Pick<ResultData, 'fields' | 'columns'>,
  { column, largestBy }: ColorBy,
): readonly string[] {
  const valuesOf = (name: string | null) => columns[fields.findIndex((field) => field.name === name)]
  const measure = valuesOf(largestBy)
  const sizes = new Map<string, number>()
  for (const [row, value] of (valuesOf(column) ?? []).entries()) {
    if (value === null) continue
    const size = measure === undefined ? 1 : Math.abs(Number(measure[row])) || 0
    sizes.set(String(value), (sizes.get(String(value)) ?? 0) + size)
  }
  const categories = [...sizes.keys()]
  if (categories.length <= hueCount) return categories
  return categories.sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0)).slice(0, mostCategories)
}

/**
 * Assigns each category a hue (from 0). Categories in `known` keep theirs; a new one takes the hue used least, then the
 * one whose look-alike is used least, then the one least used in `known`, since values filtered one at a time may later
 * be drawn together. Categories drawn by name are assigned first, so that they differ if possible.
 */
export function assignHues(
  categories: readonly string[],
  known: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const hues = new Map<string, number>()
  const all = Array.from({ length: hueCount }, (_, hue) => ({ hue, usedCount: 0, knownCount: 0 }))
  for (const hue of known.values()) {
    const one = all[hue]
    if (one !== undefined) one.knownCount += 1
  }
  const assign = (category: string, hue: number) => {
    hues.set(category, hue)
    const one = all[hue]
    if (one !== undefined) one.usedCount += 1
  }
  const likeCount = ({ hue }: { readonly hue: number }) => {
    const like = hueLike(hue)
    return like === null ? 0 : (all[like]?.usedCount ?? 0)
  }
  const freest = () =>
    all.reduce((best, one) => {
      const more =
        one.usedCount - best.usedCount || likeCount(one) - likeCount(best) || one.knownCount - best.knownCount
      return more < 0 ? one : best
    })
  for (const part of [categories.slice(0, hueCount), categories.slice(hueCount)]) {
    for (const category of part) {
      const hue = known.get(category)
      if (hue !== undefined) assign(category, hue)
    }
    for (const category of part) if (!hues.has(category)) assign(category, freest().hue)
  }
  return hues
}

/**
 * Assigns a colour to each category (`null`: the empty one), for at most seven named ones: the one that somebody chose,
 * else the hue that came with the answer if it is still free, otherwise a free one. chosen: by text, empty for `null`.
 */
export function categoryColors(
  categories: readonly (string | null)[],
  column: string,
  hues: CategoryHues | undefined,
  chosen: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string | null, string> {
  const hueOf = new Map(hues?.column === column ? hues.hues : [])
  const colors = new Map<string | null, string>([[null, chosen.get('') ?? emptyColor]])
  const taken = new Set<number>()
  const waiting: string[] = []
  for (const category of categories) {
    const color = category === null ? undefined : chosen.get(category)
    if (category === null || color === undefined) continue
    colors.set(category, color)
    const hue = hueOfColor(color)
    if (hue !== null) taken.add(hue)
  }
  for (const category of categories) {
    if (category === null || colors.has(category)) continue
    const hue = hueOf.get(category)
    if (hue === undefined || taken.has(hue)) waiting.push(category)
    else {
      taken.add(hue)
      colors.set(category, hueColor(hue))
    }
  }
  for (const category of waiting) {
    let hue = 0
    while (taken.has(hue) && hue < hueCount - 1) hue++
    taken.add(hue)
    colors.set(category, hueColor(hue))
  }
  return colors
}
