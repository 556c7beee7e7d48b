import { memo } from 'react'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { missingWord, valueText } from '@tidemark/shared/query/value-words'
import { classNames } from '@/ui/class-names'
import type { ColumnFormat } from './cell-format'

export interface GridRowProps {
  readonly gridId: string
  readonly data: ResultData
  readonly formats: readonly ColumnFormat[]
  /** The row's position on screen, and its index in the result. */
  readonly position: number
  readonly row: number
  readonly top: number
  readonly tracks: string
  readonly minWidth: number
  /** True if the first track stands for columns to the left that are not drawn. */
  readonly isWide: boolean
  readonly firstColumn: number
  readonly lastColumn: number
  readonly selectedFrom: number | null
  readonly selectedTo: number | null
  /** The column of the active cell, if it is in this row. */
  readonly active: number | null
}

/** One row. Memoized, so that it redraws only when its own cells change and scrolling stays cheap. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const {
    gridId,
    data,
    formats,
    position,
    row,
    top,
    tracks,
    minWidth,
    isWide,
    firstColumn,
    lastColumn,
    selectedFrom,
    selectedTo,
    active,
  } = props
  const cells = []
  for (let column = firstColumn; column <= lastColumn; column++) {
    const value = data.columns[column]?.[row] ?? null
    const format = formats[column]
    const type = data.fields[column]?.type
    const text = valueText(value, format?.toText, type)
    const isWord = missingWord(value, type) !== null
    const whole = isWord ? null : (format?.toWhole?.(value) ?? text)
    const isSelected = selectedFrom !== null && selectedTo !== null && column >= selectedFrom && column <= selectedTo
    cells.push(
      <div
        key={column}
        role="gridcell"
        id={active === column ? cellId(gridId, position, column) : undefined}
        aria-colindex={column + 1}
        aria-selected={isSelected || active === column}
        data-cell={`${position} ${column}`}
        title={whole !== null && (whole !== text || whole.length > 24) ? whole.slice(0, 1000) : undefined}
        className={classNames(
          'truncate px-3 leading-[30px]',
          column === 0 && 'pl-4',
          format?.align === 'end' && 'text-right tabular-nums',
          isSelected && 'bg-accent-soft',
          active === column &&
            'group-focus/grid:outline-2 group-focus/grid:-outline-offset-2 group-focus/grid:outline-accent',
        )}
      >
        {isWord ? (
          <span className="text-muted italic">{text}</span>
        ) : text.length > 500 ? (
          `${text.slice(0, 500)}…`
        ) : (
          text
        )}
      </div>,
    )
  }
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      className="absolute top-0 left-0 grid h-[31px] w-full border-b border-line [contain:layout_style] print:static print:transform-none!"
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: tracks, minWidth }}
    >
      {isWide && <span role="presentation" />}
      {cells}
    </div>
  )
})

export function cellId(gridId: string, row: number, column: number): string {
  return `${gridId}-${row}-${column}`
}
