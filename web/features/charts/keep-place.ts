export interface KeptPlace {
  readonly restore: () => void
}

/** Where the reader is inside an element whose content is about to be replaced by the same content: focus and scrolling. */
export function keepPlace(root: HTMLElement | null): KeptPlace {
  const focusIndex = root === null ? -1 : focusable(root).indexOf(document.activeElement as HTMLElement) // indexOf takes any
  const scroller = root?.querySelector('[role=grid]')
  const { scrollLeft = 0, scrollTop = 0 } = scroller ?? {}
  return {
    restore: () => {
      if (root === null) return
      root.querySelector('[role=grid]')?.scrollTo(scrollLeft, scrollTop)
      if (focusIndex >= 0) focusable(root)[focusIndex]?.focus({ preventScroll: true })
    },
  }
}

function focusable(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('button, a[href], [tabindex]')]
}
