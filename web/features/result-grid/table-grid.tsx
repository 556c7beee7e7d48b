'use client'

import { useCallback, useMemo } from 'react'
import { isStyled } from '@tidemark/shared/charts/column-style'
import type { TablePlot } from '@tidemark/shared/charts/plot/plot'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useCellPins, type CellPinning, type PinnableCell } from './cell-pins'
import type { GridLook } from './grid-look'
import { conditionsOfGroup, GroupedGrid } from './grouped-grid'
import { ResultGrid, type ResultGridProps } from './result-grid'
import { styledFormats } from './styled-format'

/** A cell of a table, by its place in the plot’s data. conditions: of a group of rows, whose total it is. */
export interface TableCell {
  readonly row: number
  readonly column: number
  readonly conditions?: readonly ResultFilter[]
}

type TableGridProps = Omit<ResultGridProps, 'data' | 'written' | 'look'> & {
  readonly plot: TablePlot
  /** True for rows of the plot's data that are chosen; absent if none is. */
  readonly isChosen?: ((row: number) => boolean) | undefined
  readonly pinning?: CellPinning<TableCell> | undefined
  /** Keeps the width that somebody gave a column, null for its own; absent where a width is for the visit alone. */
  readonly onWidth?: ((column: string, widthPx: number | null, actionId: string) => void) | undefined
}

/** The part of the width that pinned columns take at most, so that others are seen beside them. */
const mostPinnedPart = 0.6
/** Rows with wrapped texts show so many lines. */
const wrappedLines = 3
const lineHeightPx = 18

/** The rows of a table with the styles of its columns, below their groups if it has any. */
export function TableGrid({ plot, onWidth, isChosen, pinning, ...props }: TableGridProps) {
  const { locale } = usePageEnvironment()
  const { data, styles, looks, written, pinned, widthPx, total, groups } = plot
  const cells = useCallback(() => cellsOf(data, groups), [data, groups])
  const pins = useCellPins(pinning, cells)
  const look = useMemo((): GridLook | undefined => {
    const isPlain = total === null && groups === null && !styles.some(isStyled)
    if (isPlain && onWidth === undefined && isChosen === undefined && pins === undefined) return undefined
    return {
      formats: styledFormats(data, locale, written, styles),
      pinned,
      ...(total === null ? {} : { footer: { cells: total.cells, label: total.of } }),
      mostPinnedPx: (roomPx) => roomPx * mostPinnedPart,
      firstRoomPx: widthPx,
      ...(styles.some(({ wraps }) => wraps === true) ? { rowHeightPx: wrappedLines * lineHeightPx + 13 } : {}),
      widthOf: (column) => styles[column]?.widthPx,
      keepWidth: onWidth && ((column, px, actionId) => onWidth(data.fields[column]?.name ?? '', px, actionId)),
      wraps: (column) => styles[column]?.wraps === true,
      cellLookOf: (row, column) => {
        const own = looks[column]?.(row) ?? null
        return isChosen?.(row) === true ? { ...own, background: 'var(--color-accent-soft)' } : own
      },
      pins,
    }
  }, [data, locale, written, styles, looks, pinned, widthPx, total, groups, onWidth, isChosen, pins])
  return groups === null || look === undefined ? (
    <ResultGrid data={data} written={written} look={look} {...props} />
  ) : (
    <GroupedGrid plot={plot} groups={groups} look={look} {...props} />
  )
}

function* cellsOf(data: TablePlot['data'], groups: TablePlot['groups']): Iterable<PinnableCell<TableCell>> {
  for (let row = 0; row < data.rowCount; row += 1)
    for (const [column, { name }] of data.fields.entries())
      yield { place: `${row} ${column}`, measure: name, cell: () => ({ row, column }) }
  const waiting = [...(groups?.groups ?? [])]
  for (const group of waiting) {
    waiting.push(...group.groups)
    for (const [column, { name }] of data.fields.entries()) {
      const cell = () => ({
        row: group.rows[0] ?? 0,
        column,
        conditions: conditionsOfGroup(group, groups?.by ?? [], data),
      })
      yield { place: `${group.key} ${column}`, measure: name, cell }
    }
  }
}
