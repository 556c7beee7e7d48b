/** @typedef {{ what: string, value: number, unit: string, limit?: number, note?: string }} Row */

/**
 * Prints the measured figures with their limits. A limit is a target: exceeding it is shown, but is no failure.
 *
 * @param {readonly Row[]} rows
 */
export function printTable(rows) {
  const lines = rows.map(({ what, value, unit, limit, note }) => [
    what,
    `${formatted(value)} ${unit}`,
    limit === undefined ? '' : `≤ ${formatted(limit)} ${unit}`,
    limit !== undefined && value > limit ? `over${note === undefined ? '' : `; ${note}`}` : (note ?? ''),
  ])
  const table = [['what', 'measured', 'limit', ''], ...lines]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((line) => (line[column] ?? '').length)))
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

/** @param {number} value */
function formatted(value) {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-GB', { maximumFractionDigits: digits })
}

/**
 * Returns the value below which the given share of the values lies (nearest rank).
 *
 * @param {readonly number[]} values @param {number} share 0 to 1
 */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('no values')
  return value
}

/**
 * Returns the mean of values that are distributed symmetrically around it, and its margin at 95 % confidence.
 *
 * @param {readonly number[]} values
 */
export function meanOf(values) {
  const count = values.length
  if (count < 3) throw new RangeError('too few values')
  const mean = values.reduce((total, value) => total + value, 0) / count
  const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / (count - 1)
  // Approximates Student's t for few values to within two percent.
  const t = 1.96 + 2.4 / Math.max(1, count - 2)
  return { mean, margin: t * Math.sqrt(variance / count) }
}

/**
 * Returns the milliseconds of `count` consecutive runs, after some warm-up runs.
 *
 * @param {number} count @param {() => Promise<unknown>} work
 */
export async function timesOf(count, work) {
  for (let index = 0; index < Math.max(2, count / 10); index += 1) await work()
  const times = []
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return times
}
