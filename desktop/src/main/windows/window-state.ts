import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().check(z.minimum(1)),
  height: z.int().check(z.minimum(1)),
})
const maxPathLength = 4_000
const windowStateSchema = z.object({
  bounds: boundsSchema,
  isMaximized: z.boolean(),
  zoomLevel: z.number().check(z.minimum(-8), z.maximum(9)),
  /** The path of the page that it showed, without the origin. */
  path: z.string().check(z.startsWith('/'), z.maxLength(maxPathLength)),
})
/** The most windows that may be open, and that are restored. */
export const mostWindows = 50
export type Bounds = z.infer<typeof boundsSchema>
export type WindowState = z.infer<typeof windowStateSchema>

export const minimumSize = { width: 375, height: 480 } as const
const usualSize = { width: 1440, height: 900 } as const
/** The part of a window's upper edge that must be on a screen: a window is found and moved by this edge. */
const edgeHeight = 60
const reachable = { width: 120, height: 40 } as const
const step = 24

/** Reads the stored states of windows. Skips those that cannot be read, since they are only a convenience. */
export function readWindowStates(path: string): readonly WindowState[] {
  if (!existsSync(path)) return []
  try {
    const entries = z.array(z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')))
    return entries.flatMap((entry) => windowStateSchema.safeParse(entry).data ?? []).slice(0, mostWindows)
  } catch {
    return []
  }
}

/**
 * Returns the path of a page as it is stored. If filters make it longer than `readWindowStates` accepts, they are
 * dropped.
 */
export function keptPath(path: string): string {
  if (path.length <= maxPathLength) return path
  const page = path.replace(/[?#].*$/s, '')
  return page.length <= maxPathLength ? page : '/'
}

/**
 * Returns the bounds of windows that were open together: placed as by `placeWindow`, and never one exactly above
 * another.
 */
export function placeWindows(kept: readonly WindowState[], workAreas: readonly Bounds[]): readonly Bounds[] {
  const placed: Bounds[] = []
  for (const { bounds } of kept) {
    let place = placeWindow(bounds, workAreas)
    while (placed.some(({ x, y }) => x === place.x && y === place.y)) place = besides(place, 1)
    placed.push(place)
  }
  return placed
}

/** Moves bounds down and right by a number of steps. */
export function besides(place: Bounds, steps: number): Bounds {
  return { ...place, x: place.x + steps * step, y: place.y + steps * step }
}

/**
 * Returns the bounds of a window: its stored ones, unless they are now outside all screens. workAreas: the main
 * screen's first.
 */
export function placeWindow(kept: Bounds | null, workAreas: readonly Bounds[]): Bounds {
  const main = workAreas[0] ?? { x: 0, y: 0, ...usualSize }
  const wanted = kept === null ? centred(main) : fitted(kept, nearest(kept, workAreas) ?? main)
  return workAreas.some((area) => isReachable(wanted, area)) ? wanted : centred(main)
}

function centred(area: Bounds): Bounds {
  const width = Math.min(usualSize.width, area.width)
  const height = Math.min(usualSize.height, area.height)
  return {
    x: area.x + Math.floor((area.width - width) / 2),
    y: area.y + Math.floor((area.height - height) / 2),
    width,
    height,
  }
}

function fitted(bounds: Bounds, area: Bounds): Bounds {
  return {
    ...bounds,
    width: Math.max(minimumSize.width, Math.min(bounds.width, area.width)),
    height: Math.max(minimumSize.height, Math.min(bounds.height, area.height)),
  }
}

function nearest(bounds: Bounds, areas: readonly Bounds[]): Bounds | undefined {
  return areas.find((area) => isReachable(bounds, area))
}

function isReachable(bounds: Bounds, area: Bounds): boolean {
  const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
  const height = Math.min(bounds.y + edgeHeight, area.y + area.height) - Math.max(bounds.y, area.y)
  return width >= reachable.width && height >= reachable.height
}
