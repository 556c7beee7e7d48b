import { fullFormatter, wholeNumber } from '../numbers/format-number'

/** A straight line through points (ordinary least squares). rSquared: null if all values are equal. n: the points. */
export interface LinearFit {
  readonly at: (x: number) => number
  readonly rSquared: number | null
  readonly n: number
}

/** weight: the number of rows that a point stands for, one if absent. */
export interface FitPoint {
  readonly x: number
  readonly y: number
  readonly weight?: number
}

/** Fits a line; null for fewer than two different x. Counts from the means, because times are large beside their steps. */
export function fitLine(points: readonly FitPoint[]): LinearFit | null {
  const n = points.reduce((sum, { weight = 1 }) => sum + weight, 0)
  const mean = (of: (point: FitPoint) => number) =>
    points.reduce((sum, point) => sum + of(point) * ((point.weight ?? 1) / n), 0)
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)]
  // In units of the spread, whose squares neither overflow nor vanish.
  const spread = (of: (point: FitPoint) => number) =>
    points.reduce((most, point) => Math.max(most, Math.abs(of(point))), 0)
  const [unitX, unitY] = [spread(({ x }) => x - meanX), spread(({ y }) => y - meanY)]
  if (unitX === 0 || !Number.isFinite(unitX)) return null
  let [xx, xy, yy] = [0, 0, 0]
  for (const { x, y, weight = 1 } of points) {
    const [dx, dy] = [(x - meanX) / unitX, unitY === 0 ? 0 : (y - meanY) / unitY]
    xx += weight * dx * dx
    xy += weight * dx * dy
    yy += weight * dy * dy
  }
  const slope = xy / xx
  return {
    at: (x) => meanY + slope * ((x - meanX) / unitX) * unitY,
    rSquared: yy === 0 ? null : Math.min(1, (xy * xy) / (xx * yy)),
    n,
  }
}

/**
 * Averages each value with those before it: `span` places in all. null where fewer than `span` places came before, or
 * none of them has a value; places without a value do not count.
 */
export function movingAverage(
  values: readonly (number | null | undefined)[],
  span: number,
): readonly (number | null)[] {
  return values.map((_, index) => {
    if (index < span - 1) return null
    const known = values.slice(index - span + 1, index + 1).filter((value) => value !== null && value !== undefined)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value / known.length, 0)
  })
}

/** Says how well a line fits, such as `R² 0.83, n 24`. */
export function fitWords(
  { rSquared, n }: { readonly rSquared: number | null; readonly n: number },
  locale: string,
): string {
  const write = fullFormatter({ locale, format: { style: 'plain', decimals: 2, currency: null, unit: '' } })
  return [...(rSquared === null ? [] : [`R² ${write(rSquared)}`]), `n ${wholeNumber(locale, n)}`].join(', ')
}
