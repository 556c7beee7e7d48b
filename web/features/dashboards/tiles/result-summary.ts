import { intlFormat, plural, wholeNumber } from '@tidemark/shared/charts/plot/numbers/format-number'
import { countOwnRows } from '@tidemark/shared/charts/plot/own-rows'
import type { RunResult } from '@tidemark/shared/query/run-query'

/** How much of the result is here: `7 of 7 rows`, `First 10,000 of 52,311 rows`. Always said, never rounded. */
export function rowsText(
  result: Pick<RunResult, 'rowCount' | 'truncated'> & Partial<RunResult>,
  locale: string,
): string {
  const { rowCount, truncated } = result
  const count = (value: number) => wholeNumber(locale, value)
  const rows = (value: number) => plural(locale, value, 'row')
  if (truncated === null) {
    const { own, earlier } = countOwnRows(result)
    return `${count(own)} of ${rows(own)}${earlier === 0 ? '' : `, compared with ${count(earlier)} of earlier`}`
  }
  const { total, reason, seriesCount } = truncated
  if (reason === 'bins') {
    const how = truncated.bins?.of.mark === 'box' ? 'put in quartiles' : 'counted in bins'
    return total === undefined ? `All ${how}` : `${rows(total)}, ${how}`
  }
  if (reason === 'points') {
    const points =
      total === undefined ? `${count(rowCount)} points, thinned out` : `${count(rowCount)} points of ${rows(total)}`
    return seriesCount === undefined ? points : `${points}, the largest of ${count(seriesCount)} series`
  }
  return total === undefined ? `First ${rows(rowCount)}, there are more` : `First ${count(rowCount)} of ${rows(total)}`
}

/** Which zone the days and hours are of, where the database does not know the one that was asked for. */
export function zoneText({ calculatedIn }: Pick<RunResult, 'calculatedIn'>): readonly string[] {
  return calculatedIn === undefined ? [] : [`the database calculated in ${calculatedIn}`]
}

/** How long the run took from asking to answer: `38 ms`, `1.2 s`. */
export function durationText(timing: RunResult['timing'], locale: string): string {
  const totalMs = timing.queueMs + timing.planMs + timing.executeMs + timing.fetchMs + timing.encodeMs
  return totalMs < 1000 ? `${Math.max(1, Math.round(totalMs))} ms` : secondsText(totalMs, locale)
}

const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

/** A time that is running: `1.2 s`. */
export function secondsText(ms: number, locale: string): string {
  return `${intlFormat(locale, tenths).format(ms / 1000)} s`
}
