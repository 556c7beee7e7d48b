import { columnLabel } from '@tidemark/shared/query/field'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ShownColumn, ShownColumns } from '@tidemark/shared/query/number-format'
import { shownLabel, shownOf } from '@tidemark/shared/query/run-query'
import type { CSSProperties, PointerEvent } from 'react'
import type { Field } from '@tidemark/shared/query/field'
import { cssZoom } from '@/ui/css-zoom'
import { classNames } from '@/ui/class-names'
import type { ColumnFormat } from './cell-format'
import { FieldIcon } from './field-icon'
import { cellId } from './grid-row'
import type { GridSort } from './sort-rows'

export interface GridHeaderProps {
  readonly gridId: string
  readonly fields: readonly Field[]
  readonly shown: ShownColumns | undefined
  readonly formats: readonly ColumnFormat[]
  readonly firstColumn: number
  readonly lastColumn: number
  readonly sort: GridSort | null
  /** The column whose header is the active cell. */
  readonly active: number | null
  readonly style: CSSProperties
  readonly isWide: boolean
  readonly onSort: (column: number) => void
  readonly onResize: (column: number, widthPx: number) => void
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
    onSort,
    onResize,
    onFit,
  } = props
  return (
    <div role="rowgroup" className="sticky top-0 z-10 print:static print:table-header-group print:break-inside-avoid">
      <div role="row" aria-rowindex={1} className="grid border-b border-line-strong/70 bg-surface" style={style}>
        {isWide && <span role="presentation" />}
        {fields.slice(firstColumn, lastColumn + 1).map((field, index) => {
          const column = firstColumn + index
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
                active === column &&
                  'group-focus/grid:outline-2 group-focus/grid:-outline-offset-2 group-focus/grid:outline-accent',
              )}
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
                <FieldIcon type={field.type} className="size-3.5! text-faint" />
                <span className="truncate">{label}</span>
                {direction !== null && <SortIcon aria-hidden className="size-3.5! text-accent" />}
              </button>
              <span
                aria-hidden
                onPointerDown={(event) => startResize(event, column, onResize)}
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

/** The name in the data stays to be found where another is shown. */
function titleOf({ name, databaseType }: Field, { label, description }: ShownColumn): string {
  const named = `${label === undefined ? '' : `${label} · `}${columnLabel(name)} · ${databaseType.toLowerCase()}`
  return description === undefined ? named : `${named}\n${description}`
}

function startResize(event: PointerEvent<HTMLElement>, column: number, onResize: GridHeaderProps['onResize']): void {
  const handle = event.currentTarget
  const zoom = cssZoom(handle)
  const startWidth = (handle.parentElement?.getBoundingClientRect().width ?? 0) / zoom
  const startX = event.clientX
  event.preventDefault()
  handle.setPointerCapture(event.pointerId)
  const stop = new AbortController()
  const move = (moved: globalThis.PointerEvent) => onResize(column, startWidth + (moved.clientX - startX) / zoom)
  handle.addEventListener('pointermove', move, { signal: stop.signal })
  for (const end of ['pointerup', 'pointercancel'] as const)
    handle.addEventListener(end, () => stop.abort(), { signal: stop.signal })
}
