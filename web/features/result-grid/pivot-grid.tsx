'use client'

import { useCallback, useMemo, useState } from 'react'
import type { PivotPlot } from '@tidemark/shared/charts/plot/plot'
import type { PivotLine, PivotState } from '@tidemark/shared/charts/types/pivot/flatten-pivot'
import { textWidth } from '@tidemark/shared/charts/plot/text/text-width'
import { shownLabel } from '@tidemark/shared/query/run-query'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { usePageEnvironment } from '@/client/page/page-environment'
import { columnFormats } from './cell-format'
import { useCellPins, type CellPinning, type PinnableCell } from './cell-pins'
import type { GridLook } from './grid-look'
import { pivotLook } from './pivot-look'
import { ResultGrid, type CellChoosing, type GridCell, type ResultGridProps } from './result-grid'
import { nextSort } from './sort-rows'

/** A cell of a pivot as a menu needs it. label: its headers and its measure. measure: that one's column in the answer. */
export interface PivotCell extends Omit<GridCell, 'row' | 'column'> {
  readonly label: string
  readonly measure: string | undefined
  readonly conditions: readonly ResultFilter[]
}

export interface PivotGridProps extends Pick<ResultGridProps, 'label' | 'roomPx' | 'paperHeightPx' | 'paperWidthPx'> {
  readonly plot: PivotPlot
  readonly choosing?: CellChoosing<PivotCell> | undefined
  /** True for cells with these conditions that are chosen; absent if none is. */
  readonly isChosen?: ((conditions: PivotCell['conditions']) => boolean) | undefined
  readonly onMenu?: ((cell: PivotCell) => void) | undefined
  readonly pinning?: CellPinning<Pick<PivotCell, 'conditions' | 'measure'>> | undefined
}

/** The part of the width that the names of rows take at most, so that numbers are seen beside them on a phone. */
const mostHeadPart = 0.45
const [firstPaddingPx, endPaddingPx, indentPx, foldPx, textPx, leastHeadPx] = [16, 28, 16, 18, 13, 64]
/** More are not measured: names are cut with an ellipsis. */
const measuredLines = 2000
const unfolded: PivotState = { collapsedRows: new Set(), collapsedColumns: new Set(), sort: null }

/** A pivot as a grid whose rows and columns fold into their totals. */
export function PivotGrid({
  plot,
  label,
  roomPx,
  paperHeightPx,
  paperWidthPx,
  onMenu,
  choosing,
  isChosen,
  pinning,
}: PivotGridProps) {
  const { locale } = usePageEnvironment()
  const { answer, written } = plot
  const identity = JSON.stringify([answer.totals?.of, plot.widthPx < 480])
  const [state, setState] = useState(unfolded)
  const [shownIdentity, setShownIdentity] = useState(identity)
  if (shownIdentity !== identity) {
    setShownIdentity(identity)
    setState(unfolded)
  }
  const flat = useMemo(() => plot.flat(state), [plot, state])
  const cells = useCallback(() => cellsOf(flat, answer), [flat, answer])
  const pins = useCellPins(pinning, cells)
  const measureFormats = useMemo(() => columnFormats(answer, locale, written), [answer, locale, written])
  const look = useMemo((): GridLook => {
    const toggle = (side: 'collapsedRows' | 'collapsedColumns', key: string) =>
      setState((current) => {
        const keys = new Set(current[side])
        if (!keys.delete(key)) keys.add(key)
        return { ...current, [side]: keys }
      })
    const { lines, columns, data } = flat
    const canFold = lines.some(({ isOpen }) => isOpen !== null)
    const indentOf = (line: PivotLine | undefined) => {
      const isFoldable = line !== undefined && line.isOpen !== null
      return (
        firstPaddingPx + Math.max(0, (line?.node.depth ?? 0) - 1) * indentPx + (canFold && !isFoldable ? foldPx : 0)
      )
    }
    const headPx = lines
      .slice(0, measuredLines)
      .reduce(
        (most, line) =>
          Math.max(
            most,
            indentOf(line) + (line.isOpen === null ? 0 : foldPx) + textWidth(line.node.label, textPx, 600),
          ),
        textWidth(shownLabel(data, data.fields[0]?.name ?? ''), textPx, 600) + firstPaddingPx,
      )
    const lookOf = pivotLook(plot, flat)
    const sortedBy = columns.findIndex(({ key }) => key === state.sort?.column)
    const sort = state.sort === null ? null : { column: sortedBy + 1, direction: state.sort.direction }
    return {
      identity,
      formats: [
        { align: 'start', toText: String },
        ...columns.map(({ measure }) => measureFormats[measure] ?? { align: 'end' as const, toText: String }),
      ],
      pinned: 1,
      widthOf: (column) => (column === 0 ? Math.max(leastHeadPx, Math.ceil(headPx) + endPaddingPx) : undefined),
      mostPinnedPx: (roomPx) => Math.max(96, Math.floor(roomPx * mostHeadPart)),
      firstRoomPx: plot.widthPx,
      cellLookOf: (row, column) => {
        if (isChosen?.(flat.conditionsOf(row, column - 1)) === true)
          return { isStrong: true, isBlank: true, background: 'var(--color-accent-soft)' }
        return lookOf(row, column)
      },
      pins,
      tree: {
        bands: flat.bands.map((level) =>
          level.map(({ node, first, last, ...band }) => ({
            ...band,
            first: first + 1,
            last: last + 1,
            toggle: () => toggle('collapsedColumns', node.key),
          })),
        ),
        rowHeadOf: (row) => {
          const line = lines[row]
          return { indentPx: indentOf(line), isOpen: line?.isOpen ?? null }
        },
        toggleRow: (row) => {
          const line = lines[row]
          if (line !== undefined) toggle('collapsedRows', line.node.key)
        },
        sort,
        onSort: (column) => {
          const own = columns[column - 1]
          if (own === undefined) return setState((current) => ({ ...current, sort: null }))
          const next = nextSort(sort, column)
          setState((current) => ({
            ...current,
            sort: next === null ? null : { column: own.key, direction: next.direction },
          }))
        },
      },
    }
  }, [flat, state.sort, measureFormats, identity, plot, isChosen, pins])
  const pivotCellOf = ({ row, column, ...cell }: GridCell): PivotCell => {
    const { lines, columns, data } = flat
    const measured = columns[column - 1]
    const names = [lines[row]?.node.label ?? '', column === 0 ? '' : (data.fields[column]?.name ?? '')]
    return {
      ...cell,
      label: names.filter((name) => name !== '').join(' · '),
      conditions: flat.conditionsOf(row, column - 1),
      measure: measured && plot.answer.fields[measured.measure]?.name,
    }
  }
  return (
    <ResultGrid
      data={flat.data}
      look={look}
      label={label}
      {...(roomPx === undefined ? {} : { roomPx })}
      {...(paperHeightPx === undefined ? {} : { paperHeightPx })}
      {...(paperWidthPx === undefined ? {} : { paperWidthPx })}
      onMenu={onMenu && ((cell) => onMenu(pivotCellOf(cell)))}
      choosing={choosing && { ...choosing, choose: (cell, isMore) => choosing.choose(pivotCellOf(cell), isMore) }}
    />
  )
}

function* cellsOf(
  { lines, columns, conditionsOf }: ReturnType<PivotPlot['flat']>,
  answer: PivotPlot['answer'],
): Iterable<PinnableCell<Pick<PivotCell, 'conditions' | 'measure'>>> {
  for (const row of lines.keys())
    // The first column holds the names of the rows.
    for (let column = 0; column <= columns.length; column += 1) {
      const measured = columns[column - 1]
      const measure = measured && answer.fields[measured.measure]?.name
      const cell = () => ({ conditions: conditionsOf(row, column - 1), measure })
      yield { place: `${row} ${column}`, measure, cell }
    }
}
