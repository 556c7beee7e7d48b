import type { SelectedColumn, Selection } from '../selections/selection'

/** Returns a text that marks of the same values share. */
export function keyOf(parts: Selection): string {
  const listed = parts.map((part) =>
    part.kind === 'values' ? [part.column, ...part.values] : [part.column, part.from, part.to, part.isToIn],
  )
  return JSON.stringify(listed.toSorted(byColumn))
}

/** Returns in what way a mark is told apart: its columns, and of ranges about how wide they are. */
export function formOf(parts: Selection): string {
  return JSON.stringify(parts.map((part) => [part.column, part.kind, widthOf(part)]).toSorted(byColumn))
}

function byColumn([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1
}

/** Returns the width of a range as a power of two: months are alike, though not of one length. */
function widthOf(part: SelectedColumn): number | null {
  if (part.kind !== 'range' || part.from === null || part.to === null) return null
  const [from, to] = [part.from, part.to].map((bound) => (isNumber(bound) ? Number(bound) : Date.parse(String(bound))))
  const width = (to ?? 0) - (from ?? 0)
  return Number.isNaN(width) || width <= 0 ? null : Math.round(Math.log2(width))
}

function isNumber(bound: string | number): boolean {
  return typeof bound === 'number' || !Number.isNaN(Number(bound))
}
