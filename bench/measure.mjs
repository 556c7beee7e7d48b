/** @typedef {{ what: string, value: number, unit: string, limit?: number, note?: string }} Row */

/**
 * Prints what was measured with the limit beside it. A limit is what is aimed at: going over it is shown, not a failure.
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
 * The value below which the given share of the values lies (nearest rank).
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
 * The median of values, and the interval that holds the true one with a certainty of 95 %, whatever they are spread like: the
 * values whose ranks are that far from the middle.
 *
 * @param {readonly number[]} values
 */
export function medianOf(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const reach = 1.96 * Math.sqrt(sorted.length) * 0.5
  const low = sorted[Math.max(0, Math.floor(sorted.length / 2 - reach))]
  const high = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length / 2 + reach))]
  if (low === undefined || high === undefined) throw new RangeError('no values')
  return { median: percentile(sorted, 0.5), low, high }
}

/**
 * Milliseconds of each of `count` runs, one after the other, after a few that warm up.
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
