import type { Box, MarkLabel } from '../plot'
import { tickTextPx } from '../slot-axis'
import { textWidth } from '../text/text-width'

export const labelHeightPx = 13

/** The box that a label takes, with a little room around it. */
export function boxOfLabel({ x, y, text, anchor, sizePx = tickTextPx }: MarkLabel): Box {
  const width = textWidth(text, sizePx) + 4
  const left = anchor === 'middle' ? x - width / 2 : anchor === 'end' ? x - width + 2 : x - 2
  return { x: left, y: y - labelHeightPx / 2, width, height: labelHeightPx }
}

export function doOverlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

export function isInside(box: Box, room: Box): boolean {
  return (
    box.x >= room.x - 2 &&
    box.y >= room.y &&
    box.x + box.width <= room.x + room.width + 2 &&
    box.y + box.height <= room.y + room.height
  )
}

/** Returns the first of several places for a label that is free and inside; undefined if none is. */
export function freePlace(places: readonly MarkLabel[], room: Box, taken: readonly MarkLabel[]): MarkLabel | undefined {
  const boxes = taken.map(boxOfLabel)
  return places.find((place) => {
    const box = boxOfLabel(place)
    return isInside(box, room) && !boxes.some((other) => doOverlap(box, other))
  })
}
