import { roundPx } from '../../plot/numbers/value-scale'
import type { PlotPoint } from '../../plot/plot'

/** Farther away from the drawing, the course of a line is the same to the eye. */
const farthestPx = 20_000

type Ends = Pick<PlotPoint, 'lowPx' | 'highPx'>

/**
 * Moves the ends of a mark into the axis between two pixels. beyond: where the ends really are, for lines that leave
 * the axis there; absent if the value itself lies within.
 */
export function clipEnds({ lowPx, highPx }: Ends, edgePx: number, otherPx: number): Ends & { readonly beyond?: Ends } {
  const [from, to] = edgePx < otherPx ? [edgePx, otherPx] : [otherPx, edgePx]
  const within = (px: number) => Math.max(from, Math.min(to, px))
  const near = (px: number) => roundPx(Math.max(from - farthestPx, Math.min(to + farthestPx, px)))
  const inside = { lowPx: within(lowPx), highPx: within(highPx) }
  const isBeyond = Math.abs(inside.highPx - highPx) > 0.05
  return isBeyond ? { ...inside, beyond: { lowPx: near(lowPx), highPx: near(highPx) } } : inside
}
