import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { listConnections } from '@tidemark/shared/connections/connection-queries'
import { tabsPrefix, tilesPrefix, tabSchema, tileSchema } from '@tidemark/shared/dashboards/dashboard'
import { listDashboards } from '@tidemark/shared/dashboards/dashboard-queries'
import { dataVersionPrefix, dataVersionSchema } from '@tidemark/shared/data-versions/data-version'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { listFromView, type EntryView } from '@tidemark/shared/entries/entry-tx'
import { listMetrics } from '@tidemark/shared/metrics/metric-queries'
import { listSegments } from '@tidemark/shared/segments/segment-queries'
import { filtersPrefix, filterSchema } from '@tidemark/shared/filters/filter'
import { savedViewsPrefix, savedViewSchema } from '@tidemark/shared/saved-views/saved-view'

/** Something that changed while a person was away. by: null where a program said so. isNew: it was made then. */
export interface Change {
  readonly kind: 'chart' | 'dashboard' | 'metric' | 'segment' | 'dataset' | 'connection'
  readonly id: string
  readonly name: string
  readonly href: string
  readonly by: string | null
  /** Unix milliseconds. */
  readonly at: number
  readonly isNew: boolean
}

/** since, startedAt: the end of the visit before, and the beginning of this one, in Unix milliseconds. */
interface Away {
  readonly userId: string
  readonly since: number
  readonly startedAt: number
}

interface Edit {
  readonly updatedAt: number
  readonly updatedBy: string
}

/**
 * Charts, dashboards, metrics, segments and data that others changed since the last visit, the latest first, each once. What carries the person's
 * own name counts where it came before this visit began: from another browser, or by the API.
 */
export function listChanges(view: EntryView, { userId, since, startedAt }: Away): readonly Change[] {
  const isMeant = ({ updatedAt, updatedBy }: Edit) =>
    updatedAt > since && (updatedBy !== userId || updatedAt < startedAt)
  const lastOf = (edits: readonly Edit[]) =>
    edits
      .filter(isMeant)
      .reduce<Edit | null>((last, edit) => (last !== null && last.updatedAt > edit.updatedAt ? last : edit), null)
  const dashboardEdits = editsOfDashboards(view)
  const madeThen = ({ createdAt }: { readonly createdAt: number }) => createdAt > since
  const versions = listFromView(view, dataVersionSchema, dataVersionPrefix)
  const toldAt = new Map<string, number>(versions.map(({ sourceId, at }) => [sourceId, at]))
  const changed = (
    kind: Change['kind'],
    thing: { readonly id: string; readonly name: string; readonly createdAt: number },
    href: string,
    edits: readonly Edit[],
  ): readonly Change[] => {
    const last = lastOf(edits)
    const told = toldAt.get(thing.id) ?? 0
    const { id, name } = thing
    if (told > since && told > (last?.updatedAt ?? 0))
      return [{ kind, id, name, href, by: null, at: told, isNew: false }]
    return last === null
      ? []
      : [{ kind, id, name, href, by: last.updatedBy, at: last.updatedAt, isNew: madeThen(thing) }]
  }
  return [
    ...listDashboards(view).flatMap((dashboard) =>
      changed('dashboard', dashboard, `/dashboards/${dashboard.id}`, [
        dashboard,
        ...(dashboardEdits.get(dashboard.id) ?? []),
      ]),
    ),
    ...listCharts(view).flatMap((chart) => changed('chart', chart, `/charts/${chart.id}`, [chart])),
    ...listMetrics(view).flatMap((metric) => changed('metric', metric, `/metrics/${metric.id}`, [metric])),
    ...listSegments(view).flatMap((segment) => changed('segment', segment, `/segments/${segment.id}`, [segment])),
    ...listDatasets(view).flatMap((dataset) => changed('dataset', dataset, `/data/${dataset.id}`, [dataset])),
    ...listConnections(view).flatMap((one) => changed('connection', one, `/connections/${one.id}`, [one])),
  ].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
}

/** The edits of tabs, tiles, filters and views, by their dashboard. */
export function editsOfDashboards(view: EntryView): ReadonlyMap<string, readonly Edit[]> {
  const parts = [
    ...listFromView(view, tabSchema, tabsPrefix),
    ...listFromView(view, tileSchema, tilesPrefix),
    ...listFromView(view, filterSchema, filtersPrefix),
    ...listFromView(view, savedViewSchema, savedViewsPrefix),
  ]
  const edits = new Map<string, Edit[]>()
  for (const part of parts) {
    const known = edits.get(part.dashboardId)
    if (known === undefined) edits.set(part.dashboardId, [part])
    else known.push(part)
  }
  return edits
}
