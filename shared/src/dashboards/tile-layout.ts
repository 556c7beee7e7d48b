import { gridColumns, type Place } from './dashboard'

/** The part of a tile that the layout works on. */
export interface PlacedTile {
  readonly id: string
  readonly place: Place
  readonly content?: { readonly isHeading?: true | undefined } | object
}

/** A heading is as wide as the grid, so that no tile rises past it. */
const headingPlace = { x: 0, w: gridColumns, h: 1 } as const

/** The smallest size a tile can be given. */
const minTileSize = { w: 2, h: 2 } as const
const maxTileHeight = 100
const maxRow = 10_000

export type Direction = 'left' | 'right' | 'up' | 'down'

/** True for the heading of a section, which is a whole row. */
export function isHeading({ content }: Pick<PlacedTile, 'content'>): boolean {
  return content !== undefined && 'isHeading' in content && content.isHeading === true
}

/** heading: null for the tiles above the first one. */
export interface Section<T extends PlacedTile> {
  readonly heading: T | null
  readonly tiles: readonly T[]
}

/** The sections of a layout as it is shown, from the top. */
export function sectionsOf<T extends PlacedTile>(layout: readonly T[]): readonly Section<T>[] {
  const sections: { readonly heading: T | null; readonly tiles: T[] }[] = [{ heading: null, tiles: [] }]
  for (const tile of layout) {
    if (isHeading(tile)) sections.push({ heading: tile, tiles: [] })
    else sections.at(-1)?.tiles.push(tile)
  }
  return sections
}

/** The layout without what lies in collapsed sections, whose headings stay. collapsed: ids of headings. */
export function withoutCollapsed<T extends PlacedTile>(layout: readonly T[], collapsed: ReadonlySet<string>): T[] {
  const hidden = hiddenTiles(layout, collapsed)
  return hidden.size === 0 ? [...layout] : stackUp(layout.filter((tile) => !hidden.has(tile)))
}

/** A layout that was changed while sections were collapsed, with their tiles below their headings again. whole: as it was before. */
export function withCollapsed<T extends PlacedTile>(
  changed: readonly T[],
  whole: readonly T[],
  collapsed: ReadonlySet<string>,
): T[] {
  const inside = new Map(sectionsOf(whole).map(({ heading, tiles }) => [heading?.id, tiles]))
  return stackUp(changed.flatMap((tile) => [tile, ...(collapsed.has(tile.id) ? (inside.get(tile.id) ?? []) : [])]))
}

function hiddenTiles<T extends PlacedTile>(layout: readonly T[], collapsed: ReadonlySet<string>): ReadonlySet<T> {
  return new Set(
    sectionsOf(layout).flatMap(({ heading, tiles }) => (heading !== null && collapsed.has(heading.id) ? tiles : [])),
  )
}

/**
 * The layout as it is shown: tiles fall upwards until they meet another, in reading order. Stored places may leave
 * gaps or overlap after two people moved tiles at once; shown ones never do. Idempotent; returned in reading order.
 */
export function compactLayout<T extends PlacedTile>(layout: readonly T[]): T[] {
  return stackUp([...layout].sort(byReadingOrder))
}

/**
 * Puts one tile at a place; the others make room below it, except those whose middle its upper edge has passed. One that
 * stood under it makes room above as soon as its lower edge passes the middle. A heading takes its section along, past whole other
 * sections. Unknown id: the compacted layout.
 */
export function moveTile<T extends PlacedTile>(layout: readonly T[], id: string, target: Place): T[] {
  const moved = layout.find((tile) => tile.id === id)
  if (moved === undefined) return compactLayout(layout)
  if (isHeading(moved)) {
    const sections = sectionsOf(compactLayout(layout))
    const own = sections.find(({ heading }) => heading?.id === id)
    if (own !== undefined && own.tiles.length > 0) return moveSection(sections, own, target.y)
  }
  const place = clampPlace(target)
  const others = layout.filter((tile) => tile !== moved).sort(byReadingOrder)
  const isAbove = (tile: T) => {
    const middle = tile.place.y + tile.place.h / 2
    const stoodUnder = columnsOverlap(tile.place, moved.place) && tile.place.y > moved.place.y
    return middle < (stoodUnder && place.y > moved.place.y ? place.y + place.h : place.y)
  }
  // No tile changes its section for another one that is moved.
  const split = Math.max(...others.map((tile, index) => (isHeading(tile) && isAbove(tile) ? index : -1)), -1)
  const staysAbove = (tile: T, index: number) => index <= split || isAbove(tile)
  return stackUp([
    ...others.filter(staysAbove),
    { ...moved, place },
    ...others.filter((tile, index) => !staysAbove(tile, index)),
  ])
}

/** The tiles above the first heading stay there. y: of the heading. */
function moveSection<T extends PlacedTile>(sections: readonly Section<T>[], own: Section<T>, y: number): T[] {
  const isAbove = ({ heading, tiles }: Section<T>) => {
    if (heading === null) return true
    return (heading.place.y + layoutRows([heading, ...tiles])) / 2 < y
  }
  const others = sections.filter((section) => section !== own)
  const ordered = [...others.filter(isAbove), own, ...others.filter((section) => !isAbove(section))]
  return stackUp(ordered.flatMap(({ heading, tiles }) => (heading === null ? tiles : [heading, ...tiles])))
}

/** Gives one tile a size, kept within the grid; the others make room. */
export function resizeTile<T extends PlacedTile>(layout: readonly T[], id: string, size: TileSize): T[] {
  const tile = layout.find((candidate) => candidate.id === id)
  if (tile === undefined || isHeading(tile)) return compactLayout(layout)
  const { x, y } = tile.place
  const w = clamp(size.w, Math.min(minTileSize.w, gridColumns - x), gridColumns - x)
  return moveTile(layout, id, { x, y, w, h: clamp(size.h, minTileSize.h, maxTileHeight) })
}

/**
 * One step of a tile by keyboard. Up and down go as far as it takes to trade places with a neighbour, because a
 * smaller step would fall back. Null when there is nowhere to go.
 */
export function nudgeTile<T extends PlacedTile>(layout: readonly T[], id: string, direction: Direction): T[] | null {
  const shown = compactLayout(layout)
  const place = shown.find((tile) => tile.id === id)?.place
  if (place === undefined) return null
  const step = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const
  const [dx, dy] = step[direction]
  const furthest = dx !== 0 ? 1 : dy < 0 ? place.y : layoutRows(shown)
  for (let distance = 1; distance <= furthest; distance += 1) {
    const next = moveTile(shown, id, { ...place, x: place.x + dx * distance, y: place.y + dy * distance })
    if (changedPlaces(shown, next).length > 0) return next
  }
  return null
}

/** The first place in reading order where a tile of the size fits without moving another. */
export function firstFreePlace(layout: readonly PlacedTile[], size: TileSize): Place {
  const w = clamp(size.w, 1, gridColumns)
  const h = clamp(size.h, 1, maxTileHeight)
  const places = compactLayout(layout).map((tile) => tile.place)
  const rows = layoutRows(compactLayout(layout))
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x + w <= gridColumns; x += 1) {
      const place = { x, y, w, h }
      if (!places.some((other) => placesOverlap(place, other))) return place
    }
  }
  return { x: 0, y: rows, w, h }
}

/**
 * Puts a tile of the same size beside another: to its right or left where there is room, else below it, where the others make room.
 * Unknown id: the first place that is free.
 */
export function placeBeside<T extends PlacedTile>(layout: readonly T[], id: string, added: T): T[] {
  const shown = compactLayout(layout)
  const place = shown.find((tile) => tile.id === id)?.place
  if (place === undefined) return [...shown, { ...added, place: firstFreePlace(shown, added.place) }]
  const isFree = (target: Place) =>
    target.x >= 0 && target.x + target.w <= gridColumns && !shown.some((other) => placesOverlap(target, other.place))
  const beside = [place.x + place.w, place.x - place.w].map((x) => ({ ...place, x })).find(isFree)
  if (beside !== undefined) return compactLayout([...shown, { ...added, place: beside }])
  const below = { ...place, y: place.y + place.h }
  return moveTile([...shown, { ...added, place: { ...below, y: layoutRows(shown) } }], added.id, below)
}

/** The tiles of `after` that lie elsewhere than in `before`: what has to be written. */
export function changedPlaces<T extends PlacedTile>(before: readonly PlacedTile[], after: readonly T[]): T[] {
  const placeById = new Map(before.map((tile) => [tile.id, tile.place]))
  return after.filter((tile) => {
    const place = placeById.get(tile.id)
    return place === undefined || !samePlace(place, tile.place)
  })
}

/** How many rows the layout is high. */
export function layoutRows(layout: readonly PlacedTile[]): number {
  return layout.reduce((rows, { place }) => Math.max(rows, place.y + place.h), 0)
}

export function placesOverlap(a: Place, b: Place): boolean {
  return columnsOverlap(a, b) && a.y < b.y + b.h && b.y < a.y + a.h
}

function columnsOverlap(a: Place, b: Place): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w
}

export interface TileSize {
  readonly w: number
  readonly h: number
}

/** Lets each tile rise to the lowest edge of those before it; with tiles given top down, none overlap. */
function stackUp<T extends PlacedTile>(tiles: readonly T[]): T[] {
  const bottoms = new Array<number>(gridColumns).fill(0)
  const stacked = tiles.map((tile) => {
    const { x, w, h } = isHeading(tile) ? headingPlace : tile.place
    const place = { x, y: Math.max(...bottoms.slice(x, x + w)), w, h }
    bottoms.fill(place.y + h, x, x + w)
    return samePlace(place, tile.place) ? tile : { ...tile, place }
  })
  return stacked.sort(byReadingOrder)
}

function clampPlace(place: Place): Place {
  const w = clamp(place.w, 1, gridColumns)
  return {
    w,
    h: clamp(place.h, 1, maxTileHeight),
    x: clamp(place.x, 0, gridColumns - w),
    y: clamp(place.y, 0, maxRow),
  }
}

function byReadingOrder(a: PlacedTile, b: PlacedTile): number {
  return a.place.y - b.place.y || a.place.x - b.place.x || (a.id < b.id ? -1 : 1)
}

function samePlace(a: Place, b: Place): boolean {
  return a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest)
}
