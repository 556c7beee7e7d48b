import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, type CSSProperties } from 'react'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { missingWord, valueText } from '@tidemark/shared/query/value-words'
import { classNames } from '@/ui/class-names'
import type { ColumnFormat } from './cell-format'
import { CellContent, PinSign } from './grid-cell'
import { resultRowHeightPx } from './whole-rows'
import type { GridCellLook, GridLook, RowHead } from './grid-look'

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
  /** The rows of headers above the first row. */
  readonly headerRows: number
  /** Where the columns stay that do not scroll; empty if all do. */
  readonly pinnedLeft: readonly number[]
  readonly look: GridLook | undefined
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
    headerRows,
    pinnedLeft,
    look,
    selectedFrom,
    selectedTo,
    active,
  } = props
  const heightPx = look?.rowHeightPx ?? resultRowHeightPx
  const isTall = heightPx > resultRowHeightPx
  const head = look?.tree?.rowHeadOf(row) ?? undefined
  const cellOf = (column: number) => {
    const value = data.columns[column]?.[row] ?? null
    const format = formats[column]
    const type = data.fields[column]?.type
    const isHead = head !== undefined && column === 0
    // The names of rows are words already.
    const text = isHead ? String(value) : valueText(value, format?.toText, type)
    const isWord = !isHead && missingWord(value, type) !== null
    const whole = isWord ? null : (format?.toWhole?.(value) ?? text)
    const isSelected = selectedFrom !== null && selectedTo !== null && column >= selectedFrom && column <= selectedTo
    const left = pinnedLeft[column]
    const own = look?.cellLookOf(row, column)
    const inside =
      value === null && own?.isBlank === true ? null : isWord ? (
        <span className="text-muted italic">{text}</span>
      ) : text.length > 500 ? (
        `${text.slice(0, 500)}…`
      ) : (
        text
      )
    const wraps = look?.wraps?.(column) === true
    const pin = look?.pins?.get(`${row} ${column}`)
    return (
      <div
        key={column}
        role={isHead ? 'rowheader' : 'gridcell'}
        aria-expanded={isHead ? (head.isOpen ?? undefined) : undefined}
        id={active === column ? cellId(gridId, position, column) : undefined}
        aria-colindex={column + 1}
        aria-selected={isSelected || active === column}
        data-cell={`${position} ${column}`}
        title={
          isHead && head.title !== undefined
            ? head.title
            : whole !== null && (whole !== text || whole.length > 24)
              ? whole.slice(0, 1000)
              : undefined
        }
        className={classNames(
          wraps ? 'line-clamp-3 px-3 py-1.5 leading-[18px] break-words' : 'truncate px-3 leading-[30px]',
          isTall && 'self-center',
          (own?.bar !== undefined || pin !== undefined) && left === undefined && 'relative',
          column === 0 && 'pl-4',
          left !== undefined && 'sticky z-1 bg-surface print:static',
          column === pinnedLeft.length - 1 && 'border-r border-line-strong/70',
          own?.isStrong === true && 'font-semibold',
          format?.align === 'end' && 'text-right tabular-nums',
          format?.align === 'center' && 'text-center',
          isSelected &&
            (left === undefined
              ? 'bg-accent-soft'
              : 'bg-[image:linear-gradient(var(--color-accent-soft),var(--color-accent-soft))]'),
          active === column &&
            'group-focus/grid:outline-2 group-focus/grid:-outline-offset-2 group-focus/grid:outline-accent',
        )}
        style={cellStyle(left, own, isHead ? head : undefined)}
      >
        {isHead && head.isOpen !== null && (
          <FoldButton isOpen={head.isOpen} label={text} onToggle={() => look?.tree?.toggleRow(row)} />
        )}
        {inside === null ? null : own === null || own === undefined ? (
          inside
        ) : (
          <CellContent look={own} text={text}>
            {inside}
          </CellContent>
        )}
        {pin !== undefined && <PinSign pin={pin} isAtStart={format?.align === 'end'} />}
      </div>
    )
  }
  const cells = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => cellOf(from + index))
  const rowStyle = {
    '--row-height': `${heightPx}px`,
    transform: `translateY(${top}px)`,
    gridTemplateColumns: tracks,
    minWidth,
    // React's type lacks custom properties.
  } as CSSProperties
  const scrolledFrom = Math.max(firstColumn, pinnedLeft.length)
  return (
    <div
      role="row"
      aria-rowindex={position + 1 + headerRows}
      className="absolute top-0 left-0 grid h-(--row-height) w-full border-b border-line [contain:layout_style] print:static print:transform-none!"
      style={rowStyle}
    >
      {cells(0, pinnedLeft.length - 1)}
      {isWide && <span role="presentation" />}
      {cells(scrolledFrom, lastColumn)}
    </div>
  )
})

/** Returns the styles of a cell besides its classes; undefined if it needs none. */
function cellStyle(
  left: number | undefined,
  own: GridCellLook | null | undefined,
  head: RowHead | undefined,
): CSSProperties | undefined {
  const { background, color } = own ?? {}
  if (left === undefined && background === undefined && color === undefined && head === undefined) return undefined
  return {
    ...(left === undefined ? {} : { left }),
    ...(background === undefined
      ? {}
      : left === undefined
        ? { background }
        : // What stays in sight covers what scrolls below it.
          { backgroundImage: `linear-gradient(${background}, ${background})` }),
    ...(color === undefined ? {} : { color }),
    ...(head === undefined ? {} : { paddingLeft: head.indentPx }),
  }
}

/** Folds what stands below a header. Not reached by Tab: the grid has the focus, and Enter does the same. */
export function FoldButton({
  isOpen,
  label,
  onToggle,
}: {
  readonly isOpen: boolean
  readonly label: string
  readonly onToggle: () => void
}) {
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${isOpen ? 'Fold' : 'Unfold'} ${label}`}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      className="-my-0.5 mr-0.5 -ml-1 inline-flex size-5 items-center justify-center rounded-row align-middle text-faint hover:bg-hover hover:text-text print:hidden"
    >
      <Icon aria-hidden className="size-3.5!" />
    </button>
  )
}

export function cellId(gridId: string, row: number, column: number): string {
  return `${gridId}-${row}-${column}`
}
