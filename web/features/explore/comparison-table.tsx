'use client'

import { fullFormatter } from '@tidemark/shared/charts/plot/numbers/format-number'
import { compareRows, type ComparedRow } from '@tidemark/shared/exploration/compare-rows'
import { autoFormat, type NumberFormat } from '@tidemark/shared/query/number-format'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page/page-environment'
import { classNames } from '@/ui/class-names'

interface ComparisonTableProps {
  readonly result: ResultData
  /** The columns before the measures. */
  readonly groupCount: number
  readonly columns: { readonly before: string; readonly now: string }
  readonly format: NumberFormat
  readonly goodDirection: 'up' | 'down'
}

const mostRows = 12

/** A period beside the one before, with the difference in numbers and percent, the largest difference first. */
export function ComparisonTable({ result, groupCount, columns, format, goodDirection }: ComparisonTableProps) {
  const { locale } = usePageEnvironment()
  const rows = compareRows(result, groupCount, columns)
  const write = fullFormatter({ locale, format })
  const percent = fullFormatter({ locale, format: { ...autoFormat, style: 'percent', decimals: 1 } })
  const signed = (value: number, written = write) => `${value > 0 ? '+' : ''}${written(value)}`
  const side = (value: number | null) => (value === null ? '–' : write(value))
  const tone = ({ difference }: ComparedRow) =>
    difference === 0 ? undefined : difference > 0 === (goodDirection === 'up') ? 'text-good' : 'text-bad'
  return (
    // Keys scroll it where it is wider than the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="max-h-56 overflow-auto" tabIndex={0} role="region" aria-label="Comparison">
      <table className="w-full max-w-[760px] text-right tabular-nums">
        <thead className="text-small text-muted">
          <tr>
            {groupCount > 0 && <th className="py-1 pr-4 text-left font-medium">{rowsTitle(result, groupCount)}</th>}
            <th className="py-1 pr-4 font-medium">{columns.before}</th>
            <th className="py-1 pr-4 font-medium">{columns.now}</th>
            <th className="py-1 pr-4 font-medium">Difference</th>
            <th className="py-1 font-medium">Percent</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map((row) => (
            <tr key={row.label} className="border-t border-line">
              {groupCount > 0 && (
                <th scope="row" className="py-1 pr-4 text-left font-normal break-words">
                  {row.label}
                </th>
              )}
              <td className="py-1 pr-4">{side(row.before)}</td>
              <td className="py-1 pr-4">{side(row.now)}</td>
              <td className={classNames('py-1 pr-4', tone(row))}>{signed(row.difference)}</td>
              <td className={classNames('py-1', tone(row))}>{row.share === null ? '–' : signed(row.share, percent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostRows && (
        <p className="pt-1 text-small text-muted">
          The {mostRows} largest differences of {rows.length}. All values are below.
        </p>
      )}
    </div>
  )
}

function rowsTitle({ fields }: Pick<ResultData, 'fields'>, groupCount: number): string {
  return fields
    .slice(0, groupCount)
    .map(({ name }) => name)
    .join(' · ')
}
