import { columnLabel } from '@tidemark/shared/query/field'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ShownColumn, ShownColumns } from '@tidemark/shared/query/number-format'
import { shownLabel, shownOf } from '@tidemark/shared/query/run-query'
import type { CSSProperties } from 'react'
import type { Field } from '@tidemark/shared/query/field'
import { classNames } from '@/ui/class-names'
import type { ColumnFormat } from './cell-format'
import { FieldIcon } from './field-icon'
import type { CellAt } from './cell-range'
import type { GridBand } from './grid-look'
import { cellId, FoldButton } from './grid-row'
import { startResize } from './start-resize'
import type { GridSort } from './sort-rows'

export interface GridHeaderProps {
  readonly gridId: string
  readonly fields: readonly Field[]
  readonly shown: ShownColumns | undefined
  readonly formats: readonly ColumnFormat[]
  readonly firstColumn: number
  readonly lastColumn: number
  readonly sort: GridSort | null
  /** The header that is the active cell. */
  readonly active: CellAt | null
  readonly style: CSSProperties
  readonly isWide: boolean
  readonly bands: readonly (readonly GridBand[])[]
  /** Where the columns stay that do not scroll; empty if all do. */
  readonly pinnedLeft: readonly number[]
  readonly pinnedPx: number
  /** True if its columns are headers of a pivot, all of whose values are of one kind. */
  readonly isPivot: boolean
  readonly onSort: (column: number) => void
  readonly onResize: (column: number, widthPx: number) => void
  /** Called when the edge of a column is let go. */
  readonly onResized: (column: number) => void
  /** Called when somebody breaks off a drag. */
  readonly onResizeCancelled: () => void
  /** Resets the column to the width of its content. */
  readonly onFit: (column: number) => void
}

/** The column names: a click sorts, dragging the edge resizes, a double click on the edge fits the content. */
export function GridHeader(props: GridHeaderProps) {
  const {
    gridId,
    fields,
    shown,
    formats,
    firstColumn,
    lastColumn,
    sort,
    active,
    style,
    isWide,
    bands,
    pinnedLeft,
    isPivot,
    onSort,
    onResize,
    onResized,
    onResizeCancelled,
    onFit,
  } = props
  const scrolledFrom = Math.max(firstColumn, pinnedLeft.length)
  const scrolled = Array.from(
    { length: Math.max(0, lastColumn - scrolledFrom + 1) },
    (_, index) => scrolledFrom + index,
  )
  const columns = [...pinnedLeft.keys(), ...(isWide ? [null] : []), ...scrolled]
  return (
    <div role="rowgroup" className="sticky top-0 z-10 print:static print:table-header-group print:break-inside-avoid">
      {bands.map((level, index) => (
        <BandRow key={index} {...props} level={level} row={index - bands.length - 1} />
      ))}
      <div
        role="row"
        aria-rowindex={bands.length + 1}
        className="grid border-b border-line-strong/70 bg-surface"
        style={style}
      >
        {columns.map((column) => {
          if (column === null) return <span key="between" role="presentation" />
          const field = fields[column]
          if (field === undefined) return null
          const label = shownLabel({ shown }, field.name)
          const direction = sort?.column === column ? sort.direction : null
          const SortIcon = direction === 'descending' ? ArrowDown : ArrowUp
          return (
            <div
              key={column}
              role="columnheader"
              id={cellId(gridId, -1, column)}
              aria-colindex={column + 1}
              aria-sort={direction ?? 'none'}
              className={classNames(
                // Browsers omit buttons when they repeat a header on the next printed page, so the content is laid out
                // here.
                'relative min-w-0 print:static print:flex print:items-center print:gap-1.5 print:px-3',
                column === 0 && 'print:pl-4',
                formats[column]?.align === 'end' && 'print:flex-row-reverse',
                pinnedLeft[column] !== undefined && 'sticky! z-2 bg-surface print:static!',
                column === pinnedLeft.length - 1 && 'border-r border-line-strong/70',
                active?.row === -1 &&
                  active.column === column &&
                  'group-focus/grid:outline-2 group-focus/grid:-outline-offset-2 group-focus/grid:outline-accent',
              )}
              style={pinnedLeft[column] === undefined ? undefined : { left: pinnedLeft[column] }}
            >
              <button
                type="button"
                tabIndex={-1}
                onClick={() => onSort(column)}
                title={titleOf(field, shownOf({ shown }, field.name))}
                className={classNames(
                  'flex size-full items-center gap-1.5 px-3 print:contents text-small font-medium text-muted hover:text-text',
                  column === 0 && 'pl-4',
                  formats[column]?.align === 'end' && 'flex-row-reverse',
                )}
              >
                {!isPivot && <FieldIcon type={field.type} className="size-3.5! text-faint" />}
                <span className="truncate">{label}</span>
                {direction !== null && <SortIcon aria-hidden className="size-3.5! text-accent" />}
              </button>
              <span
                aria-hidden
                onPointerDown={(event) =>
                  startResize(event, {
                    onWidth: (px) => onResize(column, px),
                    onEnd: () => onResized(column),
                    onCancel: onResizeCancelled,
                  })
                }
                onDoubleClick={() => onFit(column)}
                className={classNames(
                  'absolute top-0 z-1 h-full w-2 cursor-col-resize touch-none print:hidden border-x-[3px] border-transparent bg-clip-padding forced-color-adjust-none hover:bg-accent active:bg-accent',
                  // Beyond the last column it would make the rows wider.
                  column === formats.length - 1 ? 'right-0' : '-right-1',
                )}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** A row of headers above those of the columns. row: its place, counted from the rows upwards. */
function BandRow({
  gridId,
  fields,
  firstColumn,
  lastColumn,
  active,
  style,
  isWide,
  bands,
  pinnedLeft,
  pinnedPx,
  level,
  row,
}: GridHeaderProps & { readonly level: readonly GridBand[]; readonly row: number }) {
  const pinned = pinnedLeft.length
  const from = Math.max(firstColumn, pinned)
  const lineOf = (column: number) => column - from + pinned + (isWide ? 2 : 1)
  return (
    <div
      role="row"
      aria-rowindex={bands.length + 2 + row}
      className="grid border-b border-line bg-surface print:border-line"
      style={style}
    >
      {pinned > 0 && (
        <span
          role="presentation"
          className="sticky left-0 z-2 border-r border-line-strong/70 bg-surface print:static"
          style={{ gridColumn: `1 / ${pinned + 1}` }}
        />
      )}
      {level.map((band) => {
        const first = Math.max(from, band.first)
        const last = Math.min(lastColumn, band.last, fields.length - 1)
        if (first > last) return null
        const isActive = active?.row === row && active.column >= band.first && active.column <= band.last
        return (
          <div
            key={band.first}
            role="columnheader"
            id={isActive ? cellId(gridId, row, active.column) : undefined}
            aria-colindex={band.first + 1}
            aria-colspan={band.last - band.first + 1}
            aria-expanded={band.isOpen ?? undefined}
            className={classNames(
              'flex min-w-0 items-center text-small font-semibold text-text',
              band.label !== '' && 'border-l border-line first:border-l-0',
              isActive &&
                'group-focus/grid:outline-2 group-focus/grid:-outline-offset-2 group-focus/grid:outline-accent',
            )}
            style={{ gridColumn: `${lineOf(first)} / ${lineOf(last) + 1}` }}
          >
            {band.label !== '' && (
              <span
                className="sticky flex min-w-0 items-center gap-1 truncate px-3 print:static"
                style={{ left: pinnedPx }}
              >
                {band.isOpen !== null && <FoldButton isOpen={band.isOpen} label={band.label} onToggle={band.toggle} />}
                <span className="truncate">{band.label}</span>
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** The name in the data stays to be found where another is shown. */
function titleOf({ name, databaseType }: Field, { label, description }: ShownColumn): string {
  const named = `${label === undefined ? '' : `${label} · `}${columnLabel(name)} · ${databaseType.toLowerCase()}`
  return description === undefined ? named : `${named}\n${description}`
}
