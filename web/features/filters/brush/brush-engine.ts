import { isAllowed } from '@tidemark/shared/access/rules'
import type { Actor } from '@tidemark/shared/access/actor'
import type { BuilderQuery } from '@tidemark/shared/builder/question'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { dataStampOf } from '@tidemark/shared/data-versions/data-stamp'
import type { TileId } from '@tidemark/shared/dashboards/dashboard'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { gridMaxRows, type RunItem, type RunResult } from '@tidemark/shared/query/run-query'
import { runItem } from '@/client/results/run-query-client'
import type { Chart } from '@tidemark/shared/charts/chart'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { conditionsOfSelection, type Selection } from '@/features/charts/selections/selection'
import { takesPart, type SelectedMarks } from '../selection-rules'
import { answerOfCube, cubeOf, prepareCube, type Cube, type Dimension, type PreparedCube } from './cube'

/** A tile as it is asked for now. own: its filters without those by chosen marks. */
export interface BrushedTile {
  readonly chart: Chart
  readonly hasParameters: boolean
  readonly result: RunResult | undefined
  readonly own: readonly ResultFilter[]
}

/** byTile: of tiles that no answer is known for yet, nothing. hasCubes: true if some tile has one, or soon will. */
export interface BrushAnswers {
  readonly byTile: ReadonlyMap<TileId, RunResult>
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
  | { readonly kind: 'ready'; readonly cube: PreparedCube }

/** More are forgotten, the oldest first. */
const mostCubes = 64

/** Returns the engine that asks for a cube of each tile once, and adds it up for each range. onAnswers: one arrived. */
export function createBrushEngine({ view, actor }: EngineAsks, onAnswers: () => void): BrushEngine {
  const cubes = new Map<string, Known>()
  const ask = (key: string, order: RunResult, item: RunItem, cube: Cube) => {
    cubes.set(key, { kind: 'pending' })
    for (const old of [...cubes.keys()].slice(0, Math.max(0, cubes.size - mostCubes))) cubes.delete(old)
    void runItem(item, new AbortController().signal).then((outcome) => {
      const result = outcome.kind === 'result' && outcome.result.status === 'success' ? outcome.result : null
      const isWhole = result !== null && result.truncated === null
      cubes.set(key, isWhole ? { kind: 'ready', cube: prepareCube(cube, result, order) } : { kind: 'none' })
      onAnswers()
    })
  }
  return {
    answers: (source, selection, tiles, chosen) => {
      const byTile = new Map<TileId, RunResult>()
      const dimension = dimensionOf(tiles.get(source), selection)
      const brushed = tiles.get(source)?.chart.query
      if (dimension === null) return { byTile, hasCubes: false }
      let hasCubes = false
      for (const [id, tile] of tiles) {
        const query = id === source ? null : askableQuery(view(), actor, tile)
        if (query === null || tile.result === undefined || !hasSameSource(query, brushed)) continue
        const filters = [
          ...tile.own,
          ...[...chosen].flatMap(([other, marks]) =>
            other === source || other === id
              ? []
              : conditionsOfSelection(marks.filter((part) => takesPart(query, part, tiles.get(other)?.chart.query))),
          ),
        ]
        const key = JSON.stringify([id, query, filters, dimension, dataStampOf(view(), query)])
        const cube = cubes.has(key) ? null : cubeOf(query, dimension)
        if (cube !== null)
          ask(
            key,
            tile.result,
            { query: cube.query, maxRows: gridMaxRows, ...(filters.length > 0 && { filters }) },
            cube,
          )
        const known = cubes.get(key)
        if (known === undefined) cubes.set(key, { kind: 'none' })
        if (known?.kind === 'ready') byTile.set(id, { ...tile.result, ...answerOfCube(known.cube, selection) })
        hasCubes ||= known?.kind === 'ready' || known?.kind === 'pending'
      }
      return { byTile, hasCubes }
    },
  }
}

/** The group that a range is of: a brush over slots has a single column. */
function dimensionOf(source: BrushedTile | undefined, selection: Selection): Dimension | null {
  const [part, ...others] = selection
  const query = source?.chart.query
  if (part === undefined || others.length > 0 || query?.kind !== 'builder') return null
  // The groups of a first step are not those that are drawn.
  if (query.question.steps !== undefined) return null
  const group = query.question.groups.find(({ column }) => column.name === part.column)
  return group === undefined || group.column.join !== null ? null : { column: group.column, grain: group.grain }
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
