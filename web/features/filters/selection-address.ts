import type { Tile, TileId } from '@tidemark/shared/dashboards/dashboard'
import { mostSelectedValues, type SelectedColumn, type Selection } from '@/features/charts/selections/selection'

const prefix = 's.'
const mostColumns = 8

/**
 * Reads the marks chosen on a dashboard from an address: `s.<tile>.<column>=Rome`, several times for several values, or
 * `[2026-01-01..2026-02-01)` for a range, of which `]` includes the end. As in filters `\N` is null and any other leading
 * `\` is doubled; a value that begins as a range does has one, too. Tiles that are not there are left out.
 */
export function selectionsInAddress(
  query: URLSearchParams,
  tiles: readonly Pick<Tile, 'id'>[],
): ReadonlyMap<TileId, Selection> {
  const names = [...new Set(query.keys())].filter((name) => name.startsWith(prefix))
  const selections = new Map<TileId, Selection>()
  if (names.length === 0) return selections
  for (const { id } of tiles) {
    const start = `${prefix}${id}.`
    const parts = names.flatMap((name) =>
      name.startsWith(start) ? (partOf(name.slice(start.length), query.getAll(name)) ?? []) : [],
    )
    if (parts.length > 0) selections.set(id, parts.slice(0, mostColumns))
  }
  return selections
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
