interface Window {
  paints: { largestPaintMs: number; layoutShift: number }
}
