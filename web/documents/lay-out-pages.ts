import { placeToBox, type TileBox } from '@/features/dashboards/grid/grid-geometry'
import type { Place } from '@tidemark/shared/dashboards/dashboard'
import type { TileContent } from './tile-content'

export interface Block {
  readonly place: Place
  readonly content: TileContent
}

/** A tile, or rows of its table, at its place in px below the head of the page. rows: of a table that goes on. */
export interface PlacedBlock {
  readonly box: TileBox
  readonly content: TileContent
  readonly rows?: { readonly from: number; readonly to: number; readonly isLast: boolean }
}

export interface LaidOutPage {
  readonly blocks: readonly PlacedBlock[]
  readonly heightPx: number
}

/** The room of a page in px. first: the height below the head of a chapter; other: that of the pages after it. */
export interface PageRoom {
  readonly widthPx: number
  readonly first: number
  readonly other: number
}

export const gapPx = 12
export const tablePx = { title: 24, head: 22, row: 20, note: 16 } as const
/** The most rows of one table on paper, a hundred pages. */
export const mostRows = 2000

/** Returns how many rows of a table are seen in a room, below its title and head. noteCount: lines kept free. */
export function rowsInRoom(heightPx: number, noteCount: number): number {
  const rowsPx = heightPx - 2 * gapPx - tablePx.title - tablePx.head - noteCount * tablePx.note
  return Math.max(0, Math.floor(rowsPx / tablePx.row))
}

/**
 * Puts the tiles of a chapter on pages. What stands beside each other stays together; where that is higher than a page,
 * its tiles follow each other. If isContinued, all rows of a table with more than its tile holds follow below, over pages.
 */
export function layOutPages(
  blocks: readonly Block[],
  { widthPx, first, other }: PageRoom,
  isContinued: boolean,
): readonly LaidOutPage[] {
  const pages: PlacedBlock[][] = [[]]
  let top = 0
  const room = () => (pages.length === 1 ? first : other)
  const breakPage = () => {
    pages.push([])
    top = 0
  }
  const put = (placed: PlacedBlock) => pages.at(-1)?.push({ ...placed, box: { ...placed.box, top } })

  for (const band of bandsOf(blocks, widthPx)) {
    const heightPx = bottomOf(band)
    const goesOn = isContinued
      ? band.flatMap(({ content, box }) =>
          content.kind === 'table' && content.table.rowCount > rowsInRoom(box.height, 1) ? [content] : [],
        )
      : []
    // A table that stands by itself goes on from its place.
    const isOnlyTable = band.length === 1 && goesOn.length === 1
    if (isOnlyTable) {
      if (top + leastTablePx > room() && top > 0) breakPage()
    } else if (heightPx > other) {
      for (const { content, box } of band) {
        const height = Math.min(box.height, other)
        if (top > 0 && top + height > room()) breakPage()
        put({ content, box: { ...box, height: Math.min(height, room()) } })
        top += height + gapPx
      }
    } else {
      // A heading does not stand alone at the end of a page.
      const needed = heightPx + (band.some(({ content }) => content.kind === 'heading') ? leastBelowHeadingPx : 0)
      if (top + needed > room() && top > 0) breakPage()
      for (const { content, box } of band)
        pages.at(-1)?.push({ content, box: { ...box, top: top + box.top, height: Math.min(box.height, room()) } })
      top += heightPx + gapPx
    }
    for (const content of goesOn) {
      const end = Math.min(content.table.rowCount, mostRows)
      for (let from = 0; from < end;) {
        if (rowsInRoom(room() - top, 1) < Math.min(3, end - from) && top > 0) breakPage()
        const to = Math.min(end, from + Math.max(1, rowsInRoom(room() - top, 1)))
        const height = 2 * gapPx + tablePx.title + tablePx.head + (to - from) * tablePx.row + tablePx.note
        put({ content, box: { left: 0, top, width: widthPx, height }, rows: { from, to, isLast: to === end } })
        top += height + gapPx
        from = to
      }
    }
  }
  return pages.map((page) => ({ blocks: page, heightPx: bottomOf(page) }))
}

const leastBelowHeadingPx = 160
const leastTablePx = 140

interface BandBlock {
  readonly content: TileContent
  readonly box: TileBox
}

/** Returns the tiles in bands, cut where no tile reaches across; boxes count from the top of their band. */
function bandsOf(blocks: readonly Block[], widthPx: number): readonly (readonly BandBlock[])[] {
  const bands: { readonly top: number; readonly blocks: BandBlock[] }[] = []
  let bottom = -Infinity
  for (const { place, content } of [...blocks].sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x)) {
    const box = placeToBox(place, widthPx)
    if (box.top >= bottom) bands.push({ top: box.top, blocks: [] })
    const band = bands.at(-1)
    band?.blocks.push({ content, box: { ...box, top: box.top - band.top } })
    bottom = Math.max(bottom, box.top + box.height)
  }
  return bands.map((band) => band.blocks)
}

function bottomOf(blocks: readonly { readonly box: TileBox }[]): number {
  return Math.max(0, ...blocks.map(({ box }) => box.top + box.height))
}
