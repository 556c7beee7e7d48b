import { geoPath, type GeoContext } from 'd3-geo'
import type { Area } from './area'
import type { MapView } from './map-view'

/**
 * The outline of an area in px. x, y: the middle of its largest piece. d: empty if it is too small to have one. isShown: false
 * if it lies outside the view.
 */
interface AreaPath {
  readonly area: Area
  readonly d: string
  readonly x: number
  readonly y: number
  readonly widthPx: number
  readonly heightPx: number
  readonly isShown: boolean
}

/** A page draws few sizes of a map, but each of them again with every new result. */
const mostKept = 24
const kept = new Map<string, readonly AreaPath[]>()

/** Returns the outlines of a set's areas, which a set and a view always have alike. setId: tells sets apart. */
export function areaPaths(setId: string, areas: readonly Area[], view: MapView): readonly AreaPath[] {
  const key = `${setId} ${view.key}`
  const found = kept.get(key) ?? drawPaths(areas, view)
  kept.delete(key)
  kept.set(key, found)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return found
}

function drawPaths(areas: readonly Area[], { projection }: MapView): readonly AreaPath[] {
  return areas.map((area) => {
    const writer = new PathWriter()
    geoPath(projection, writer)(area.geometry)
    return { area, ...writer.end() }
  })
}

/** Returns the path of a line or polygon of a few points, given in px. */
export function ringPath(points: readonly (readonly [number, number])[]): string {
  const writer = new PathWriter()
  points.forEach(([x, y], index) => (index === 0 ? writer.moveTo(x, y) : writer.lineTo(x, y)))
  writer.closePath()
  return writer.end().d
}

/** Points closer together than this, in tenths of a pixel, are one. */
const leastStep = 12

/** Writes rings as an SVG path in tenths of pixels, each point from the one before, which is half as long. */
class PathWriter implements GeoContext {
  private readonly rings: string[] = []
  private ring = ''
  private pointCount = 0
  private x = 0
  private y = 0
  private extent = emptyExtent
  private largest: Extent | null = null

  moveTo(x: number, y: number): void {
    ;[this.x, this.y] = [Math.round(x * 10), Math.round(y * 10)]
    this.ring = `M${this.x / 10},${this.y / 10}`
    this.pointCount = 1
    this.extent = { left: this.x, right: this.x, top: this.y, bottom: this.y }
  }

  lineTo(x: number, y: number): void {
    const [toX, toY] = [Math.round(x * 10), Math.round(y * 10)]
    const [dx, dy] = [toX - this.x, toY - this.y]
    if (Math.abs(dx) + Math.abs(dy) < leastStep) return
    this.ring += `${this.pointCount === 1 ? 'l' : dx < 0 ? '' : ' '}${tenths(dx)}${dy < 0 ? '' : ','}${tenths(dy)}`
    this.pointCount++
    ;[this.x, this.y] = [toX, toY]
    const { left, right, top, bottom } = this.extent
    this.extent = {
      left: Math.min(left, toX),
      right: Math.max(right, toX),
      top: Math.min(top, toY),
      bottom: Math.max(bottom, toY),
    }
  }

  closePath(): void {
    if (this.pointCount > 2) this.rings.push(`${this.ring}z`)
    if (this.largest === null || sizeOf(this.extent) > sizeOf(this.largest)) this.largest = this.extent
  }

  beginPath(): void {
    // Each ring begins with its own point.
  }

  arc(): void {
    // Only points are drawn as arcs.
  }

  end(): Omit<AreaPath, 'area'> {
    const { left, right, top, bottom } = this.largest ?? emptyExtent
    return {
      isShown: this.largest !== null,
      d: this.rings.join(''),
      x: (left + right) / 20,
      y: (top + bottom) / 20,
      widthPx: (right - left) / 10,
      heightPx: (bottom - top) / 10,
    }
  }
}

interface Extent {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const emptyExtent: Extent = { left: 0, right: 0, top: 0, bottom: 0 }

function sizeOf({ left, right, top, bottom }: Extent): number {
  return (right - left) * (bottom - top)
}

function tenths(value: number): string {
  return String(value / 10).replace(/^(-?)0\./, '$1.')
}
