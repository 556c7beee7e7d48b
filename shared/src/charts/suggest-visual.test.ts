import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../query/field'
import { resultOf } from './plot/gallery/gallery-charts'
import { suggestVisual } from './suggest-visual'

const many = (count: number, row: (index: number) => CellValue[]) =>
  Array.from({ length: count }, (_, index) => row(index))

describe('a new result is drawn as', () => {
  it.each<[string, Readonly<Record<string, FieldType>>, CellValue[][], object]>([
    ['a number, when it is one', { total: 'bigint' }, [['42']], { type: 'number', y: ['total'] }],
    [
      'a line over time',
      { month: 'date', revenue: 'decimal' },
      many(5, (i) => [`2026-0${i + 1}-01`, '1.5']),
      { type: 'line', x: 'month', y: ['revenue'] },
    ],
    [
      'a line per category over time',
      { month: 'date', region: 'text', revenue: 'number' },
      many(6, (i) => [`2026-0${i + 1}-01`, i % 2 ? 'a' : 'b', i]),
      { type: 'line', color: 'region' },
    ],
    [
      'a line over years',
      { year: 'integer', n: 'integer' },
      many(5, (i) => [2000 + i, i]),
      { type: 'line', x: 'year', y: ['n'] },
    ],
    [
      'bars, for a few short categories',
      { channel: 'text', orders: 'integer' },
      many(5, (i) => [`c${i}`, i]),
      { type: 'bar', x: 'channel', y: ['orders'] },
    ],
    ['rows, for many', { channel: 'text', orders: 'integer' }, many(13, (i) => [`c${i}`, i]), { type: 'row' }],
    [
      'rows, for long names',
      { channel: 'text', orders: 'integer' },
      many(3, (i) => [`A rather long name ${i}`, i]),
      { type: 'row' },
    ],
    [
      'stacked bars, for two categories',
      { channel: 'text', size: 'text', orders: 'integer' },
      many(6, (i) => [`c${i % 3}`, i < 3 ? 'S' : 'L', i]),
      { type: 'bar', color: 'size', stack: 'stacked' },
    ],
    [
      'a scatter, for two numbers',
      { visits: 'number', basket: 'number' },
      many(50, (i) => [i * 1.5, i]),
      { type: 'scatter', x: 'visits', y: ['basket'] },
    ],
    [
      'a histogram, for many rows of one number',
      { basket: 'number' },
      many(50, (i) => [i * 1.5]),
      { type: 'histogram', x: 'basket' },
    ],
    [
      'a table, when nothing is measured',
      { name: 'text', city: 'text' },
      many(5, (i) => [`n${i}`, 'x']),
      { type: 'table' },
    ],
    [
      'a table, when numbers are only ids',
      { customer_id: 'integer', name: 'text' },
      many(5, (i) => [i, `n${i}`]),
      { type: 'table' },
    ],
    ['a table, when there are no rows', { n: 'integer' }, [], { type: 'table' }],
  ])('%s', (_, fields, rows, expected) => {
    expect(suggestVisual(resultOf(fields, rows))).toMatchObject(expected)
  })
})
