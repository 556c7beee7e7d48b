'use client'

import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { wholeNumber } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { WrittenColumns } from '@tidemark/shared/charts/plot/plot'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { valueText } from '@tidemark/shared/query/value-words'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useIsOnPaper } from '@/client/page/use-is-on-paper'
import { classNames } from '@/ui/class-names'
import { cssZoom } from '@/ui/css-zoom'
import { useLongPress } from '@/ui/use-long-press'
import { columnFormats } from './cell-format'
import { isInRange, rangeOf, selectionAfterKey, type CellAt, type CellSelection } from './cell-range'
import { columnTracks, columnWidths, pinnedColumns, resizedPx, resizeLimitsPx } from './column-widths'
import { footerText, GridFooter } from './grid-footer'
import { GridHeader } from './grid-header'
import { cellId, GridRow } from './grid-row'
import { rangeToTsv } from './range-to-tsv'
import { nextSort, sortRows, type GridSort } from './sort-rows'
import type { GridLook, GridTree } from './grid-look'
import { gridHeaderHeightPx, resultRowHeightPx, wholeRowsPx } from './whole-rows'

export interface ResultGridProps {
  readonly data: ResultData
  /** The name of the rows, for screen readers. */
  readonly label: string
  readonly className?: string | undefined
  /** The format that a chart has chosen for its columns. */
  readonly written?: WrittenColumns | undefined
  /** The height that it fills with whole rows and the scroll bar; by default it fills its parent. */
  readonly roomPx?: number
  /** The size in print, if it should stay as on the screen; by default rows continue over pages of full width. */
  readonly paperHeightPx?: number
  readonly paperWidthPx?: number
  /** How it differs from a grid of plain rows. */
  readonly look?: GridLook | undefined
  /** Opens the menu of a cell: called for the menu key, a secondary click, a double click or a long press, and for what chooses nothing. */
  readonly onMenu?: ((cell: GridCell) => void) | undefined
  /** Chooses what a cell stands for; absent where that filters nothing. */
  readonly choosing?: CellChoosing | undefined
}

/** The cell that a menu is for. row: its index in the result. text: as shown. point: in pixels of the window. */
/** isOnClick: a click or Enter chooses; it otherwise takes the control key. choose: returns false where nothing can be. */
export interface CellChoosing<Cell = GridCell> {
  readonly isOnClick: boolean
  /** True if a click opens what its menu key would, as a double click does. */
  readonly opensOnClick: boolean
  readonly choose: (cell: Cell, isMore: boolean) => boolean
  /** Returns true if something was. */
  readonly clear: () => boolean
}

export interface GridCell {
  readonly row: number
  readonly column: number
  readonly text: string
  readonly point: { readonly x: number; readonly y: number }
  /** The element that has the keyboard focus for all cells. */
  readonly element: HTMLElement
  readonly isByKeyboard: boolean
  /** True for a click or Enter, rather than the button or key for menus. */
  readonly isMain?: boolean | undefined
  /** The group of rows that it is the head or a total of. */
  readonly group?: { readonly label: string; readonly conditions: readonly ResultFilter[] }
}

/** The rows in the server's HTML and until the grid is measured. */
const firstRows = 30
/** The most rows in print, where nobody can scroll or reads more. */
const mostPaperRows = 500
/** The narrowest page, and the smallest zoom, of `on-paper.css`. */
const leastPaperWidthPx = 690
const leastPaperZoom = 0.3
/** Up to this many columns are all in the page and share spare room; more are drawn as they become visible. */
const fewColumns = 16

/**
 * The rows of a result as a grid of cells, which fills its parent and scrolls both ways; only visible cells are in the
 * page. Sorting, selecting and copying work on the result's columns, without row objects.
 */
export const ResultGrid = memo(function ResultGrid({
  data,
  label,
  className,
  written,
  roomPx,
  paperHeightPx,
  paperWidthPx,
  look,
  onMenu,
  choosing,
}: ResultGridProps) {
  const { locale } = usePageEnvironment()
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [ownSort, setSort] = useState<GridSort | null>(null)
  const [selection, setSelection] = useState<CellSelection | null>(null)
  const [resized, setResized] = useState<ReadonlyMap<number, number>>(new Map())
  const columnCount = data.fields.length

  const tree = look?.tree
  const rowHeightPx = look?.rowHeightPx ?? resultRowHeightPx
  const footer = look?.footer
  const footerPx = footer === undefined ? 0 : resultRowHeightPx
  const headerRows = 1 + (tree?.bands.length ?? 0)
  const headerHeightPx = headerRows * gridHeaderHeightPx
  const signature = look?.identity ?? data.fields.map((field) => `${field.name} ${field.type}`).join('\n')
  const [shownSignature, setShownSignature] = useState(signature)
  if (shownSignature !== signature) {
    setShownSignature(signature)
    setSort(null)
    setSelection(null)
    setResized(new Map())
  }

  const ownFormats = look?.formats
  const formats = useMemo(() => ownFormats ?? columnFormats(data, locale, written), [data, locale, written, ownFormats])
  const isTree = tree !== undefined
  const contentWidths = useMemo(
    () =>
      columnWidths(
        data,
        (column, row) =>
          valueText(data.columns[column]?.[row] ?? null, formats[column]?.toText, data.fields[column]?.type),
        {
          isTree,
          ...(footer === undefined
            ? {}
            : { totals: data.fields.map((_, column) => footerText(footer.cells, formats, column)) }),
        },
      ),
    [data, formats, isTree, footer],
  )
  const chosenWidthOf = look?.widthOf
  const chosen = useMemo(
    () =>
      new Map(
        contentWidths.flatMap((_, column) => {
          const width = chosenWidthOf?.(column)
          return width === undefined ? [] : [[column, width] as const]
        }),
      ),
    [contentWidths, chosenWidthOf],
  )
  const widths = useMemo(
    () => contentWidths.map((width, column) => chosen.get(column) ?? width),
    [contentWidths, chosen],
  )
  // The first column of a pivot is as wide as the names that are in sight.
  const kept = isTree && look?.keepWidth === undefined ? '' : JSON.stringify([...chosen])
  const [shownKept, setShownKept] = useState(kept)
  if (shownKept !== kept) {
    setShownKept(kept)
    // What somebody keeps takes the place of what was for the visit alone.
    setResized(new Map())
  }
  const sort = tree === undefined ? ownSort : tree.sort
  const rowOrder = useMemo(
    () => (ownSort === null || tree !== undefined ? null : sortRows(data, ownSort, locale)),
    [data, ownSort, tree, locale],
  )

  // oxlint-disable-next-line react/incompatible-library -- only what it returns per row reaches a memoised part
  const rows = useVirtualizer({
    count: data.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 12,
    scrollPaddingStart: headerHeightPx,
    paddingStart: headerHeightPx,
    paddingEnd: footerPx,
    scrollPaddingEnd: footerPx,
    initialRect: { width: 800, height: gridHeaderHeightPx + (firstRows - 12) * resultRowHeightPx },
    useFlushSync: false,
  })
  const isWide = columnCount > fewColumns
  const pinnedWanted = Math.min(look?.pinned ?? 0, columnCount)
  const roomWidthPx = useWidth(scroller, pinnedWanted > 0) ?? look?.firstRoomPx ?? 0
  const mostPinnedPx = look?.mostPinnedPx(roomWidthPx) ?? 0
  const {
    widths: pinnedWidths,
    left: pinnedLeft,
    px: pinnedPx,
  } = useMemo(
    () =>
      pinnedColumns(
        (column) => resized.get(column) ?? widths[column] ?? 0,
        pinnedWanted,
        mostPinnedPx,
        (column) => resized.has(column),
      ),
    [widths, resized, pinnedWanted, mostPinnedPx],
  )
  const pinned = pinnedWidths.length
  const widthOf = (column: number) => pinnedWidths[column] ?? resized.get(column) ?? widths[column] ?? 0
  const columns = useVirtualizer({
    count: isWide ? columnCount : 0,
    horizontal: true,
    getScrollElement: () => scroller.current,
    estimateSize: widthOf,
    overscan: 4,
    scrollPaddingStart: pinnedPx,
    initialRect: { width: 1200, height: 400 },
    useFlushSync: false,
  })
  useEffect(() => columns.measure(), [columns, widths, resized, pinnedWidths])
  useEffect(() => rows.measure(), [rows, rowHeightPx])

  const isOnPaper = useIsOnPaper()
  const inSight = columns.getVirtualItems()
  const drawn = isOnPaper ? paperColumnsOf(inSight, columns.range?.startIndex ?? 0, paperWidthPx) : inSight
  const inView = drawn.filter(({ index }) => index >= pinned)
  const firstColumn = isWide ? (inView[0]?.index ?? pinned) : 0
  const lastColumn = isWide ? (drawn.at(-1)?.index ?? 0) : columnCount - 1
  const totalWidth = widths.reduce((sum, _, column) => sum + widthOf(column), 0)
  // Zero if all columns fit, or if the scroll bar overlays the rows.
  const [barPx, setBarPx] = useState(0)
  useLayoutEffect(() => {
    if (roomPx !== undefined && scroller.current !== null)
      setBarPx(scroller.current.offsetHeight - scroller.current.clientHeight)
  }, [roomPx, paperWidthPx, totalWidth])
  const tracks = isWide
    ? [...pinnedWidths, isOnPaper ? 0 : (inView[0]?.start ?? pinnedPx) - pinnedPx, ...inView.map(({ size }) => size)]
        .map((width) => `${width}px`)
        .join(' ')
    : columnTracks(widths, new Map([...chosen, ...resized, ...pinnedWidths.entries()]))

  const select = (next: CellSelection) => {
    setSelection(next)
    if (next.active.row >= 0) rows.scrollToIndex(next.active.row)
    if (isWide && next.active.column >= pinned) columns.scrollToIndex(next.active.column)
    else if (!isWide && next.active.column >= pinned)
      scrollColumnIntoView(
        scroller.current,
        widths.map((_, column) => widthOf(column)),
        next.active.column,
        pinnedPx,
      )
  }
  const keepWidth = look?.keepWidth
  const lastResized = useRef(0)
  const resize = (column: number, width: number) => {
    lastResized.current = resizedPx(width, isTree && column === 0)
    setResized((current) => new Map(current).set(column, lastResized.current))
  }
  const fit = (column: number) => {
    setResized((current) => {
      const next = new Map(current)
      if (keepWidth === undefined) next.set(column, contentWidths[column] ?? resizeLimitsPx.min)
      else next.delete(column)
      return next
    })
    if (chosen.has(column)) keepWidth?.(column, null, newId())
  }
  /** The keys that resize a column and are pressed in a row are one step for undo. */
  const keyedResize = useRef<{ readonly column: number; readonly actionId: string }>(null)
  const toggleSort = (column: number) =>
    tree === undefined ? setSort((current) => nextSort(current, column)) : tree.onSort(column)

  const cellOf = ({ row, column }: CellAt, point: GridCell['point'] | null): GridCell | null => {
    const element = scroller.current
    const format = formats[column]
    if (element === null || format === undefined || row < 0 || row >= data.rowCount) return null
    const { left, top, width, height } =
      element.querySelector(`[data-cell="${row} ${column}"]`)?.getBoundingClientRect() ??
      element.getBoundingClientRect()
    const ofResult = rowOrder?.[row] ?? row
    return {
      row: ofResult,
      column,
      text: valueText(data.columns[column]?.[ofResult] ?? null, format.toText, data.fields[column]?.type),
      point: point ?? { x: left + width / 2, y: top + height },
      element,
      isByKeyboard: point === null,
    }
  }
  const openMenu = (at: CellAt, point: GridCell['point'] | null, isMain: boolean): boolean => {
    const cell = onMenu === undefined ? null : cellOf(at, point)
    if (cell !== null) onMenu?.({ ...cell, isMain })
    return cell !== null
  }
  const choose = (at: CellAt, isMore: boolean): boolean => {
    const cell = choosing === undefined || !(isMore || choosing.isOnClick) ? null : cellOf(at, null)
    return cell !== null && choosing?.choose(cell, isMore) === true
  }
  // The menu key arrives as a pointer event at the middle of the grid, so the kind of the last press is remembered.
  const pressedWith = useRef<'keyboard' | 'mouse' | 'touch'>('keyboard')
  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    if (pressedWith.current === 'touch' && held.isTaken()) return event.preventDefault()
    const isByKeyboard = pressedWith.current === 'keyboard'
    const cell = isByKeyboard ? (selection?.active ?? null) : cellUnder(event.target)
    if (cell === null || !openMenu(cell, isByKeyboard ? null : { x: event.clientX, y: event.clientY }, false)) return
    event.preventDefault()
    if (!isByKeyboard) setSelection({ anchor: cell, active: cell })
  }
  const held = useLongPress((target, x, y) => {
    const cell = cellUnder(target)
    return cell !== null && openMenu(cell, { x, y }, false)
  })
  const openPressed = (event: MouseEvent<HTMLDivElement>, by: 'mouse' | 'touch') => {
    const cell = pressedWith.current === by ? cellUnder(event.target) : null
    if (cell !== null) openMenu(cell, { x: event.clientX, y: event.clientY }, true)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    pressedWith.current = 'keyboard'
    const modKey = event.ctrlKey || event.metaKey
    const current = within(selection ?? { anchor: origin, active: origin }, data.rowCount, columnCount)
    const { row, column } = current.active
    if (row === -1 && !modKey && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault()
      return toggleSort(column)
    }
    if (
      tree !== undefined &&
      !modKey &&
      !event.altKey &&
      event.key === 'Enter' &&
      fold(tree, row, column, headerRows)
    ) {
      event.preventDefault()
      return event.stopPropagation()
    }
    if (event.key === 'Enter' && modKey) {
      const link = scroller.current?.querySelector<HTMLAnchorElement>(`[data-cell="${row} ${column}"] a`)
      if (link) {
        event.preventDefault()
        event.stopPropagation()
        return link.click()
      }
    }
    if (
      (event.key === 'Enter' && !event.altKey && !event.shiftKey && choose(current.active, modKey)) ||
      (event.key === 'Escape' && choosing?.clear() === true)
    ) {
      event.preventDefault()
      return event.stopPropagation()
    }
    if (event.key === 'Enter' && !modKey && !event.altKey && openMenu(current.active, null, !event.shiftKey)) {
      event.preventDefault()
      // The tile around it has its own meaning for the key.
      return event.stopPropagation()
    }
    if (event.altKey && !modKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault()
      const header = document.getElementById(cellId(gridId, -1, column))
      // Columns that share the room are wider than they need to be.
      const shownPx = header === null ? widthOf(column) : header.getBoundingClientRect().width / cssZoom(header)
      resize(column, shownPx + (event.key === 'ArrowRight' ? 16 : -16))
      if (keyedResize.current?.column !== column) keyedResize.current = { column, actionId: newId() }
      return keepWidth?.(column, lastResized.current, keyedResize.current.actionId)
    }
    if (event.key !== 'Alt') keyedResize.current = null
    if (event.key === 'Escape' && selection !== null)
      return setSelection({ anchor: current.active, active: current.active })
    if (event.altKey) return
    const pageRows = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headerHeightPx) / rowHeightPx) - 1)
    const next = selectionAfterKey(
      current,
      { key: event.key, shiftKey: event.shiftKey, modKey },
      { rows: data.rowCount, columns: columnCount, pageRows, headerRows },
    )
    if (next === null) return
    event.preventDefault()
    if (event.key.toLowerCase() === 'a') setSelection(next)
    else select(next)
  }

  const onCopy = (event: { readonly clipboardData: DataTransfer; preventDefault(): void }) => {
    if (selection === null) return
    const range = rangeOf(within(selection, data.rowCount, columnCount))
    const isWhole = range.firstRow === 0 && range.lastRow === data.rowCount - 1 && data.rowCount > 1
    event.clipboardData.setData('text/plain', rangeToTsv(data, rowOrder, range, isWhole))
    event.preventDefault()
  }

  const pressCell = (event: PointerEvent<HTMLDivElement>) => {
    pressedWith.current = event.pointerType === 'touch' ? 'touch' : 'mouse'
    held.press(event)
    const cell = cellUnder(event.target)
    if (cell === null || event.button !== 0) return
    setSelection({ anchor: event.shiftKey && selection !== null ? selection.anchor : cell, active: cell })
  }
  const dragOverCells = (event: PointerEvent<HTMLDivElement>) => {
    held.move(event)
    if (event.buttons !== 1 || selection === null || event.pointerType === 'touch') return
    const cell = cellUnder(event.target)
    if (cell !== null && !(cell.row === selection.active.row && cell.column === selection.active.column)) {
      setSelection({ anchor: selection.anchor, active: cell })
    }
  }

  const shownSelection = selection === null ? null : within(selection, data.rowCount, columnCount)
  const range = shownSelection === null ? null : rangeOf(shownSelection)
  const active = shownSelection?.active ?? null
  const paperRows = paperRowsOf(data.rowCount, paperHeightPx, headerHeightPx, rowHeightPx)
  const items = isOnPaper
    ? Array.from({ length: paperRows }, (_, index) => ({ index, start: headerHeightPx + index * rowHeightPx }))
    : rows.getVirtualItems()
  // Without scripts only the first rows are in the page.
  const printedRows = Math.min(paperRows, items.length)
  const paperNotes = [
    ...(printedRows < data.rowCount
      ? [`The first ${wholeNumber(locale, printedRows)} of ${wholeNumber(locale, data.rowCount)} rows`]
      : []),
    ...(lastColumn - firstColumn + 1 + (isWide ? pinned : 0) < columnCount
      ? [`Columns ${firstColumn + 1} to ${lastColumn + 1} of ${wholeNumber(locale, columnCount)}`]
      : []),
  ]
  const isSingle = range !== null && range.firstRow === range.lastRow && range.firstColumn === range.lastColumn
  const rowStyle = { gridTemplateColumns: tracks, minWidth: totalWidth }
  const sizeStyle = {
    ...(roomPx !== undefined && {
      '--room-height': `${wholeRowsPx(data.rowCount, roomPx - footerPx, barPx, headerRows, rowHeightPx) + footerPx}px`,
    }),
    '--drawn-width': isWide ? inView.reduce((sum, { size }) => sum + size, pinnedPx) : totalWidth,
    '--paper-width': paperWidthPx,
    '--paper-height': `${headerHeightPx + printedRows * rowHeightPx}px`,
    // React's type lacks custom properties.
  } as CSSProperties
  return (
    <>
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={data.rowCount + headerRows + (footer === undefined ? 0 : 1)}
        aria-colcount={columnCount}
        aria-multiselectable
        aria-activedescendant={active === null ? undefined : cellId(gridId, active.row, active.column)}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onContextMenu={onContextMenu}
        onFocus={() => setSelection((current) => current ?? { anchor: origin, active: origin })}
        style={sizeStyle}
        className={classNames(
          'group/grid relative size-full overflow-auto overscroll-contain bg-surface text-body select-none print:overflow-clip',
          roomPx !== undefined && 'h-(--room-height)',
          'fitted-to-paper focus-visible:-outline-offset-2',
          paperHeightPx === undefined ? 'print:h-auto' : 'print:h-(--paper-height)',
          className,
        )}
      >
        <div
          className={classNames('relative w-full print:table print:h-auto!', footer !== undefined && 'flex flex-col')}
          style={{ height: Math.max(rows.getTotalSize(), headerHeightPx), minWidth: totalWidth }}
        >
          <GridHeader
            gridId={gridId}
            fields={data.fields}
            shown={data.shown}
            formats={formats}
            firstColumn={firstColumn}
            lastColumn={lastColumn}
            sort={sort}
            active={active !== null && active.row < 0 ? active : null}
            style={{ ...rowStyle, height: gridHeaderHeightPx }}
            bands={tree?.bands ?? noBands}
            pinnedLeft={pinnedLeft}
            pinnedPx={pinnedPx}
            isPivot={isTree}
            isWide={isWide}
            onSort={toggleSort}
            onResize={resize}
            onResized={(column) => keepWidth?.(column, lastResized.current, newId())}
            // As they were when the drag began, because it keeps what it was given then.
            onResizeCancelled={() => setResized(resized)}
            onFit={fit}
          />
          <div
            role="rowgroup"
            className="print:table-row-group"
            onPointerDown={pressCell}
            onPointerMove={dragOverCells}
            onPointerUp={held.release}
            onPointerCancel={held.release}
            onClick={(event) => {
              if (held.isTaken()) return
              // The second click of a double one, which opens the menu, takes nothing back.
              const cell = !event.shiftKey && event.detail < 2 ? cellUnder(event.target) : null
              const isOnLink = event.target instanceof Element && event.target.closest('a') !== null
              if (cell === null || isOnLink || !choose(cell, event.ctrlKey || event.metaKey))
                openPressed(event, 'touch')
            }}
            onDoubleClick={(event) => openPressed(event, 'mouse')}
          >
            {items.map((item) => {
              const touchesRange = range !== null && item.index >= range.firstRow && item.index <= range.lastRow
              return (
                <GridRow
                  key={item.index}
                  gridId={gridId}
                  data={data}
                  formats={formats}
                  position={item.index}
                  row={rowOrder?.[item.index] ?? item.index}
                  top={item.start}
                  tracks={tracks}
                  minWidth={totalWidth}
                  isWide={isWide}
                  firstColumn={firstColumn}
                  lastColumn={lastColumn}
                  headerRows={headerRows}
                  pinnedLeft={pinnedLeft}
                  look={look}
                  selectedFrom={touchesRange && !isSingle ? range.firstColumn : null}
                  selectedTo={touchesRange && !isSingle ? range.lastColumn : null}
                  active={
                    active !== null &&
                    active.row === item.index &&
                    isInRange(rangeOf({ anchor: active, active }), item.index, active.column)
                      ? active.column
                      : null
                  }
                />
              )
            })}
          </div>
          {footer !== undefined && (
            <GridFooter
              {...footer}
              formats={formats}
              rowIndex={data.rowCount + headerRows + 1}
              firstColumn={firstColumn}
              lastColumn={lastColumn}
              pinnedLeft={pinnedLeft}
              isWide={isWide}
              style={rowStyle}
            />
          )}
        </div>
      </div>
      {paperNotes.length > 0 && (
        <p data-part="rows-note" className="hidden pt-1 text-caption text-muted print:block">
          {paperNotes.join(' · ')}
        </p>
      )}
    </>
  )
})

const noBands: GridTree['bands'] = []

/** Returns the width of an element, in CSS px; null until it is measured, and while nobody wants it. */
function useWidth(element: RefObject<HTMLElement | null>, isWanted: boolean): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null || !isWanted) return
    const measure = () => setWidth(current.clientWidth)
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, isWanted])
  return width
}

/** Folds or unfolds what the cell is the header of; false if it is none. */
function fold(tree: GridTree, row: number, column: number, headerRows: number): boolean {
  if (row >= 0) {
    if (column !== 0 || (tree.rowHeadOf(row)?.isOpen ?? null) === null) return false
    tree.toggleRow(row)
    return true
  }
  const band = tree.bands[row + headerRows]?.find(({ first, last }) => column >= first && column <= last)
  if (band === undefined || band.isOpen === null) return false
  band.toggle()
  return true
}

/** A selection as far as there are cells: fewer once something is folded. */
function within({ anchor, active }: CellSelection, rowCount: number, columnCount: number): CellSelection {
  const at = ({ row, column }: CellAt): CellAt => ({
    row: Math.min(row, rowCount - 1),
    column: Math.max(0, Math.min(column, columnCount - 1)),
  })
  return { anchor: at(anchor), active: at(active) }
}

function paperRowsOf(rowCount: number, heightPx: number | undefined, headerPx: number, rowHeightPx: number): number {
  if (heightPx === undefined) return Math.min(rowCount, mostPaperRows)
  return Math.min(rowCount, Math.max(1, Math.floor((heightPx - headerPx) / rowHeightPx)))
}

/** Returns the columns that fit on a printed page, starting with the first visible one. */
function paperColumnsOf(
  drawn: readonly VirtualItem[],
  firstInSight: number,
  widthPx = leastPaperWidthPx,
): readonly VirtualItem[] {
  let takenPx = 0
  return drawn.filter(({ index, size }) => {
    if (index < firstInSight) return false
    takenPx += size
    return index === firstInSight || takenPx * leastPaperZoom <= widthPx
  })
}

const origin: CellAt = { row: 0, column: 0 }

/** Cells carry their position in an attribute, so one listener serves all of them. */
function cellUnder(target: EventTarget): CellAt | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  const [row, column] = cell?.dataset['cell']?.split(' ').map(Number) ?? []
  return row === undefined || column === undefined ? null : { row, column }
}

function scrollColumnIntoView(
  scroller: HTMLElement | null,
  widths: readonly number[],
  column: number,
  pinnedPx: number,
): void {
  if (scroller === null) return
  const start = widths.slice(0, column).reduce((sum, width) => sum + width, 0)
  const end = start + (widths[column] ?? 0)
  if (start - pinnedPx < scroller.scrollLeft) scroller.scrollLeft = start - pinnedPx
  else if (end > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = end - scroller.clientWidth
}
