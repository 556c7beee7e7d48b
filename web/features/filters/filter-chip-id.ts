import type { FilterId } from '@tidemark/shared/filters/filter'

/** Returns the id of the element that opens a filter's values. */
export function filterChipId(id: FilterId): string {
  return `filter-${id}`
}

/** Moves the focus to a filter of the page's bar, and opens its values. */
export function openFilter(id: FilterId): void {
  const chip = document.getElementById(filterChipId(id))
  chip?.scrollIntoView({ block: 'center' })
  chip?.focus()
  chip?.click()
}

const mostFrames = 60

/** Moves the focus to a filter just added, once it is shown and the dialog it was made in is gone. */
export function focusNewFilter(id: FilterId): void {
  let frames = 0
  const check = () => {
    const chip = document.getElementById(filterChipId(id))
    if (chip !== null && document.querySelector('[role=dialog]') === null) return chip.focus()
    frames += 1
    if (frames < mostFrames) requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}
