import type { Question, QuestionGroup, QuestionMeasure } from '@tidemark/shared/builder/question'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'

/** The changes that make a dashboard of twelve questions over the sales of a shop. They are sent to the parent process. */
const amount = { join: null, name: 'amount', type: 'number', databaseType: 'DOUBLE' } as const
const store = { join: null, name: 'store', type: 'integer', databaseType: 'INTEGER' } as const
const soldAt = { join: null, name: 'sold_at', type: 'timestamp', databaseType: 'TIMESTAMP' } as const
const aisle = { join: null, name: 'aisle', type: 'text', databaseType: 'VARCHAR' } as const
const channel = { join: null, name: 'channel', type: 'text', databaseType: 'VARCHAR' } as const

const measure = (fn: 'count' | 'sum' | 'average' | 'max', label: string): QuestionMeasure => ({
  id: fn,
  fn,
  column: fn === 'count' ? null : amount,
  percentile: 50,
  show: 'value',
  label,
})
const group = (column: QuestionGroup['column'], grain: QuestionGroup['grain'] = null): QuestionGroup => ({
  id: column.name,
  column,
  grain,
  label: '',
})
const [sales, revenue, basket, largest] = [
  measure('count', 'Sales'),
  measure('sum', 'Revenue'),
  measure('average', 'Basket'),
  measure('max', 'Largest'),
]

type TileOfBoard = readonly [
  name: string,
  groups: readonly QuestionGroup[],
  measure: QuestionMeasure,
  visual: Partial<ChartVisual>,
]
const tiles: readonly TileOfBoard[] = [
  ['Weeks', [group(soldAt, 'week')], sales, { type: 'line', x: 'sold_at by week', y: ['Sales'] }],
  ['Aisles', [group(aisle)], revenue, { type: 'row', x: 'aisle', y: ['Revenue'] }],
  ['Channels', [group(channel)], sales, { type: 'bar', x: 'channel', y: ['Sales'] }],
  ['Shares', [group(channel)], revenue, { type: 'pie', x: 'channel', y: ['Revenue'] }],
  ['Baskets', [group(channel)], basket, { type: 'bar', x: 'channel', y: ['Basket'] }],
  ['Largest', [group(aisle)], largest, { type: 'bar', x: 'aisle', y: ['Largest'] }],
  [
    'Both',
    [group(aisle), group(channel)],
    revenue,
    { type: 'bar', x: 'aisle', y: ['Revenue'], color: 'channel', stack: 'stacked' },
  ],
  ['Heat', [group(aisle), group(channel)], sales, { type: 'heatmap', x: 'aisle', y: ['Sales'], color: 'channel' }],
  ['Stores', [group(store)], sales, { type: 'table' }],
  ['All sales', [], sales, { type: 'number', y: ['Sales'] }],
  ['All revenue', [], revenue, { type: 'number', y: ['Revenue'] }],
  ['Mean basket', [], basket, { type: 'number', y: ['Basket'] }],
]

const named = { folderId: null, description: '', order: 'a9' }

function changesOf(table: string): readonly (readonly [name: string, args: object])[] {
  const firstTab = { id: 'brush-tab', name: 'First', order: 'a0' }
  return [
    ['createDashboard', { id: 'brush', ...named, name: 'Brush', firstTab }],
    ...tiles.flatMap(([name, groups, one, visual], at) => {
      const question: Question = {
        ...emptyQuestion,
        source: { schema: null, name: table },
        groups: [...groups],
        measures: [one],
      }
      const chart = { id: `brush-${at}`, ...named, name, query: { kind: 'builder', connectionId: 'local', question } }
      const place = { x: (at % 4) * 3, y: Math.floor(at / 4) * 6, w: 3, h: 6 }
      const tile = { id: `brush-tile-${at}`, dashboardId: 'brush', tabId: 'brush-tab', place }
      return [
        ['createChart', { ...chart, visual: { ...defaultVisual, ...visual } }],
        ['createTile', { ...tile, content: { kind: 'chart', chartId: `brush-${at}` } }],
      ] as const
    }),
  ]
}

process.send?.(changesOf(process.argv[2] ?? ''))
