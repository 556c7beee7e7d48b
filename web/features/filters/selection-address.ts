import type { Tile, TileId } from '@tidemark/shared/dashboards/dashboard'
import { exactNumber } from '@tidemark/shared/query/exact-number'
import { isNumericType, isTemporalType, type FieldType } from '@tidemark/shared/query/field'
import { isoDateSchema } from '@tidemark/shared/query/parameter'
import { mostSelectedValues, type SelectedColumn, type Selection } from '@/features/charts/selections/selection'

const prefix = 's.'
export const mostColumns = 8

/**
 * A part of an address that chooses less than it says. text: what is no value of the column; absent where there is more than is
 * chosen at once. isLeftOut: false if the first values of it are chosen.
 */
export interface LeftOutPart {
  readonly tileId: TileId
  readonly column: string
  readonly text?: string
  readonly isLeftOut: boolean
}

export interface SelectionsInAddress {
  readonly selected: ReadonlyMap<TileId, Selection>
  readonly leftOut: readonly LeftOutPart[]
}

/**
 * Reads the marks chosen on a dashboard from an address: `s.<tile>.<column>=Rome`, several times for several values, or
 * `[2026-01-01..2026-02-01)` for a range, of which `]` includes the end. As in filters `\N` is null and any other leading
 * `\` is doubled; a value that begins as a range does has one, too. Tiles that are not there are left out, and parts that
 * are no values of their column are told. typeOf: of a tile's column, where it is known.
 */
export function selectionsInAddress<T extends Pick<Tile, 'id'>>(
  query: URLSearchParams,
  tiles: readonly T[],
  typeOf: (tile: T, column: string) => FieldType | undefined,
): SelectionsInAddress {
  const names = [...new Set(query.keys())].filter((name) => name.startsWith(prefix))
  const selected = new Map<TileId, Selection>()
  const leftOut: LeftOutPart[] = []
  for (const tile of names.length === 0 ? [] : tiles) {
    const start = `${prefix}${tile.id}.`
    const parts: SelectedColumn[] = []
    for (const name of names) {
      if (!name.startsWith(start)) continue
      const column = name.slice(start.length)
      const texts = query.getAll(name)
      const part = partOf(column, texts)
      const text = part === undefined ? texts[0] : wrongText(part, texts, typeOf(tile, column))
      const isFull = parts.length === mostColumns
      if (part !== undefined && text === undefined && !isFull) parts.push(part)
      if (text !== undefined) leftOut.push({ tileId: tile.id, column, text, isLeftOut: true })
      else if (isFull || texts.length > mostSelectedValues) leftOut.push({ tileId: tile.id, column, isLeftOut: isFull })
    }
    if (parts.length > 0) selected.set(tile.id, parts)
  }
  return { selected, leftOut }
}

/** Returns an address's query with other marks chosen in a tile; null for none, tileId null for all tiles. */
export function addressWithSelection(
  query: URLSearchParams,
  tileId: TileId | null,
  selection: Selection | null,
): URLSearchParams {
  const start = tileId === null ? prefix : `${prefix}${tileId}.`
  const next = new URLSearchParams([...query].filter(([name]) => !name.startsWith(start)))
  for (const part of selection ?? []) for (const text of textsOf(part)) next.append(start + part.column, text)
  return next
}

function textsOf(part: SelectedColumn): readonly string[] {
  if (part.kind === 'range') return [`[${part.from ?? ''}..${part.to ?? ''}${part.isToIn ? ']' : ')'}`]
  return part.values.map((value) =>
    value === null ? '\\N' : value === '' || /^[\\[]/.test(value) ? `\\${value}` : value,
  )
}

const rangePattern = /^\[([^[\]()]{0,64}?)\.\.([^[\]()]{0,64}?)([\])])$/

function partOf(column: string, texts: readonly string[]): SelectedColumn | undefined {
  const [first = ''] = texts
  const [, from, to, end] = rangePattern.exec(first) ?? []
  if (end !== undefined)
    return from === '' && to === ''
      ? undefined
      : { column, kind: 'range', from: from || null, to: to || null, isToIn: end === ']' }
  const values = texts
    .slice(0, mostSelectedValues)
    .map((text) => (text === '\\N' ? null : text.startsWith('\\') ? text.slice(1) : text))
  return { column, kind: 'values', values }
}

/** Returns the text of an address that is no value of its column; undefined if all are. */
function wrongText(part: SelectedColumn, texts: readonly string[], type: FieldType | undefined): string | undefined {
  if (part.kind === 'values') {
    const at = part.values.findIndex((value) => value !== null && !isValueOf(value, type))
    return at < 0 ? undefined : (part.values[at] ?? undefined)
  }
  const ends = [part.from, part.to].filter((end) => end !== null).map(String)
  const isOf = (is: (text: string) => boolean) => ends.every((end) => is(end) && isValueOf(end, type))
  return isOf(isNumber) || isOf(isTime) ? undefined : texts[0]
}

/** True for a text that can be a value of a column. type: undefined if it is not known. */
function isValueOf(text: string, type: FieldType | undefined): boolean {
  if (type === 'boolean') return text === 'true' || text === 'false'
  if (type === undefined || !(isNumericType(type) || isTemporalType(type))) return true
  return isNumericType(type) ? isNumber(text) : isTime(text)
}

function isNumber(text: string): boolean {
  return exactNumber(text) !== null
}

const timePattern =
  /^(?<day>.{10})(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/

/** True for a day that exists, which may have a time. */
function isTime(text: string): boolean {
  const day = timePattern.exec(text)?.groups?.day
  return day !== undefined && isoDateSchema.safeParse(day).success
}
