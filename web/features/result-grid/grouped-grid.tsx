'use client'

import { useMemo, useState } from 'react'
import type { TablePlot } from '@tidemark/shared/charts/plot/plot'
import { cellsCondition } from '@tidemark/shared/charts/plot/mark-conditions'
import { textWidth } from '@tidemark/shared/charts/plot/text/text-width'
import { linesOf, type RowGroup } from '@tidemark/shared/charts/types/table/group-rows'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { shownLabel } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page/page-environment'
import type { CellPin } from './cell-pins'
import { resizedPx, resizeLimitsPx } from './column-widths'
import type { GridLook } from './grid-look'
import { groupedData, groupedWords } from './grouped-data'
import { ResultGrid, type GridCell, type ResultGridProps } from './result-grid'
import { lineOrder } from './line-order'
import { nextSort, type GridSort } from './sort-rows'

export interface GroupedGridProps extends Omit<ResultGridProps, 'data' | 'written' | 'look'> {
  readonly plot: TablePlot
  readonly groups: NonNullable<TablePlot['groups']>
  /** The look of the table if it were not grouped. */
  readonly look: GridLook
}

const [firstPaddingPx, endPaddingPx, indentPx, foldPx, textPx] = [16, 20, 16, 18, 13] as const
const headWidthPx = { least: resizeLimitsPx.head, most: 320 } as const
/** The part of the width that the groups and pinned columns take at most, so that numbers are seen on a phone. */
const mostHeadPart = 0.45
/** More are not measured: names are cut with an ellipsis. */
const measuredGroups = 2000
const nothing: ReadonlySet<string> = new Set()

/** The rows of a table below the groups that they are in, which fold. The groups' columns are one column, the first. */
export function GroupedGrid({ plot, groups, look, onMenu, choosing, ...props }: GroupedGridProps) {
  const { locale } = usePageEnvironment()
  const { data, styles } = plot
  const { by, groups: outer, of } = groups
  const identity = JSON.stringify([by, data.fields.map(({ name, type }) => [name, type])])
  const [shownIdentity, setShownIdentity] = useState(identity)
  const [folded, setFolded] = useState(nothing)
  const [sort, setSort] = useState<GridSort | null>(null)
  if (shownIdentity !== identity) {
    setShownIdentity(identity)
    setFolded(nothing)
    setSort(null)
  }
  const { formats } = look
  const words = useMemo(() => groupedWords({ data, styles }, by, formats, locale), [data, styles, by, formats, locale])
  const { places, wordsOf, labelOf } = words
  const lines = useMemo(
    () => linesOf(outer, folded, sort === null ? null : lineOrder(data, places, sort, locale)),
    [outer, folded, sort, data, places, locale],
  )
  const flat = useMemo(() => groupedData(data, by, lines, words), [data, by, lines, words])
  const headPx = useMemo(
    () => headWidth(outer, labelOf, flat.fields[0]?.name ?? ''),
    // The name follows from the data, as the labels do.
    [outer, labelOf, flat.fields],
  )
  const own = useMemo((): GridLook => {
    const { footer, widthOf, keepWidth, wraps } = look
    // The width of the first column is that of the outermost group.
    const placeOf = (column: number) => (column === 0 ? (by[0] ?? 0) : (places[column - 1] ?? 0))
    return {
      ...look,
      identity,
      formats: [{ align: 'start', toText: String }, ...places.flatMap((place) => formats[place] ?? [])],
      mostPinnedPx: (roomPx) => Math.max(headWidthPx.least, roomPx * mostHeadPart),
      pinned: 1 + places.filter((place) => styles[place]?.isPinned === true).length,
      widthOf: (column) => {
        const chosen = widthOf?.(placeOf(column))
        if (column > 0) return chosen
        return chosen === undefined ? headPx : resizedPx(chosen, true)
      },
      ...(keepWidth === undefined
        ? {}
        : { keepWidth: (column, px, actionId) => keepWidth(placeOf(column), px, actionId) }),
      ...(footer === undefined
        ? {}
        : { footer: { ...footer, cells: [null, ...places.map((place) => footer.cells[place] ?? null)] } }),
      wraps: (column) => column > 0 && wraps?.(placeOf(column)) === true,
      cellLookOf: (line, column) => {
        const found = lines[line]
        if (found?.kind === 'row') return column === 0 ? { isBlank: true } : look.cellLookOf(found.row, placeOf(column))
        return { isStrong: true, isBlank: true, background: groupBackground }
      },
      pins: look.pins && pinsOfLines(look.pins, lines, [by.at(-1) ?? 0, ...places]),
      tree: {
        bands: [],
        rowHeadOf: (line) => {
          const found = lines[line]
          if (found?.kind !== 'group') return null
          const { depth } = found.group
          return { indentPx: firstPaddingPx + (depth - 1) * indentPx, isOpen: found.isOpen, title: of }
        },
        toggleRow: (line) => {
          const found = lines[line]
          if (found?.kind !== 'group') return
          const next = new Set(folded)
          if (!next.delete(found.group.key)) next.add(found.group.key)
          setFolded(next)
        },
        sort,
        onSort: (column) => setSort(nextSort(sort, column)),
      },
    }
  }, [look, identity, formats, styles, places, by, lines, folded, sort, headPx, of])
  const plotCellOf = ({ row: line, column, ...cell }: GridCell): GridCell | null => {
    const found = lines[line]
    if (found === undefined) return null
    const place = column === 0 ? (by.at(-1) ?? 0) : (places[column - 1] ?? 0)
    if (found.kind === 'row') return { ...cell, row: found.row, column: place }
    const { group } = found
    const conditions = conditionsOfGroup(group, by, data)
    const names = group.path.map((value, index) => wordsOf(by[index] ?? 0, value))
    const named = shownLabel(data, data.fields[place]?.name ?? '')
    // The text of the first column is the innermost name.
    const label = column > 0 ? [...names, named].join(' · ') : names.slice(0, -1).join(' · ') || named
    return { ...cell, row: group.rows[0] ?? 0, column: place, group: { label, conditions } }
  }
  const openMenu = (cell: GridCell) => {
    const own = plotCellOf(cell)
    if (own !== null) onMenu?.(own)
  }
  const choose = (cell: GridCell, isMore: boolean) => {
    const own = plotCellOf(cell)
    return own !== null && choosing?.choose(own, isMore) === true
  }
  return (
    <ResultGrid
      data={flat}
      look={own}
      onMenu={onMenu && openMenu}
      choosing={choosing && { ...choosing, choose }}
      {...props}
    />
  )
}

/** Returns what the rows of a group have in common, as conditions on the answer. */
export function conditionsOfGroup(
  { path }: Pick<RowGroup, 'path'>,
  by: readonly number[],
  { fields }: Pick<TablePlot['data'], 'fields'>,
): readonly ResultFilter[] {
  return path.map((value, index) => cellsCondition(fields[by[index] ?? 0]?.name ?? '', [value]))
}

/** Returns pins of rows and groups by the lines where these are drawn. places: of the drawn columns, as menus name them. */
function pinsOfLines(
  pins: ReadonlyMap<string, CellPin>,
  lines: ReturnType<typeof linesOf>,
  places: readonly number[],
): ReadonlyMap<string, CellPin> {
  const drawn = lines.flatMap((line, at) =>
    places.flatMap((place, column) => {
      const pin = pins.get(`${line.kind === 'row' ? line.row : line.group.key} ${place}`)
      return pin === undefined ? [] : [[`${at} ${column}`, pin] as const]
    }),
  )
  return new Map(drawn)
}

const groupBackground = 'color-mix(in srgb, var(--color-text) 4%, transparent)'

function headWidth(groups: readonly RowGroup[], labelOf: (group: RowGroup) => string, name: string): number {
  const all = groups.flatMap((group) => [group, ...group.groups]).slice(0, measuredGroups)
  const widest = all.reduce(
    (most, group) => Math.max(most, textWidth(labelOf(group), textPx, 600) + (group.depth - 1) * indentPx + foldPx),
    textWidth(name, textPx, 600),
  )
  return Math.ceil(Math.min(headWidthPx.most, Math.max(headWidthPx.least, firstPaddingPx + widest + endPaddingPx)))
}
