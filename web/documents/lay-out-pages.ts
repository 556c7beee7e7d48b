import { placeToBox, type TileBox } from '@/features/dashboards/grid/grid-geometry'
import type { Place } from '@tidemark/shared/dashboards/dashboard'
import { plainBlock } from './markdown-blocks'
import { textHeightPx } from './markdown-drawing'
import { numberHeightPx } from './number-drawing'
import { chartHeadPx } from './text-drawing'
import {
  columnsInRoom,
  gapPx,
  nextRows,
  partsInWidth,
  rowsInTile,
  wholeTablePx,
  type PaperRows,
} from './tables/table-layout'
import type { TileContent } from './tile-content'

export interface Block {
  readonly place: Place
  readonly content: TileContent
}

/**
 * A tile, or rows of its table, at its place in px below the head of the page. rows: of a table that goes on. goesOn: all
 * rows of its table follow below it.
 */
export interface PlacedBlock {
  readonly box: TileBox
  readonly content: TileContent
  readonly rows?: PaperRows | undefined
  readonly goesOn?: boolean | undefined
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
      ? band.flatMap(({ content, box }) => (content.kind === 'table' && !isWholeInTile(content, box) ? [content] : []))
      : []
    const isGoingOn = (content: TileContent) => goesOn.some((one) => one === content)
    // A table that stands by itself goes on from its place.
    const isOnlyTable = band.length === 1 && goesOn.length === 1
    if (isOnlyTable) {
      if (top + leastTablePx > room() && top > 0) breakPage()
    } else if (heightPx > other) {
      for (const { content, box } of band) {
        const height = Math.min(box.height, other)
        if (top > 0 && top + height > room()) breakPage()
        put({ content, box: { ...box, height: Math.min(height, room()) }, goesOn: isGoingOn(content) })
        top += height + gapPx
      }
    } else {
      // A heading does not stand alone at the end of a page.
      const needed = heightPx + (band.some(({ content }) => content.kind === 'heading') ? leastBelowHeadingPx : 0)
      if (top + needed > room() && top > 0) breakPage()
      for (const { content, box } of band)
        pages.at(-1)?.push({
          content,
          box: { ...box, top: top + box.top, height: Math.min(box.height, room()) },
          goesOn: isGoingOn(content),
        })
      top += heightPx + gapPx
    }
    const parts = goesOn.flatMap((content) => {
      const tables = partsInWidth(content.table, widthPx - 2 * gapPx)
      const part = (index: number) => (tables.length === 1 ? '' : `, part ${index + 1} of ${tables.length}`)
      return tables.map((table, index) => ({ ...content, table, title: `${content.title}${part(index)}` }))
    })
    for (const content of parts) {
      let from: number | null = 0
      while (from !== null) {
        const inner = { widthPx: widthPx - 2 * gapPx, heightPx: room() - top, isFresh: top === 0 }
        const next = nextRows(content, from, inner)
        if (next === null) {
          breakPage()
          continue
        }
        put({ content, box: { left: 0, top, width: widthPx, height: next.heightPx }, rows: next.rows })
        top += next.heightPx + gapPx
        from = next.rows.isLast ? null : next.rows.to
      }
    }
  }
  return pages.map((page, index) => {
    // The end of a chapter may leave a page half empty, unless one tile is all that it has.
    const alone = alonePicture(page, isContinued)
    if (alone !== null) return { blocks: [alone], heightPx: alone.box.height }
    const isFilled = isContinued && (index < pages.length - 1 || (page.length === 1 && page[0]?.box.width === widthPx))
    const blocks = isFilled ? stretched(page, index === 0 ? first : other) : page
    return { blocks, heightPx: bottomOf(blocks) }
  })
}

/** How much higher tiles become to fill a page: beside others, and by themselves. */
const mostStretch = { several: 1.35, one: 2 } as const

/** Returns the tiles of a page so that they fill it, as far as they look well. Rows of tables stay as they are. */
function stretched(page: readonly PlacedBlock[], roomPx: number): readonly PlacedBlock[] {
  const [only, ...others] = page
  // A chart by itself becomes no higher than it is wide.
  const most =
    only !== undefined && others.length === 0
      ? Math.min(mostStretch.one, only.box.width / only.box.height)
      : mostStretch.several
  const factor = Math.min(most, roomPx / Math.max(1, bottomOf(page)))
  if (factor <= 1 || page.some(({ rows }) => rows !== undefined)) return page
  return page.map((block) => ({
    ...block,
    box: { ...block.box, top: block.box.top * factor, height: block.box.height * factor },
  }))
}

function isWholeInTile(content: TableContent, { width, height }: TileBox): boolean {
  const { table } = content
  return table.rowCount <= rowsInTile(content, height) && columnsInRoom(table, width - 2 * gapPx).leftOut === 0
}

/** Returns the table that is a whole picture, no higher than its rows; null for all else. */
function alonePicture([only]: readonly PlacedBlock[], isContinued: boolean): PlacedBlock | null {
  if (isContinued || only?.content.kind !== 'table' || !only.content.isAlone) return null
  const { content, box } = only
  return { ...only, box: { ...box, height: Math.min(box.height, wholeTablePx(content, box.width)) } }
}

type TableContent = Extract<TileContent, { readonly kind: 'table' }>

const leastBelowHeadingPx = 160
const leastTablePx = 140

interface BandBlock {
  readonly content: TileContent
  readonly box: TileBox
}

/** Returns the tiles in bands, cut where no tile reaches across; boxes count from the top of their band. */
function bandsOf(blocks: readonly Block[], widthPx: number): readonly (readonly BandBlock[])[] {
  const bands: { readonly top: number; readonly blocks: BandBlock[]; readonly notes: string[] }[] = []
  let bottom = -Infinity
  for (const block of [...blocks].sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x)) {
    const box = placeToBox(block.place, widthPx)
    if (box.top >= bottom) bands.push({ top: box.top, blocks: [], notes: [] })
    const { content, notes } = withoutSmallNotes(block, box.width)
    const band = bands.at(-1)
    band?.blocks.push({ content, box: { ...box, top: box.top - band.top } })
    band?.notes.push(...notes)
    bottom = Math.max(bottom, box.top + box.height)
  }
  return bands.map((band) => withNotes(withWholeTexts(withWholeNumbers(band.blocks)), band.notes, widthPx))
}

/** Tiles of up to so many rows of the grid have no room for notes. */
const rowsWithoutNotes = 3
const leastRoomPx = 60
/** No number with its head needs a higher tile. */
const mostNumberPx = 120

/** Takes the notes from a tile that has no room for them. */
function withoutSmallNotes(
  { place, content }: Block,
  width: number,
): {
  readonly content: TileContent
  readonly notes: readonly string[]
} {
  if (content.kind !== 'chart' || place.h > rowsWithoutNotes) return { content, notes: [] }
  const { title, notes, plotAt } = content
  // What holds for one size of the drawing alone, such as where its axis starts, may not be true of this one.
  const inSmall = new Set(plotAt(width - 2 * gapPx, leastRoomPx).notes)
  return {
    content: { ...content, notes: [] },
    notes: notes.filter((note) => inSmall.has(note)).map((note) => `${title}: ${note}`),
  }
}

/** Puts the notes of small tiles below the tiles beside which they stand. */
function withNotes(band: readonly BandBlock[], notes: readonly string[], width: number): readonly BandBlock[] {
  if (notes.length === 0) return band
  const parts = [...new Set(notes)].map((note, index) => ({ ...plainBlock(note), isNext: index > 0 }))
  const box = { left: 0, top: bottomOf(band) + gapPx, width, height: textHeightPx(parts, width) }
  return [...band, { content: { kind: 'text', parts }, box }]
}

/** Makes all tiles of a band higher, until the line below a number has room in its tile. */
function withWholeNumbers(band: readonly BandBlock[]): readonly BandBlock[] {
  const factor = Math.max(1, ...band.map(({ content, box }) => leastNumberPx(content, box) / box.height))
  return band.map(({ content, box }) => ({
    content,
    box: { ...box, top: box.top * factor, height: box.height * factor },
  }))
}

/** Returns the height of a tile around its number; 0 for all else. */
function leastNumberPx(content: TileContent, { width, height }: TileBox): number {
  if (content.kind !== 'chart' || height >= mostNumberPx) return 0
  const plot = content.plotAt(width - 2 * gapPx, height)
  return plot.kind === 'number' ? chartHeadPx(content) + numberHeightPx(plot) + 2 * gapPx : 0
}

/** Gives texts the height that they need, since nobody scrolls on paper, unless something stands below them. */
function withWholeTexts(band: readonly BandBlock[]): readonly BandBlock[] {
  return band.map((block) => {
    const { content, box } = block
    if (content.kind !== 'text') return block
    const height = Math.max(box.height, textHeightPx(content.parts, box.width))
    const isBelow = (one: TileBox) =>
      one.top >= box.top + box.height && one.left < box.left + box.width && one.left + one.width > box.left
    return band.some((one) => isBelow(one.box)) ? block : { ...block, box: { ...box, height } }
  })
}

function bottomOf(blocks: readonly { readonly box: TileBox }[]): number {
  return Math.max(0, ...blocks.map(({ box }) => box.top + box.height))
}
