import type { CellValue } from '../../../query/field'
import type { ResultData } from '../../../query/run-query'
import { randomOf, resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'
import { addTotals } from './add-totals'

const products = { Furniture: ['Chairs', 'Desks', 'Lamps'], Paper: ['Notebooks', 'Envelopes'], Devices: ['Phones'] }
const years = ['2025-01-01', '2026-01-01']
const sides = { mark: 'pivot', rows: ['group', 'product'], columns: ['year', 'region'] } as const

function sales(): ResultData {
  const random = randomOf(40)
  const rows = Object.entries(products).flatMap(([group, names]) =>
    names.flatMap((product) =>
      years.flatMap((year) =>
        ['North', 'South', null].flatMap((region): CellValue[][] =>
          // Nothing was sold there: no cell, which is not zero.
          product === 'Lamps' && region === null
            ? []
            : [[group, product, year, region, Math.round(random() * 40_000), Math.round(random() * 90) - 12]],
        ),
      ),
    ),
  )
  return resultOf(
    { group: 'text', product: 'text', year: 'date', region: 'text', revenue: 'integer', margin: 'integer' },
    rows,
  )
}

/** The same as a database answers a question with totals. */
function totalledSales(): ResultData {
  const of = { ...sides, rows: [...sides.rows], columns: [...sides.columns] }
  return { ...addTotals(sales(), of, [4, 5], () => true), grains: { year: 'year' } }
}

const chosen = { pivotRows: [...sides.rows], pivotColumns: [...sides.columns] }

export const pivotGallery: readonly GalleryChart[] = [
  {
    name: 'pivot',
    title: 'Revenue by product and region',
    visual: visualOf('pivot', { ...chosen, y: ['revenue'], pivotHeat: true }),
    data: sales(),
  },
  {
    name: 'pivot-measures',
    title: 'Revenue and margin by product',
    visual: visualOf('pivot', { ...chosen, y: ['revenue', 'margin'] }),
    data: totalledSales(),
  },
  {
    name: 'pivot-names',
    title: 'Orders by channel',
    visual: visualOf('pivot', { pivotRows: ['channel'], y: ['orders', 'rate'] }),
    data: resultOf({ channel: 'text', orders: 'number', rate: 'number' }, [
      ['بحث مدفوع', 1e300, 1e-12],
      ['😀 ☃ E-mail', -1520, -3e-12],
      ['', 0, 0],
      [null, null, null],
    ]),
  },
]
