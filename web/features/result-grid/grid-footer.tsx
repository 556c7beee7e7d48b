import type { CSSProperties } from 'react'
import type { CellValue } from '@tidemark/shared/query/field'
import { classNames } from '@/ui/class-names'
import type { ColumnFormat } from './cell-format'

interface GridFooterProps {
  readonly formats: readonly ColumnFormat[]
  readonly cells: readonly CellValue[]
  readonly label: string
  readonly rowIndex: number
  readonly firstColumn: number
  readonly lastColumn: number
  readonly pinnedLeft: readonly number[]
  readonly isWide: boolean
  readonly style: CSSProperties
}

/** Returns what stands below a column: its total, or in the first column without one that these are totals. */
export function footerText(cells: readonly CellValue[], formats: readonly ColumnFormat[], column: number): string {
  const cell = cells[column] ?? null
  if (cell !== null) return formats[column]?.toText(cell) ?? ''
  return column === cells.indexOf(null) && formats.length > 1 ? 'Total' : ''
}

/** The totals of columns, below the rows. */
export function GridFooter(props: GridFooterProps) {
  const { formats, cells, label, rowIndex, firstColumn, lastColumn, pinnedLeft, isWide, style } = props
  const from = Math.max(firstColumn, pinnedLeft.length)
  const scrolled = Array.from({ length: Math.max(0, lastColumn - from + 1) }, (_, index) => from + index)
  const columns = [...pinnedLeft.keys(), ...(isWide ? [null] : []), ...scrolled]
  return (
    <div role="rowgroup" className="sticky bottom-0 z-10 mt-auto print:static print:table-footer-group">
      <div
        role="row"
        aria-rowindex={rowIndex}
        title={label}
        className="grid border-t border-line-strong/70 bg-surface font-semibold"
        style={style}
      >
        {columns.map((column) => {
          if (column === null) return <span key="between" role="presentation" />
          const cell = cells[column] ?? null
          const format = formats[column]
          return (
            <div
              key={column}
              role="gridcell"
              aria-colindex={column + 1}
              className={classNames(
                'truncate px-3 leading-[30px]',
                column === 0 && 'pl-4',
                pinnedLeft[column] !== undefined && 'sticky z-1 bg-surface print:static',
                column === pinnedLeft.length - 1 && 'border-r border-line-strong/70',
                cell !== null && format?.align === 'end' && 'text-right tabular-nums',
              )}
              style={pinnedLeft[column] === undefined ? undefined : { left: pinnedLeft[column] }}
            >
              {footerText(cells, formats, column)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
