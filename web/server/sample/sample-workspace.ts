import { orderBetween } from '@tidemark/shared/base/order'
import { chartIdSchema, chartKey, type Chart } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import {
  dashboardIdSchema,
  dashboardKey,
  tabIdSchema,
  tabKey,
  tileIdSchema,
  tileKey,
  type Dashboard,
  type Place,
  type Tab,
  type Tile,
} from '@tidemark/shared/dashboards/dashboard'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { filterIdSchema, filterKey, type Filter } from '@tidemark/shared/filters/filter'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { workspaceKey, type Workspace } from '@tidemark/shared/workspaces/workspace'
import { sampleCharts, type SampleChart, type SampleChartName } from './sample-charts'
import { sampleDatasetEntries } from './sample-datasets'

type SampleEntry = readonly [key: string, value: Workspace | Dataset | Chart | Dashboard | Tab | Tile | Filter]
type Layout = readonly (readonly [
  chart: SampleChartName,
  ...place: readonly [x: number, y: number, w: number, h: number],
])[]

const dashboardId = dashboardIdSchema.parse('sample-dashboard')

const tabs: readonly { readonly id: string; readonly name: string; readonly layout: Layout }[] = [
  {
    id: 'sample-climate-tab',
    name: 'Climate and people',
    layout: [
      ['co2-now', 0, 0, 3, 2],
      ['renewable-share', 3, 0, 3, 2],
      ['life-expectancy', 6, 0, 3, 2],
      ['unemployed-now', 9, 0, 3, 2],
      ['co2-monthly', 0, 2, 8, 6],
      ['global-temperature', 8, 2, 4, 6],
      ['electricity-by-source', 0, 8, 4, 6],
      ['unemployed-by-industry', 4, 8, 4, 6],
      ['children-and-life', 8, 8, 4, 6],
      ['daily-highs', 0, 14, 4, 6],
      ['largest-countries', 4, 14, 8, 6],
    ],
  },
  {
    id: 'sample-birds-tab',
    name: 'Bird strikes',
    layout: [
      ['strikes-a-year', 0, 0, 4, 2],
      ['strike-cost', 4, 0, 4, 2],
      ['damage-share', 8, 0, 4, 2],
      ['strikes-and-cost', 0, 2, 8, 6],
      ['time-of-day', 8, 2, 4, 6],
      ['known-species', 0, 8, 5, 7],
      ['strike-speed', 5, 8, 7, 7],
      ['costliest-strikes', 0, 15, 12, 6],
    ],
  },
]

const filters: readonly (Pick<Filter, 'name' | 'column' | 'kind'> & {
  readonly id: string
  readonly charts: readonly SampleChartName[]
})[] = [
  {
    id: 'sample-region-filter',
    name: 'Region',
    column: 'region',
    kind: 'category',
    charts: ['children-and-life', 'largest-countries'],
  },
]

/**
 * Returns the content of a new workspace: settings, and a dashboard over real public data with its datasets and
 * charts. Every id is fixed and begins with `sample-`. timeZone: the machine's IANA zone.
 */
export function sampleWorkspace(made: {
  readonly at: number
  readonly userId: string
  readonly timeZone: string
}): readonly SampleEntry[] {
  const authorship = { createdAt: made.at, createdBy: made.userId, updatedAt: made.at, updatedBy: made.userId }
  const chartNames = sampleChartNames()
  return [
    [
      workspaceKey,
      { name: 'My workspace', timeZone: made.timeZone, weekStart: 1, isToldOfDataAccess: true, ...authorship },
    ],
    ...sampleDatasetEntries(made.at, made.userId),
    ...inOrder(chartNames).map(([name, order]): SampleEntry => {
      const { visual, sql, ...texts }: SampleChart = sampleCharts[name]
      const id = sampleChartId(name)
      const query = { kind: 'sql', connectionId: localConnectionId, sql } as const
      return [
        chartKey(id),
        {
          id,
          folderId: null,
          ...texts,
          query,
          visual: { ...defaultVisual, ...visual },
          order,
          deletedAt: null,
          ...authorship,
        },
      ]
    }),
    [
      dashboardKey(dashboardId),
      {
        id: dashboardId,
        folderId: null,
        name: 'The world in numbers',
        description: 'A tour of Tidemark over public data: the climate, people, and what birds do to aircraft.',
        order: orderBetween(null, null),
        deletedAt: null,
        ...authorship,
      },
    ],
    ...inOrder(tabs).flatMap(([tab, order]): SampleEntry[] => {
      const id = tabIdSchema.parse(tab.id)
      return [
        [tabKey(dashboardId, id), { id, dashboardId, name: tab.name, order, ...authorship }],
        ...tab.layout.map(([chart, x, y, w, h]): SampleEntry => {
          const tileId = sampleTileId(chart)
          const place: Place = { x, y, w, h }
          const content = { kind: 'chart', chartId: sampleChartId(chart) } as const
          return [tileKey(dashboardId, tileId), { id: tileId, dashboardId, tabId: id, content, place, ...authorship }]
        }),
      ]
    }),
    ...inOrder(filters).map(([{ id, charts, ...fields }, order]): SampleEntry => {
      const filterId = filterIdSchema.parse(id)
      const scope = { kind: 'tiles', tileIds: charts.map(sampleTileId) } as const
      const value = { id: filterId, dashboardId, ...fields, default: null, scope, order, ...authorship }
      return [filterKey(dashboardId, filterId), value]
    }),
  ]
}

function sampleTileId(chart: SampleChartName) {
  return tileIdSchema.parse(`sample-${chart}-tile`)
}

function sampleChartId(name: SampleChartName) {
  return chartIdSchema.parse(`sample-${name}`)
}

function sampleChartNames(): SampleChartName[] {
  // Object.keys returns string[].
  return Object.keys(sampleCharts) as SampleChartName[]
}

/** Pairs each item with an order value that sorts after the previous one's. */
function inOrder<T>(items: readonly T[]): readonly (readonly [item: T, order: string])[] {
  let order: string | null = null
  return items.map((item) => {
    order = orderBetween(order, null)
    return [item, order] as const
  })
}
