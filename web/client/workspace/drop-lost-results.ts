import { isAllowed } from '@tidemark/shared/access/rules'
import type { Actor } from '@tidemark/shared/access/actor'
import type { ConnectionLevel } from '@tidemark/shared/access/grants'
import { isJsonObject } from '@tidemark/shared/base/json'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { isOfLostData, shownPartOf } from '@tidemark/shared/data-versions/data-stamp'
import { datasetPrefix, datasetSchema } from '@tidemark/shared/datasets/dataset'
import { mayUseDataset } from '@tidemark/shared/datasets/dataset-rights'
import { getFromView, listFromView, type EntryView } from '@tidemark/shared/entries/entry-tx'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import type { ResultCache } from '../results/result-cache'
import type { SyncClient } from '../sync/sync-client'

/** The delay before a check: rights are often lost together with other changes, and one check covers all of them. */
const lookAfterMs = 5000

type Synced = Pick<SyncClient, 'views' | 'getState' | 'getActor' | 'subscribe'>

/**
 * Deletes cached results of charts, connections and datasets that this person may no longer ask for, because they lost
 * access, their role or their membership. Checks once the server was heard and after each change. Returns a function
 * that stops it.
 */
export function dropLostResults(
  { views, getState, getActor, subscribe }: Synced,
  cache: Pick<ResultCache, 'keepOnly' | 'removeStamped'>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lookedAtData: string | undefined
  const look = () => {
    timer = undefined
    const { status, lastSyncAt } = getState()
    if (status.kind === 'removed') return void cache.keepOnly(() => false)
    // The page's snapshot or an outdated local copy may lack entries that the person may see.
    if (!views.isLocal || status.kind !== 'synced' || lastSyncAt === null) return
    const { view } = views.getState()
    void cache.keepOnly((key) => mayBeAsked(key, getActor(), view))
    const data = dataIn(view)
    // Each result is read for this, so it is done only when some data came, went or lost columns.
    if (data !== lookedAtData) void cache.removeStamped((stamp) => isOfLostData(view, stamp))
    lookedAtData = data
  }
  const later = () => {
    timer ??= setTimeout(look, lookAfterMs)
  }
  later()
  const unsubscribes = [views.subscribe(later), subscribe(later)]
  return () => {
    clearTimeout(timer)
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

/** Identifies the datasets of a view, with the columns and rows of those of which it shows only some. */
function dataIn(view: EntryView): string {
  const seen = listFromView(view, datasetSchema, datasetPrefix)
  return JSON.stringify(seen.map((dataset) => [dataset.id, shownPartOf(dataset)]))
}

/** The entry of a cached result, by the prefix of its key, and the level needed to ask for it. */
const kinds = {
  chart: { concept: 'chart', level: 'results' },
  editor: { concept: 'chart', level: 'sql' },
  connection: { concept: 'connection', level: 'builder' },
  dataset: { concept: 'dataset', level: 'builder' },
  metric: { concept: 'metric', level: 'builder' },
} as const satisfies Readonly<Record<string, { readonly concept: string; readonly level: ConnectionLevel }>>

function mayBeAsked(key: string, actor: Actor, view: EntryView): boolean {
  // The preview of a metric is kept as the result of a chart that is not stored.
  const ofWhat = key.replace(/^chart\/metric-/, 'metric/')
  const [, kind, id] = /^(chart|editor|connection|dataset|metric)\/([\w-]+)/.exec(ofWhat) ?? []
  if (kind === undefined || id === undefined) return true
  const { concept, level } = kinds[kind as keyof typeof kinds] // one of the names in the pattern
  const entry = view.get(`${concept}/${id}`)
  if (entry === undefined) return false
  if (concept === 'dataset') {
    const dataset = getFromView(view, datasetSchema, `${datasetPrefix}${id}`)
    if (dataset !== undefined && !mayUseDataset(actor, dataset, level)) return false
    // Columns that are restricted by now, or other rows.
    if (dataset !== undefined && !key.includes(shownPartOf(dataset))) return false
  }
  const query = (concept === 'chart' || concept === 'metric') && isJsonObject(entry) ? entry['query'] : undefined
  if (kind === 'editor' && isJsonObject(query) && query['withheld'] === true) return false
  const queriedConnection = isJsonObject(query) ? query['connectionId'] : undefined
  const connectionId =
    concept === 'connection' ? id : typeof queriedConnection === 'string' ? queriedConnection : localConnectionId
  return isAllowed(actor, { do: 'run', target: getRunTarget(view, connectionId), level })
}
