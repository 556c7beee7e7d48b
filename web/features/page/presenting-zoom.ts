/** At and below this width a dashboard is one column, which a person scrolls. */
const singleColumnPx = 640
/** The widths of a page, in its own pixels, at which words can be read from a distance, and below which tiles get too narrow. */
const readablePx = 1200
const narrowestPx = 760

interface Presented {
  readonly widthPx: number
  readonly heightPx: number
  /** The height of the whole page in its own pixels, not enlarged. */
  readonly contentPx: number
}

/**
 * Returns how much a presented page is enlarged: so that it fills the window whole where its words can be read then,
 * otherwise so that they can, and it is scrolled.
 */
export function presentingZoom({ widthPx, heightPx, contentPx }: Presented): number {
  if (widthPx <= singleColumnPx) return 1
  const readable = Math.max(1, widthPx / readablePx)
  const whole = Math.min(heightPx / Math.max(1, contentPx), widthPx / narrowestPx)
  return Math.floor(100 * (whole >= Math.max(1, 0.8 * readable) ? whole : readable)) / 100
}
