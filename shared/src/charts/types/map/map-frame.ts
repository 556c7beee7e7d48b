import type { PlotFrame } from '../../plot/plot'
import type { ViewBox } from './map-view'

/** The line of the keys above a map. */
export const mapTopPx = 20
const edgePx = 1
/** Sizes that differ by less have the same outlines, which take longer than all else on a map. */
const stepPx = 8

/** The colour of land that no row is about. */
export const landFill = 'var(--color-line)'

/** Returns the room of the map itself. topPx: what is above it. */
export function mapBox(
  { widthPx, heightPx }: Pick<PlotFrame, 'widthPx' | 'heightPx'>,
  topPx: number = mapTopPx,
): ViewBox {
  const [roomX, roomY] = [widthPx - 2 * edgePx, heightPx - topPx - edgePx]
  const width = Math.max(stepPx, Math.floor(roomX / stepPx) * stepPx)
  const height = Math.max(stepPx, Math.floor(roomY / stepPx) * stepPx)
  return {
    x: edgePx + Math.max(0, Math.floor((roomX - width) / 2)),
    y: topPx + Math.max(0, Math.floor((roomY - height) / 2)),
    width,
    height,
  }
}
