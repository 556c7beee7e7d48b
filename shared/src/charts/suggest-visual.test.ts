import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../query/field'
import type { ChartType } from './chart-visual'
import { resultOf } from './plot/gallery/gallery-data'
import { suggestColumns } from './suggest-columns'
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
      'a map, for many countries or states',
      { ship_country: 'text', orders: 'integer' },
      many(13, (i) => [`c${i}`, i]),
      { type: 'map', x: 'ship_country', y: ['orders'] },
    ],
    [
      'bars, for a few countries',
      { country: 'text', orders: 'integer' },
      many(5, (i) => [`c${i}`, i]),
      { type: 'bar', x: 'country' },
    ],
    [
      'points on a map, for a longitude and a latitude',
      { quake_time: 'timestamp', lat: 'number', lng: 'number', depth: 'number' },
      many(9, (i) => [`2026-01-0${i + 1}T00:00:00`, i, 100 + i, i]),
      { type: 'point-map', x: 'lng', y: ['lat'] },
    ],
    [
      'a map of the shapes that it has, as a GeoJSON file does',
      { geometry: 'text', name: 'text', people: 'integer' },
      many(3, (i) => ['{"type":"MultiPolygon","coordinates":[]}', `d${i}`, i]),
      { type: 'map', x: 'name', y: ['people'], detail: 'geometry' },
    ],
    [
      'points on a map, for a GeoJSON file of points',
      { geometry: 'text', name: 'text', people: 'integer' },
      many(3, (i) => [`{"type":"Point","coordinates":[${i},5]}`, `d${i}`, i]),
      { type: 'point-map', detail: 'geometry' },
    ],
    [
      'a line over time, when numbers called so are no degrees',
      { month: 'date', long: 'number', lat: 'number' },
      many(9, (i) => [`2026-0${i + 1}-01`, i, 91]),
      { type: 'line' },
    ],
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

  it.each<[string, string[], Readonly<Record<string, FieldType>>, CellValue[][], object]>([
    ['bars', ['rooms'], { rooms: 'integer', n: 'bigint' }, many(5, (i) => [i, '7']), { type: 'bar' }],
    [
      'a line, where there are many',
      ['rooms'],
      { rooms: 'integer', n: 'bigint' },
      many(200, (i) => [i, '7']),
      { type: 'line' },
    ],
    [
      'rows, where they are ids',
      ['rooms_id'],
      { rooms_id: 'integer', n: 'bigint' },
      many(20, (i) => [i, '7']),
      { type: 'row', x: 'rooms_id' },
    ],
    [
      'stacked bars, by another',
      ['rooms', 'city'],
      { rooms: 'integer', city: 'text', n: 'bigint' },
      many(8, (i) => [i % 4, i < 4 ? 'a' : 'b', '7']),
      { type: 'bar', color: 'city' },
    ],
    [
      'colours over time',
      ['day', 'rooms'],
      { day: 'date', rooms: 'integer', n: 'bigint' },
      many(6, (i) => [`2026-01-0${(i % 3) + 1}`, i < 3 ? 1 : 2, '7']),
      { type: 'line', x: 'day', color: 'rooms' },
    ],
  ])('%s, of rows that are grouped by a number', (_, groupedBy, fields, rows, expected) => {
    expect(suggestVisual(resultOf(fields, rows), groupedBy)).toMatchObject({ x: groupedBy[0], y: ['n'], ...expected })
  })

  it('bars, where many rows are grouped by bins of numbers', () => {
    const data = resultOf(
      { price: 'bigint', n: 'bigint' },
      many(40, (i) => [i * 10, '7']),
    )
    const shown = { price: { bin: { width: 10, isWhole: true } } }
    expect(suggestVisual({ ...data, shown }, ['price'])).toMatchObject({ type: 'bar', x: 'price', y: ['n'] })
  })

  it('a table, where nothing is measured but what rows are grouped by', () => {
    expect(
      suggestVisual(
        resultOf(
          { rooms: 'integer' },
          many(5, (i) => [i]),
        ),
        ['rooms'],
      ),
    ).toMatchObject({ type: 'table' })
  })
})

describe('a type that somebody chooses is drawn from', () => {
  const data = resultOf(
    { rooms: 'integer', n: 'bigint', total: 'decimal' },
    many(3, (i) => [i, '7', '1.5']),
  )
  it.each<[ChartType, object]>([
    ['bar', { x: 'rooms', y: ['n'] }],
    ['combo', { x: 'rooms', y: ['n', 'total'] }],
    ['pie', { x: 'rooms', y: ['n'] }],
    ['number', { x: null, y: ['n'] }],
    ['scatter', { x: 'n', y: ['total'] }],
  ])('measures, not from what rows are grouped by: %s', (type, expected) => {
    expect(suggestColumns(type, data, ['rooms'])).toEqual(expected)
  })
})
