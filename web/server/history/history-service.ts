import type { Actor } from '@tidemark/shared/access/actor'
import { requirePermission } from '@tidemark/shared/access/rules'
import { chartKey, type ChartId } from '@tidemark/shared/charts/chart'
import { dashboardIdSchema, tilePrefix, tileSchema } from '@tidemark/shared/dashboards/dashboard'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { historyPaths, type HistoryKind, type HistoryPage } from '@tidemark/shared/history/history-page'
import type { JsonObject } from '@tidemark/shared/base/json'
import { readersOf } from '../sync/readers'
import { withholdFrom, type Withhold } from '../sync/withheld-sql'
import type { LiveEntry, PastChange, Store, StoreReadTx } from '../store/store'

export interface HistoryService {
  /** Lists the changes of a chart, a dashboard or a table before a version of the workspace. Fails with `not-found`. */
  read(actor: Actor, kind: HistoryKind, id: string, before?: number): Promise<HistoryPage>
}

/** How many versions of the workspace one page of a history covers. */
const pageVersions = 40

interface HistoryServiceOptions {
  readonly store: Store
  /** The same key that the sync service uses. */
  readonly stampKey?: string | undefined
}

export function createHistoryService({ store, stampKey = '' }: HistoryServiceOptions): HistoryService {
  return {
    read: (actor, kind, id, before = Number.MAX_SAFE_INTEGER) =>
      store.read(actor.orgId, async (tx) =>
        readPage(tx, (await readersOf(store).of(tx, actor)).actor, kind, id, before, stampKey),
      ),
  }
}

async function readPage(
  tx: StoreReadTx,
  actor: Actor,
  kind: HistoryKind,
  id: string,
  before: number,
  stampKey: string,
): Promise<HistoryPage> {
  requirePermission(actor, { do: 'read-content' })
  const paths = historyPaths(kind, id)
  const audience = await audienceOfSubject(tx, kind, id)
  // Entries that the actor may not see appear not to exist.
  if (audience === undefined || !actor.audiences.includes(audience)) throw new TidemarkError('not-found')
  const found: PastChange[] = []
  for (const path of paths) found.push(...(await tx.listPast(path, before, pageVersions)))
  if (kind === 'dashboard') found.push(...(await listPastOfCharts(tx, actor, id, before, found)))
  const newestVersions = [...new Set(found.map(({ version }) => version))].sort((a, b) => b - a)
  const oldest = newestVersions[pageVersions - 1] ?? 0
  const recent = found.filter(({ version }) => version >= oldest)
  const visible = await onlyVisible(tx, actor, recent, audience)
  const withhold = await withholdFrom(actor, tx, textsIn(visible), stampKey)
  const shown = withhold === null ? visible : visible.map((change) => withheldIn(change, withhold))
  return pageOf(shown, newestVersions.length < pageVersions ? null : oldest)
}

/** Lists the changes of a dashboard's charts, of each while a tile showed it. own: the changes of the dashboard itself. */
async function listPastOfCharts(
  tx: StoreReadTx,
  actor: Actor,
  dashboardId: string,
  before: number,
  own: readonly PastChange[],
): Promise<readonly PastChange[]> {
  const tilesPrefix = tilePrefix(dashboardIdSchema.parse(dashboardId))
  const spans = spansOfCharts(
    await tx.listEntries(tilesPrefix),
    own.filter(({ key }) => key.startsWith(tilesPrefix)),
  )
  const found: PastChange[] = []
  for (const [chartId, ofChart] of spans) {
    const key = chartKey(chartId)
    const entry = await tx.getEntry(key)
    // A chart has readers of its own; of one that is gone nobody is told.
    if (entry === undefined || entry.value === null || !actor.audiences.includes(entry.audience)) continue
    const past = await tx.listPast(key, before, pageVersions)
    const isShownAt = (at: number) => ofChart.some(({ from, to }) => at >= from && at <= to)
    // That it was made then is told by its tile.
    found.push(...past.filter(({ at, previous }) => previous !== null && isShownAt(at)))
  }
  return found
}

/** A time in Unix milliseconds. */
interface Span {
  readonly from: number
  readonly to: number
}

/** Returns the times at which each chart was shown, by the tiles there are and those that are gone. */
function spansOfCharts(
  tiles: readonly LiveEntry[],
  past: readonly PastChange[],
): ReadonlyMap<ChartId, readonly Span[]> {
  const spans = new Map<ChartId, Span[]>()
  const add = (value: JsonObject | null, to: number) => {
    const tile = tileSchema.safeParse(value)
    if (!tile.success || tile.data.content.kind !== 'chart') return
    const { chartId } = tile.data.content
    spans.set(chartId, [...(spans.get(chartId) ?? []), { from: tile.data.createdAt, to }])
  }
  for (const { value } of tiles) add(value, Number.POSITIVE_INFINITY)
  for (const { previous, at } of past) add(previous, at)
  return spans
}

/** The readers of a thing; undefined where there is none. A table is known by its dataset, or by what somebody said about it. */
async function audienceOfSubject(tx: StoreReadTx, kind: HistoryKind, id: string): Promise<string | undefined> {
  const subject = await tx.getEntry(`${kind}/${id}`)
  if (subject !== undefined || kind !== 'table') return subject?.audience
  const dataset = await tx.getEntry(`dataset/${id}`)
  if (dataset !== undefined) return dataset.audience
  for (const path of historyPaths(kind, id)) {
    const [part] = await tx.listEntries(path)
    if (part !== undefined) return part.audience
  }
  return undefined
}

function textsIn(changes: readonly PastChange[]): readonly (readonly [key: string, value: JsonObject | null])[] {
  return changes.flatMap(({ key, value, previous }) => [[key, value] as const, [key, previous] as const])
}

function withheldIn(change: PastChange, withhold: Withhold): PastChange {
  const { key, value, previous } = change
  return { ...change, value: value && withhold(key, value), previous: previous && withhold(key, previous) }
}

/**
 * Keeps the changes that the actor may see. A part that only others may see now is hidden with its history; a deleted
 * part was visible to everybody who sees the whole.
 */
async function onlyVisible(
  tx: StoreReadTx,
  actor: Actor,
  changes: readonly PastChange[],
  audience: string,
): Promise<PastChange[]> {
  const hidden = new Set<string>()
  for (const key of new Set(changes.map((change) => change.key))) {
    const entry = await tx.getEntry(key)
    if (!actor.audiences.includes(entry?.audience ?? audience)) hidden.add(key)
  }
  return changes.filter(({ key }) => !hidden.has(key))
}

function pageOf(changes: readonly PastChange[], next: number | null): HistoryPage {
  const newestFirst = changes.toSorted((a, b) => b.version - a.version || (a.key < b.key ? -1 : 1))
  const earlier: Record<string, JsonObject | null> = {}
  for (const { key, previous } of newestFirst) earlier[key] = previous
  const revisions = newestFirst.map(({ key, version, at, userId, value }) => ({ key, version, at, userId, value }))
  return { revisions, earlier, next }
}
