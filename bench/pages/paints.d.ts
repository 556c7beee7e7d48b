interface Window {
  /** The frames in which a number changed while a range was drawn. */
  brushFrames: number
  paints: { largestPaintMs: number; layoutShift: number }
}
