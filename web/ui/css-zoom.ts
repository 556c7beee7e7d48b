/**
 * Returns the factor by which style sheets enlarge an element: boxes and pointers are in pixels of the window, what is
 * drawn in the element in its own.
 */
export function cssZoom(element: Element): number {
  // Older browsers lack it, and measure boxes in the element's pixels.
  return (element as { readonly currentCSSZoom?: number }).currentCSSZoom ?? 1
}
