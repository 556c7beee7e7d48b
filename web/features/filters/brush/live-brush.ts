import { isLeftOut, type Tile, type TileId } from '@tidemark/shared/dashboards/dashboard'
import type { RunResult } from '@tidemark/shared/query/run-query'
import type { Selection } from '@/features/charts/selections/selection'
import type { SelectedMarks } from '../selection-rules'
import { createBrushEngine, type BrushedTile, type BrushEngine, type EngineAsks } from './brush-engine'

/**
 * Shows what a range that is still being drawn leaves of the other tiles, from answers computed in the browser. The tiles
 * ask the server once the range is chosen, and its answers then take their place.
 */
export class LiveBrush {
  readonly #tiles = new Map<TileId, BrushedTile>()
  readonly #listeners = new Set<() => void>()
  #answers: ReadonlyMap<TileId, RunResult> = new Map()
  #pending: ReadonlySet<TileId> = new Set()
  #isDrawing = false
  /** Until it is known, the server is not asked at each move. */
  #hasCubes = true
  #engine: BrushEngine | null = null
  #frame = 0
  #wanted: { readonly source: TileId; readonly selection: Selection } | null = null

  #chosen: SelectedMarks = new Map()
  #taking: ReadonlySet<TileId> = new Set()

  constructor(private readonly asks: EngineAsks) {}

  /** chosen: the marks of all tiles. tiles: all of the dashboard. */
  setChosen(chosen: SelectedMarks, tiles: readonly Tile[]): void {
    this.#taking = new Set(tiles.filter((tile) => !isLeftOut(tile)).map(({ id }) => id))
    this.#chosen = new Map([...chosen].filter(([id]) => this.#taking.has(id)))
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  answerOf(id: TileId): RunResult | undefined {
    return this.#answers.get(id)
  }

  /** True while a tile cannot follow the range yet. */
  isPending(id: TileId): boolean {
    return this.#pending.has(id)
  }

  register(id: TileId, tile: BrushedTile): void {
    const before = this.#tiles.get(id)
    this.#tiles.set(id, tile)
    const hasNew = !this.#isDrawing && tile.result !== undefined && tile.result !== before?.result
    if (hasNew && this.#answers.has(id)) this.#show(new Map([...this.#answers].filter(([other]) => other !== id)))
  }

  leave(id: TileId): void {
    this.#tiles.delete(id)
  }

  /** Draws what a range leaves of the other tiles with the next frame. Returns true if some of them follow it. */
  preview(source: TileId, selection: Selection): boolean {
    this.#isDrawing = true
    this.#wanted = { source, selection }
    this.#engine ??= createBrushEngine(this.asks, () => this.#isDrawing && this.#draw())
    if (this.#frame === 0)
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0
        this.#draw()
      })
    return this.#hasCubes
  }

  /** Ends the drawing: what is shown stays until the server has answered. */
  end(): void {
    this.#isDrawing = false
    this.#pending = new Set()
    this.#show(this.#answers)
  }

  #draw(): void {
    if (this.#engine === null || this.#wanted === null) return
    const { source, selection } = this.#wanted
    const { byTile, pending, hasCubes } = this.#engine.answers(source, selection, this.#takingTiles(), this.#chosen)
    this.#hasCubes = hasCubes
    this.#pending = pending
    this.#show(new Map([...byTile].map(([id, answer]) => [id, sameAnswer(this.#answers.get(id), answer)])))
  }

  #takingTiles(): ReadonlyMap<TileId, BrushedTile> {
    return new Map([...this.#tiles].filter(([id]) => this.#taking.has(id)))
  }

  #show(answers: ReadonlyMap<TileId, RunResult>): void {
    this.#answers = answers
    for (const listener of this.#listeners) listener()
  }
}

/** Returns the answer before where the next one has the same cells, so that it is not drawn again. */
function sameAnswer(before: RunResult | undefined, next: RunResult): RunResult {
  const isSame =
    before?.fields === next.fields &&
    before.rowCount === next.rowCount &&
    next.columns.every((column, at) => column.every((cell, row) => cell === before.columns[at]?.[row]))
  return isSame ? before : next
}
