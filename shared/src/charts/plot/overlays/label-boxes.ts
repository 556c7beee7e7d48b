import type { Box, MarkLabel } from '../plot'
import { tickTextPx } from '../slot-axis'
import { textWidth } from '../text/text-width'

export const labelHeightPx = 13

/** The box that a label takes, with a little room around it. */
function boxOfLabel({ x, y, text, anchor, sizePx = tickTextPx }: MarkLabel): Box {
  const width = textWidth(text, sizePx) + 4
  const left = anchor === 'middle' ? x - width / 2 : anchor === 'end' ? x - width + 2 : x - 2
  return { x: left, y: y - labelHeightPx / 2, width, height: labelHeightPx }
}

function doOverlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

function isInside(box: Box, room: Box): boolean {
  return (
    box.x >= room.x - 2 &&
    box.y >= room.y &&
    box.x + box.width <= room.x + room.width + 2 &&
    box.y + box.height <= room.y + room.height
  )
}

/** The width of the columns by which labels are looked up, since a chart may have thousands. */
const columnPx = 32

/**
 * Returns a function that chooses the first of several places for a label that is inside and free of all labels before
 * it, and takes it; it returns undefined if there is none. taken: labels that stand already.
 */
export function labelSpace(
  taken: readonly MarkLabel[],
): (places: readonly MarkLabel[], room: Box) => MarkLabel | undefined {
  const boxesByColumn = new Map<number, Box[]>()
  const columnsOf = ({ x, width }: Box) => {
    const first = Math.floor(x / columnPx)
    return Array.from({ length: Math.floor((x + width) / columnPx) - first + 1 }, (_, index) => first + index)
  }
  const take = (box: Box) => {
    for (const column of columnsOf(box)) {
      const boxes = boxesByColumn.get(column)
      if (boxes === undefined) boxesByColumn.set(column, [box])
      else boxes.push(box)
    }
  }
  for (const label of taken) take(boxOfLabel(label))
  return (places, room) => {
    const label = places.find((place) => {
      const box = boxOfLabel(place)
      const isFree = (column: number) => !boxesByColumn.get(column)?.some((other) => doOverlap(box, other))
      return isInside(box, room) && columnsOf(box).every(isFree)
    })
    if (label !== undefined) take(boxOfLabel(label))
    return label
  }
}
