import type { CellValue } from '../query/field'

/** One value of a category with its rows, and of the measure how many rows have it and what they sum up to. */
export interface SplitGroup {
  readonly value: CellValue
  readonly rows: number
  readonly measuredRows: number
  readonly sum: number
}

/** A column as a category. isCut: there are more values than the groups. */
export interface Split {
  readonly column: string
  readonly groups: readonly SplitGroup[]
  readonly isCut: boolean
}

/**
 * How far a column tells the rows apart, to be compared with that of other columns of the same table: of a measure the sum of squares between the
 * groups (one-way analysis of variance), of rows alone the entropy of the groups. Fewer groups are preferred, since they can be read.
 */
export function splitStrength({ groups, isCut }: Split, isMeasured: boolean): number {
  if (groups.length < 2) return 0
  const readable = isCut ? 0.3 : groups.length <= 12 ? 1 : groups.length <= 30 ? 0.8 : 0.5
  return readable * (isMeasured ? squaresBetween(groups) : entropy(groups))
}

function squaresBetween(groups: readonly SplitGroup[]): number {
  const measured = groups.filter(({ measuredRows, sum }) => measuredRows > 0 && Number.isFinite(sum))
  const rows = total(measured.map((group) => group.measuredRows))
  const mean = total(measured.map(({ sum }) => sum)) / rows
  return total(measured.map(({ measuredRows, sum }) => measuredRows * (sum / measuredRows - mean) ** 2))
}

/** From 0, where one value has all rows, to 1, where all have as many. */
function entropy(groups: readonly SplitGroup[]): number {
  const rows = total(groups.map((group) => group.rows))
  const bits = total(
    groups.map((group) => (group.rows === 0 ? 0 : -(group.rows / rows) * Math.log2(group.rows / rows))),
  )
  return bits / Math.log2(groups.length)
}

/** True if two columns split the rows into groups of the same sizes, as a code and its name do. Sizes that are all equal tell nothing. */
export function areSameSplit(a: Split, b: Split): boolean {
  if (a.groups.every(({ rows }) => rows === a.groups[0]?.rows)) return false
  const sizesOf = ({ groups }: Split) =>
    groups
      .map(({ rows, sum }) => `${rows}/${sum.toPrecision(9)}`)
      .sort()
      .join(' ')
  return a.groups.length === b.groups.length && sizesOf(a) === sizesOf(b)
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
