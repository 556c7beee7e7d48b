import { resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

const visitors = resultOf(
  { country: 'text', city: 'text', visitors: 'integer', new: 'integer', returning: 'integer', level: 'integer' },
  [
    ['', '', 930, 590, 420, 3],
    ['Italy', '', 510, 330, 230, 1],
    ['Norway', '', 330, 210, 160, 1],
    [null, '', 120, 80, 50, 1],
    ['Italy', 'Rome', 340, 220, 150, 0],
    ['Italy', 'Turin', 210, 130, 100, 0],
    ['Norway', 'Oslo', 330, 210, 160, 0],
    [null, null, 120, 80, 50, 0],
  ],
)

export const tableGallery: readonly GalleryChart[] = [
  {
    name: 'table',
    title: 'Shops',
    visual: visualOf('table', {
      columnOrder: ['shop', 'growth', 'revenue', 'orders'],
      columnStyles: [
        { column: 'shop', kind: 'link', link: 'https://shops.example/{id}', isPinned: true },
        { column: 'id', isHidden: true },
        {
          column: 'growth',
          format: { style: 'percent', decimals: 0, currency: null, unit: '' },
          rules: [
            { kind: 'icon', test: { op: 'less', value: '0' }, tone: 'bad', icon: 'down' },
            { kind: 'icon', test: { op: 'at-least', value: '0' }, tone: 'good', icon: 'up' },
            { kind: 'text', test: { op: 'less', value: '0' }, tone: 'bad' },
          ],
        },
        {
          column: 'revenue',
          format: { style: 'currency', decimals: 0, currency: 'EUR', unit: '' },
          rules: [{ kind: 'bar' }],
        },
        { column: 'orders', rules: [{ kind: 'scale' }] },
        { column: 'weeks', kind: 'line' },
        { column: 'stock', kind: 'bars' },
        { column: 'open', kind: 'mark', align: 'center' },
        { column: 'visit', kind: 'duration' },
        { column: 'pictures', kind: 'bytes' },
      ],
    }),
    data: resultOf(
      {
        id: 'integer',
        shop: 'text',
        revenue: 'decimal',
        orders: 'integer',
        growth: 'number',
        weeks: 'json',
        stock: 'json',
        open: 'boolean',
        visit: 'integer',
        pictures: 'bigint',
      },
      [
        [1, 'Berlin', '41020.50', 312, 0.12, '[3,4,6,5,8,9]', '[4,-2,3]', true, 3725, '1536000000'],
        [2, 'Köln', '28310.00', 205, -0.04, '[9,7,null,4,3]', '[1,1,2]', false, 95, '999'],
        [3, 'متجر', '9520.00', 98, 0, '[1]', null, true, 12, null],
        [4, null, '-810.00', 3, null, null, '[]', null, null, '12000'],
      ],
    ),
  },
  {
    name: 'table-grouped',
    title: 'Visitors by country',
    visual: visualOf('table', {
      tableGroups: ['country'],
      tableTotals: true,
      rowTotals: true,
      columnStyles: [{ column: 'visitors', isHidden: true }],
    }),
    data: {
      ...visitors,
      totals: { of: { mark: 'pivot', rows: [], columns: [], groups: ['country'] }, column: 'level' },
    },
  },
]
