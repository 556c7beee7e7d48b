import { isAllowed } from '@tidemark/shared/access/rules'
import type { Actor } from '@tidemark/shared/access/actor'
import type { BuilderQuery } from '@tidemark/shared/builder/question'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { dataStampOf } from '@tidemark/shared/data-versions/data-stamp'
import type { TileId } from '@tidemark/shared/dashboards/dashboard'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { gridMaxRows, type RunResult } from '@tidemark/shared/query/run-query'
import { runItem } from '@/client/results/run-query-client'
import type { Chart } from '@tidemark/shared/charts/chart'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { conditionsOfSelection, type Selection } from '@/features/charts/selections/selection'
import { takesPart, type SelectedMarks } from '../selection-rules'
import {
  additiveOf,
  answerOfCube,
  cubeOf,
  keyOfPart,
  prepareCube,
  slotsOf,
  spansOf,
  type Additive,
  type Dimension,
  type PreparedCube,
  type Slots,
} from './cube'

/** A tile as it is asked for now. own: its filters without those by chosen marks. */
export interface BrushedTile {
  readonly chart: Chart
  readonly hasParameters: boolean
  readonly result: RunResult | undefined
  readonly own: readonly ResultFilter[]
}

/**
 * byTile: of tiles that no answer is known for yet, nothing. pending: the tiles whose cubes are on their way. hasCubes: true if
 * some tile has one, or soon will.
 */
export interface BrushAnswers {
  readonly byTile: ReadonlyMap<TileId, RunResult>
  readonly pending: ReadonlySet<TileId>
  readonly hasCubes: boolean
}

/** Computes answers while a range is drawn. */
export interface BrushEngine {
  /** Returns the answers under a selection. */
  readonly answers: (
    source: TileId,
    selection: Selection,
    tiles: ReadonlyMap<TileId, BrushedTile>,
    chosen: SelectedMarks,
  ) => BrushAnswers
}

/** The entries and the person that the engine asks with. */
export interface EngineAsks {
  readonly view: () => EntryView
  readonly actor: Actor
}

/** pending: asked for. A tile without an answer that adds up has none. */
type Known =
  | { readonly kind: 'pending' }
  | { readonly kind: 'none' }
  | { readonly kind: 'ready'; readonly cube: PreparedCube; readonly slots: Slots }

/** More are forgotten, the oldest first. */
const mostCubes = 64

/** A tile whose cube is to be asked for. */
interface Wanted {
  readonly key: string
  readonly additive: Additive
  readonly result: RunResult
  readonly filters: readonly ResultFilter[]
}

/**
 * Returns the engine that asks for a cube of each tile once, of tiles over the same rows together, and adds it up for each
 * range. onAnswers: some arrived.
 */
export function createBrushEngine({ view, actor }: EngineAsks, onAnswers: () => void): BrushEngine {
  const cubes = new Map<string, Known>()
  const ask = (tiles: readonly [Wanted, ...Wanted[]], dimension: Dimension) => {
    for (const { key } of tiles) cubes.set(key, { kind: 'pending' })
    for (const old of [...cubes.keys()].slice(0, Math.max(0, cubes.size - mostCubes))) cubes.delete(old)
    const [first, ...others] = tiles
    const cube = cubeOf([first.additive, ...others.map(({ additive }) => additive)], dimension)
    const item = {
      query: cube.query,
      maxRows: gridMaxRows,
      ...(first.filters.length > 0 && { filters: [...first.filters] }),
    }
    void runItem(item, new AbortController().signal).then((outcome) => {
      const result = outcome.kind === 'result' && outcome.result.status === 'success' ? outcome.result : null
      const slots = result === null || result.truncated !== null ? null : slotsOf(cube, result)
      tiles.forEach((tile, at) =>
        cubes.set(
          tile.key,
          result === null || slots === null
            ? { kind: 'none' }
            : { kind: 'ready', slots, cube: prepareCube(tile.additive, cube, at, result, slots, tile.result) },
        ),
      )
      onAnswers()
    })
  }
  return {
    answers: (source, selection, tiles, chosen) => {
      const byTile = new Map<TileId, RunResult>()
      const pending = new Set<TileId>()
      const brushed = tiles.get(source)
      const dimension = dimensionOf(brushed, selection)
      if (dimension === null) return { byTile, pending, hasCubes: false }
      const spans = new Map<Slots, ReturnType<typeof spansOf>>()
      const wanted: Wanted[] = []
      for (const [id, tile] of tiles) {
        const query = id === source ? null : askableQuery(view(), actor, tile)
        if (query === null || tile.result === undefined || !hasSameSource(query, brushed?.chart.query)) continue
        const filters = [
          ...tile.own,
          ...[...chosen].flatMap(([other, marks]) =>
            other === source || other === id
              ? []
              : conditionsOfSelection(marks.filter((part) => takesPart(query, part, tiles.get(other)?.chart.query))),
          ),
        ]
        const key = JSON.stringify([id, query, filters, dimension, dataStampOf(view(), query)])
        const known = cubes.get(key)
        const additive = known === undefined ? additiveOf(query) : null
        if (additive !== null) wanted.push({ key, additive, filters, result: tile.result })
        else if (known === undefined) cubes.set(key, { kind: 'none' })
        if (additive !== null || known?.kind === 'pending') pending.add(id)
        if (known?.kind !== 'ready') continue
        const own = spans.get(known.slots) ?? spansOf(known.slots, selection)
        spans.set(known.slots, own)
        byTile.set(id, { ...tile.result, ...answerOfCube(known.cube, own) })
      }
      for (const together of askedTogether(wanted, brushed?.result?.rowCount ?? 1)) ask(together, dimension)
      return { byTile, pending, hasCubes: byTile.size + pending.size > 0 }
    },
  }
}

/** The most rows that a cube of several tiles may have: more take longer than asking twice. */
const mostSharedRows = 20_000
/** The most parts of a question, beside the group of the range. */
const mostParts = { groups: 15, measures: 32 }

/** Returns the tiles whose cubes are one question: over the same rows, and by few values together. slotCount: of the range. */
function askedTogether(wanted: readonly Wanted[], slotCount: number): readonly (readonly [Wanted, ...Wanted[]])[] {
  const shared: { readonly over: string; readonly sizes: Map<string, number>; tiles: [Wanted, ...Wanted[]] }[] = []
  for (const tile of wanted) {
    const { query } = tile.additive
    const over = JSON.stringify([
      { ...query, question: { ...query.question, groups: [], measures: [], sort: [] } },
      tile.filters,
    ])
    const sizes = query.question.groups.map(
      (group, at) => [keyOfPart(group), new Set(tile.result.columns[at]).size] as const,
    )
    const known = shared.find((one) => {
      const all = new Map([...one.sizes, ...sizes])
      const rows = [...all.values()].reduce((product, size) => product * size, slotCount)
      const measures = [...one.tiles, tile].reduce((sum, { additive }) => sum + additive.measures.length, 0)
      const isOneQuestion = all.size <= mostParts.groups && measures <= mostParts.measures
      return one.over === over && isOneQuestion && rows <= mostSharedRows
    })
    if (known === undefined) shared.push({ over, sizes: new Map(sizes), tiles: [tile] })
    else {
      for (const [key, size] of sizes) known.sizes.set(key, size)
      known.tiles.push(tile)
    }
  }
  return shared.map(({ tiles }) => tiles)
}

/** The group that a range is of: a brush over slots has a single column. */
function dimensionOf(source: BrushedTile | undefined, selection: Selection): Dimension | null {
  const [part, ...others] = selection
  const query = source?.chart.query
  if (part === undefined || others.length > 0 || query?.kind !== 'builder') return null
  // The groups of a first step are not those that are drawn.
  if (query.question.steps !== undefined) return null
  const group = query.question.groups.find(({ column }) => column.name === part.column)
  if (group === undefined || group.column.join !== null || group.top !== undefined) return null
  const { column, grain, bin } = group
  return { column, grain, ...(bin && { bin }) }
}

/** The question of a tile that this person may ask, and whose answer is drawn as it comes; null for others. */
function askableQuery(
  view: EntryView,
  actor: Actor,
  { chart, hasParameters, result }: BrushedTile,
): BuilderQuery | null {
  const { query } = chart
  if (query.kind !== 'builder' || hasParameters || result === undefined) return null
  if (result.truncated !== null || result.totals !== undefined || result.compared !== undefined) return null
  return isAllowed(actor, { do: 'run', target: getRunTarget(view, query.connectionId), level: 'builder' })
    ? query
    : null
}

function hasSameSource(query: BuilderQuery, other: BrushedTile['chart']['query'] | undefined): boolean {
  if (other?.kind !== 'builder' || other.connectionId !== query.connectionId) return false
  return JSON.stringify(other.question.source) === JSON.stringify(query.question.source)
}
